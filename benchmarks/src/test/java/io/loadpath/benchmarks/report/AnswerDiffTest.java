package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerDiffTest {
  private static final List<List<String>> EXACT =
      List.of(List.of("A", "F", "37734107.00", "25.52"), List.of("N", "F", "991417.00", "25.52"));

  @Test
  void theSameNumbersInAnotherFormAreIdentical() {
    AnswerDiff diff =
        AnswerDiff.of(
            EXACT,
            List.of(
                List.of("A", "F", "37734107", "25.522005853257337"),
                List.of("N", "F", "991417.0", "25.516471920522985")));
    assertThat(diff.verdict()).isEqualTo("identical");
  }

  @Test
  void theOrderOfTheGroupsDoesNotMatter() {
    assertThat(AnswerDiff.of(EXACT, List.of(EXACT.get(1), EXACT.get(0))).identical()).isTrue();
  }

  @Test
  void whatDoubleArithmeticExplainsIsNotCalledWrong() {
    AnswerDiff diff =
        AnswerDiff.of(EXACT, List.of(List.of("A", "F", "37734107.01", "25.52"), EXACT.get(1)));
    assertThat(diff.identical()).isFalse();
    assertThat(diff.verdict()).isEqualTo("equal within 2.7e-10");
  }

  @Test
  void wrongMissingAndUnexpectedValuesAreCounted() {
    AnswerDiff diff =
        AnswerDiff.of(
            EXACT,
            List.of(List.of("A", "F", "37734108.00", "25.52"), List.of("R", "F", "1.00", "1.00")));
    assertThat(diff.rows()).hasSize(3);
    assertThat(diff.rows().get(0).get(2).note()).isEqualTo("exact: 37734107.00");
    assertThat(diff.rows().get(1)).allMatch(AnswerDiff.Cell::wrong);
    assertThat(diff.verdict()).isEqualTo("9 values are wrong");
  }
}
