package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {

  @ParameterizedTest
  @CsvSource({
    "none, .tbl",
    "gzip-9, .tbl.gz",
    "zstd-19, .tbl.zst",
    "lz4-12, .tbl.lz4",
    "bzip2-1, .tbl.bz2"
  })
  void everyCodecHasANameAndASuffix(String name, String suffix) {
    assertThat(Codec.of(name)).hasToString(name);
    assertThat(Codec.of(name).fileSuffix()).isEqualTo(suffix);
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
        .hasMessageContaining("'" + name + "'; known are none, gzip-1 to gzip-9, zstd-1 to");
  }
}
