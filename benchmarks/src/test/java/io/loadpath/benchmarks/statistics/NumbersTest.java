package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0.6391, 0.639",
    "0.64, 0.640",
    "11, 11.0",
    "9.996, 10.0",
    "99.96, 100",
    "123.4, 123",
    "1234.5, 1230",
    "0.001234, 0.00123",
    "0, 0",
    "NaN, –"
  })
  void threeSignificantDigitsInPlainNotation(double value, String text) {
    assertThat(Numbers.threeDigits(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"999, 999 B", "1000, 1.00 kB", "69104231, 69.1 MB", "999600, 1.00 MB"})
  void bytesAreDecimal(long bytes, String text) {
    assertThat(Numbers.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void countsHaveSeparatedThousands() {
    assertThat(Numbers.count(6_001_215)).isEqualTo("6,001,215");
  }

  @Test
  void rawKeepsEveryDigitWithoutAnExponent() {
    assertThat(Numbers.raw(1.0E-7)).isEqualTo("0.00000010");
    assertThat(Numbers.raw(0.639123456789)).isEqualTo("0.639123456789");
  }
}
