package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaLiteralTest {
  /** The first group is what Java's compiler makes of it, the second what it refuses. */
  @ParameterizedTest
  @CsvSource({
    "null, null",
    "\\\\N, \\N",
    "\\\\\\\\N, \\\\N",
    "a\\tb, 'a\tb'",
    "\\\"x\\', \"x'",
    "\\1a, '\001a'",
    "\\1234, S4",
    "\\477, '''7'",
    "\\u0041\\u00e9, Aé",
    "\\N, \\N",
    "x\\, x\\",
    "\\u00g1, \\u00g1",
  })
  void standsForText(String literal, String text) {
    assertThat(JavaLiteral.value(literal)).isEqualTo(text);
  }
}
