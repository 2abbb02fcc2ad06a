package io.loadpath.benchmarks.run;

import io.loadpath.datasets.generate.Q1Answer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * Compares the values of an answer to TPC-H's Q1 with the exact ones.
 *
 * <p>With a tolerance, sums may have this relative error. Counts must be equal. Averages are
 * rounded to the standard's two places before they are compared.
 */
final class AnswerCheck {
  private static final int FIRST_NUMBER = 2;
  private static final int FIRST_AVERAGE = 6;
  private static final int COUNT = 9;
  private static final int PLACES_OF_AVERAGE = 2;

  private AnswerCheck() {}

  /**
   * Fails if {@code actual} differs from {@code expected}.
   *
   * @param tolerance maximum relative error of a sum; null for exact sums
   * @throws StepFailure if they differ; the message names the first row and column
   */
  static void check(List<List<String>> actual, List<List<String>> expected, BigDecimal tolerance)
      throws StepFailure {
    if (actual.size() != expected.size()) {
      throw StepFailure.ofVerify(
          "the answer has %d rows instead of %d".formatted(actual.size(), expected.size()));
    }
    for (int row = 0; row < expected.size(); row++) {
      if (actual.get(row).size() != Q1Answer.COLUMNS.size()) {
        throw StepFailure.ofVerify(
            "row %d of the answer has %d columns instead of %d"
                .formatted(row + 1, actual.get(row).size(), Q1Answer.COLUMNS.size()));
      }
      for (int column = 0; column < Q1Answer.COLUMNS.size(); column++) {
        String is = actual.get(row).get(column);
        String wanted = expected.get(row).get(column);
        if (!same(column, is, wanted, tolerance)) {
          throw StepFailure.ofVerify(
              "row %d of the answer: %s is %s instead of %s"
                  .formatted(row + 1, Q1Answer.COLUMNS.get(column), is, wanted));
        }
      }
    }
  }

  private static boolean same(int column, String is, String wanted, BigDecimal tolerance) {
    if (is == null || column < FIRST_NUMBER) {
      return wanted.equals(is);
    }
    BigDecimal number;
    try {
      number = new BigDecimal(is.strip());
    } catch (NumberFormatException e) {
      return false;
    }
    BigDecimal exact = new BigDecimal(wanted);
    if (tolerance == null || column == COUNT) {
      return number.compareTo(exact) == 0;
    }
    if (column >= FIRST_AVERAGE) {
      return number.setScale(PLACES_OF_AVERAGE, RoundingMode.HALF_UP).compareTo(exact) == 0;
    }
    BigDecimal allowed = exact.abs().multiply(tolerance);
    return number.subtract(exact).abs().compareTo(allowed) <= 0;
  }
}
