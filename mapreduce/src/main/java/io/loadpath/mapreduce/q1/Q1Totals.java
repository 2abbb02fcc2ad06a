package io.loadpath.mapreduce.q1;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.apache.hadoop.io.Writable;

/**
 * The exact totals of one group of Q1. Money and quantities are in hundredths, products in 10^-4
 * and 10^-6. The charge exceeds 2^63 near scale factor 83, hence 128 bits.
 */
final class Q1Totals implements Writable {
  private static final int AVERAGE_SCALE = 2;

  private static final int QUANTITY_E2 = 0;
  private static final int BASE_PRICE_E2 = 1;
  private static final int DISC_PRICE_E4 = 2;
  private static final int CHARGE_E6 = 3;
  private static final int DISCOUNT_E2 = 4;

  private long rows;
  private final Int128[] sums = {
    new Int128(), new Int128(), new Int128(), new Int128(), new Int128()
  };

  long rows() {
    return rows;
  }

  void clear() {
    rows = 0;
    for (Int128 sum : sums) {
      sum.clear();
    }
  }

  /** Replaces its totals by the sum of others, and returns itself. */
  Q1Totals setToSumOf(Iterable<Q1Totals> others) {
    clear();
    others.forEach(this::add);
    return this;
  }

  /** Adds one row: disc_price = price * (1 - discount), charge = disc_price * (1 + tax). */
  void add(LineitemRow row) {
    // The parser's ranges keep this product within 64 bits; multiplyExact proves it.
    long discPrice = Math.multiplyExact(row.extendedPriceCents, 100 - row.discountHundredths);
    rows++;
    sums[QUANTITY_E2].add(row.quantityHundredths);
    sums[BASE_PRICE_E2].add(row.extendedPriceCents);
    sums[DISC_PRICE_E4].add(discPrice);
    sums[CHARGE_E6].addProduct(discPrice, 100 + row.taxHundredths);
    sums[DISCOUNT_E2].add(row.discountHundredths);
  }

  /** Adds sums over {@code count} rows, in the units of the fields. */
  void add(long count, long quantity, long basePrice, long discPrice, long charge, long discount) {
    addRowsOnly(count);
    sums[QUANTITY_E2].add(quantity);
    sums[BASE_PRICE_E2].add(basePrice);
    sums[DISC_PRICE_E4].add(discPrice);
    sums[CHARGE_E6].add(charge);
    sums[DISCOUNT_E2].add(discount);
  }

  void add(Q1Totals other) {
    addRowsOnly(other.rows);
    for (int i = 0; i < sums.length; i++) {
      sums[i].add(other.sums[i]);
    }
  }

  /** Counts rows that have no amounts, such as malformed ones. */
  void addRowsOnly(long count) {
    rows = Math.addExact(rows, count);
  }

  /**
   * The eight values of an answer row, separated by '|': sum_qty, sum_base_price, sum_disc_price,
   * sum_charge (scales 2, 2, 4, 6), avg_qty, avg_price, avg_disc (exact quotients rounded half up
   * to 2 places, the form of the standard's validation output), count_order.
   */
  String answerFields() {
    return String.join(
        "|",
        decimal(QUANTITY_E2, 2).toPlainString(),
        decimal(BASE_PRICE_E2, 2).toPlainString(),
        decimal(DISC_PRICE_E4, 4).toPlainString(),
        decimal(CHARGE_E6, 6).toPlainString(),
        average(QUANTITY_E2),
        average(BASE_PRICE_E2),
        average(DISCOUNT_E2),
        Long.toString(rows));
  }

  private BigDecimal decimal(int sum, int scale) {
    return new BigDecimal(sums[sum].toBigInteger(), scale);
  }

  private String average(int sum) {
    return decimal(sum, 2)
        .divide(BigDecimal.valueOf(rows), AVERAGE_SCALE, RoundingMode.HALF_UP)
        .toPlainString();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(rows);
    for (Int128 sum : sums) {
      sum.write(out);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rows = in.readLong();
    for (Int128 sum : sums) {
      sum.readFields(in);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Q1Totals that && rows == that.rows && Arrays.equals(sums, that.sums);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(rows) + Arrays.hashCode(sums);
  }

  /** For logs and tests: the answer row, or only the count if there is no amount to average. */
  @Override
  public String toString() {
    return rows == 0 ? "no rows" : answerFields();
  }
}
