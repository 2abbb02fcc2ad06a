package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerCheckTest {
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  /** The official answer for SF 1, first row. */
  private static final List<String> EXACT =
      List.of(
          "A",
          "F",
          "37734107.00",
          "56586554400.73",
          "53758257134.8700",
          "55909065222.827692",
          "25.52",
          "38273.13",
          "0.05",
          "1478493");

  private static List<List<String>> with(int column, String value) {
    List<String> row = new ArrayList<>(EXACT);
    row.set(column, value);
    return List.of(row);
  }

  private static void check(List<List<String>> actual, BigDecimal tolerance) throws Exception {
    AnswerCheck.check(actual, List.of(EXACT), tolerance);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "2, 37734107, -",
        "2, 3.773410700E+7, -",
        "5, 5.590906522282774E10, 1e-9", // the last digits of a double
        "6, 25.522005853257337, 1e-9",
        "8, 0.049985295838397614, 1e-9"
      })
  void comparesByValueAndNotByTextAndWithinATolerance(
      int column, String value, BigDecimal tolerance) {
    assertThatCode(() -> check(with(column, value), tolerance)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"0,B", "1,O", "2,37734107.01", "5,55909065222.827693", "6,25.53", "9,1478494", "3,x"})
  void namesTheColumnThatDiffers(int column, String value) {
    assertThatThrownBy(() -> check(with(column, value), null))
        .isInstanceOf(StepFailure.class)
        .hasMessageStartingWith("row 1 of the answer: ")
        .hasMessageEndingWith(" is %s instead of %s".formatted(value, EXACT.get(column)));
  }

  @ParameterizedTest
  @CsvSource({"5,55909065300", "6,25.526", "9,1478493.0001", "4,NaN"})
  void aToleranceDoesNotAllowMore(int column, String value) {
    assertThatThrownBy(() -> check(with(column, value), TOLERANCE)).isInstanceOf(StepFailure.class);
  }

  @Test
  void rejectsMissingRowsColumnsAndValues() {
    assertThatThrownBy(() -> check(List.of(), null)).hasMessageContaining("0 rows instead of 1");
    assertThatThrownBy(() -> check(List.of(EXACT.subList(0, 9)), null))
        .hasMessageContaining("9 columns instead of 10");
    assertThatThrownBy(() -> check(with(2, null), TOLERANCE)).hasMessageContaining("sum_qty");
  }
}
