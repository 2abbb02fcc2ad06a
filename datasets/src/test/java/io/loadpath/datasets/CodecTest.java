package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.tables.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {

  @ParameterizedTest
  @CsvSource({
    "none, .tbl",
    "gzip-1, .tbl.gz",
    "gzip-9, .tbl.gz",
    "zstd-1, .tbl.zst",
    "zstd-19, .tbl.zst",
    "lz4-1, .tbl.lz4",
    "lz4-12, .tbl.lz4",
    "bzip2-9, .tbl.bz2"
  })
  void everyCodecHasANameAndASuffix(String name, String suffix) {
    assertThat(Codec.of(name)).hasToString(name);
    assertThat(Codec.of(name).fileSuffix()).isEqualTo(suffix);
  }

  @Test
  void plainTextAndGzipHaveShortWays() {
    assertThat(Codec.of("none")).isEqualTo(Codec.NONE);
    assertThat(Codec.of("gzip-3")).isEqualTo(Codec.gzip(3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lzo", "", "gzip", "gzip-", "gzip-0", "gzip-10", "gzip-03", "zstd-20", "lz4-13", "bzip2-0",
        "GZIP-3", "gzip3", "none-1", "none-0"
      })
  void anUnknownOneIsRefusedWithTheKnownOnes(String name) {
    assertThatThrownBy(() -> Codec.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown codec '"
                + name
                + "'; known are none, gzip-1 to gzip-9, zstd-1 to zstd-19, lz4-1 to lz4-12,"
                + " bzip2-1 to bzip2-9");
  }

  @Test
  void aLevelOutOfRangeIsRefused() {
    assertThatThrownBy(() -> Codec.gzip(0)).hasMessage("gzip level must be from 1 to 9, but is 0");
    assertThatThrownBy(() -> Codec.gzip(10))
        .hasMessage("gzip level must be from 1 to 9, but is 10");
    assertThatThrownBy(() -> new Codec(Format.NONE, 1)).hasMessageContaining("has level 0");
  }
}
