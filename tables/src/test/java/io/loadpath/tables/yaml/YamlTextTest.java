package io.loadpath.tables.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTextTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "integer(3), integer(3)",
        "No, 'No'",
        "null, 'null'",
        "a b, 'a b'",
        "it's, 'it''s'",
        "1964, '1964'"
      })
  void quotesWhatYamlWouldTakeForSomethingElse(String text, String yaml) {
    assertThat(YamlText.word(text)).isEqualTo(yaml);
  }

  @Test
  void escapesWhatCannotBeSeen() {
    assertThat(YamlText.word("a\tb\"\u0085\u2028\u2029\ufeff\u007f"))
        .isEqualTo("\"a\\tb\\\"\\u0085\\u2028\\u2029\\ufeff\\u007f\"");
    assertThat(YamlText.comment("a\n# b\u0085c")).isEqualTo("a # b c");
  }
}
