package io.loadpath.tables.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  private static final List<String> KNOWN =
      List.of(
          "copy-load-postgres", "external-table-load-postgres", "needs-when", "needs", "pig-q1");

  @ParameterizedTest
  @CsvSource({
    "copyload, copy-load-postgres",
    "copy-laod-postgers, copy-load-postgres",
    "need, needs",
    "pgi-q1, pig-q1",
    "PIG, pig-q1",
    "load-postgres, copy-load-postgres",
  })
  void theWordWithTheTypedLettersOrAFewOthersIsSuggested(String typed, String word) {
    assertThat(NearestName.hint(typed, KNOWN))
        .isEqualTo("; did you mean '%s'? (known: %s)", word, String.join(", ", KNOWN));
  }

  @ParameterizedTest
  @CsvSource({"orders.csv", "x", "''", "zz"})
  void nothingIsSuggestedIfNoWordIsNear(String typed) {
    assertThat(NearestName.hint(typed, KNOWN)).startsWith(" (known: copy-load-postgres,");
    assertThat(NearestName.hint(typed, List.of())).isEqualTo(" (none is known)");
  }
}
