package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The loop with the JDK's vectors: any JDK has them, but on JDK 17 they are slow. */
class VectorBlockSumsTest extends BlockSumsTest {
  @Override
  boolean vectors() {
    return true;
  }

  @Override
  int longest() {
    return 192;
  }

  @Test
  void vectorsMarkTheBytesOfAText() {
    byte[] text = new byte[192];
    for (int at = 0; at < 64; at++) {
      text[64 + at] = (byte) (4 * at - 128);
    }
    assertThat(TextVectors.equal(text, 64, '|')).isEqualTo(1L << 63);
    assertThat(TextVectors.equal(text, 63, '\0')).isEqualTo(1L | 1L << 33);
    assertThat(TextVectors.below(text, 64, ' ')).isEqualTo((1L << 40) - 1);
  }
}
