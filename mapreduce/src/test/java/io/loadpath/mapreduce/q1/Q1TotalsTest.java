package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Q1TotalsTest {

  private static LineitemRow row(long quantity, long price, long discount, long tax) {
    LineitemRow row = new LineitemRow();
    row.quantityHundredths = quantity;
    row.extendedPriceCents = price;
    row.discountHundredths = discount;
    row.taxHundredths = tax;
    return row;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, 0.02", // 0.015 is exactly half way: up
    "1, 1, 0.01",
    "-1, -2, -0.02", // away from zero, as SQL rounds
    "0, 1, 0.01", // 0.005
    "0, -1, -0.01",
    "0, 0, 0.00"
  })
  void averagesAreRoundedHalfUpFromTheExactQuotient(long first, long second, String average) {
    Q1Totals totals = new Q1Totals();
    totals.add(row(first, 0, 0, 0));
    totals.add(row(second, 0, 0, 0));
    assertThat(totals.answerFields().split("\\|")[4]).isEqualTo(average);
  }

  @Test
  void theLargestRowsThatTheParserAcceptsAreSummedExactly() {
    Q1Totals totals = new Q1Totals();
    LineitemRow row = row(999_999_999_999_999L, 999_999_999_999_999L, -999, 999);
    for (int i = 0; i < 1000; i++) {
      totals.add(row);
    }
    assertThat(totals.answerFields())
        .isEqualTo(
            "9999999999999990.00|9999999999999990.00|109899999999999890.1000"
                + "|1207800999999998792.199000|9999999999999.99|9999999999999.99|-9.99|1000");
  }

  @Test
  void addsTotalsAsItAddsRows() {
    Q1Totals all = new Q1Totals();
    Q1Totals left = new Q1Totals();
    Q1Totals right = new Q1Totals();
    for (int i = 0; i < 100; i++) {
      LineitemRow row = row(i * 100, i * 7_919L - 300_000, i % 11, i % 9);
      all.add(row);
      (i % 3 == 0 ? left : right).add(row);
    }
    left.add(right);
    assertThat(left).isEqualTo(all).hasSameHashCodeAs(all);
    left.clear();
    assertThat(left).isEqualTo(new Q1Totals()).hasToString("no rows");
  }
}
