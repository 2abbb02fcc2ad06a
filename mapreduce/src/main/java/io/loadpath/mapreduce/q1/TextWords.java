package io.loadpath.mapreduce.q1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Text as little-endian words of eight bytes: the first byte of the text is the lowest of the word.
 */
final class TextWords {
  static final long EACH_BYTE = 0x0101010101010101L;
  static final long HIGH_BITS = 0x80 * EACH_BYTE;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Added to ASCII these reach a byte's high bit: from '|' on; from beyond '|' on. */
  private static final long FROM_BAR = (0x80 - '|') * EACH_BYTE;

  private static final long BEYOND_BAR = FROM_BAR - EACH_BYTE;
  private static final long SPACES = ' ' * EACH_BYTE;

  private TextWords() {}

  static long word(byte[] bytes, int index) {
    return (long) WORDS.get(bytes, index);
  }

  /** Returns up to eight characters as a word. */
  static long word(String text) {
    long word = 0;
    for (int i = text.length() - 1; i >= 0; i--) {
      word = word << Byte.SIZE | text.charAt(i);
    }
    return word;
  }

  /** A high bit for each '|', provided that no byte is unexpected. */
  static long bars(long text) {
    return text + FROM_BAR & HIGH_BITS;
  }

  /** A high bit is set if a byte is a control character, beyond '|' or not ASCII. */
  static long unexpected(long text) {
    return text | text + BEYOND_BAR | text - SPACES;
  }

  /**
   * The number in eight bytes of digits' values, of which the sixth is a point: 0, 1 … 5, ., 6, 7.
   */
  static long sevenDigits(long digits) {
    long tens = (digits & 0xFFFFFFFFFFL) << 8 | digits & 0xFFFF000000000000L;
    // Pairs to 0 … 99, then the four pairs times 10^6, 10^4, 100 and 1.
    long pairs = tens * 10 + (tens >>> 8);
    return (pairs & 0xFF000000FFL) * (100 + (1_000_000L << 32))
            + (pairs >>> 16 & 0xFF000000FFL) * (1 + (10_000L << 32))
        >>> 32;
  }
}
