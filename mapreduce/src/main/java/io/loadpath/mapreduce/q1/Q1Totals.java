package io.loadpath.mapreduce.q1;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.hadoop.io.Writable;

/**
 * The exact totals of one group of Q1. Money and quantities are in hundredths, products in 10^-4
 * and 10^-6. The charge exceeds 2^63 near scale factor 83, hence 128 bits.
 */
final class Q1Totals implements Writable {
  private static final int AVERAGE_SCALE = 2;

  private long rows;
  private final Int128 quantityHundredths = new Int128();
  private final Int128 basePriceCents = new Int128();
  private final Int128 discPriceE4 = new Int128();
  private final Int128 chargeE6 = new Int128();
  private final Int128 discountHundredths = new Int128();

  long rows() {
    return rows;
  }

  void clear() {
    rows = 0;
    quantityHundredths.clear();
    basePriceCents.clear();
    discPriceE4.clear();
    chargeE6.clear();
    discountHundredths.clear();
  }

  /** Adds one row: disc_price = price * (1 - discount), charge = disc_price * (1 + tax). */
  void add(LineitemRow row) {
    // The parser's ranges keep this product within 64 bits; multiplyExact proves it.
    long discPrice = Math.multiplyExact(row.extendedPriceCents, 100 - row.discountHundredths);
    rows++;
    quantityHundredths.add(row.quantityHundredths);
    basePriceCents.add(row.extendedPriceCents);
    discPriceE4.add(discPrice);
    chargeE6.addProduct(discPrice, 100 + row.taxHundredths);
    discountHundredths.add(row.discountHundredths);
  }

  /** Adds sums over {@code count} rows, in the units of the fields. */
  void add(long count, long quantity, long basePrice, long discPrice, long charge, long discount) {
    rows = Math.addExact(rows, count);
    quantityHundredths.add(quantity);
    basePriceCents.add(basePrice);
    discPriceE4.add(discPrice);
    chargeE6.add(charge);
    discountHundredths.add(discount);
  }

  void add(Q1Totals other) {
    rows = Math.addExact(rows, other.rows);
    quantityHundredths.add(other.quantityHundredths);
    basePriceCents.add(other.basePriceCents);
    discPriceE4.add(other.discPriceE4);
    chargeE6.add(other.chargeE6);
    discountHundredths.add(other.discountHundredths);
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
    BigDecimal quantity = decimal(quantityHundredths, 2);
    BigDecimal basePrice = decimal(basePriceCents, 2);
    return String.join(
        "|",
        quantity.toPlainString(),
        basePrice.toPlainString(),
        decimal(discPriceE4, 4).toPlainString(),
        decimal(chargeE6, 6).toPlainString(),
        average(quantity),
        average(basePrice),
        average(decimal(discountHundredths, 2)),
        Long.toString(rows));
  }

  private static BigDecimal decimal(Int128 units, int scale) {
    return new BigDecimal(units.toBigInteger(), scale);
  }

  private String average(BigDecimal sum) {
    return sum.divide(BigDecimal.valueOf(rows), AVERAGE_SCALE, RoundingMode.HALF_UP)
        .toPlainString();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(rows);
    quantityHundredths.write(out);
    basePriceCents.write(out);
    discPriceE4.write(out);
    chargeE6.write(out);
    discountHundredths.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    rows = in.readLong();
    quantityHundredths.readFields(in);
    basePriceCents.readFields(in);
    discPriceE4.readFields(in);
    chargeE6.readFields(in);
    discountHundredths.readFields(in);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Q1Totals that
        && rows == that.rows
        && quantityHundredths.equals(that.quantityHundredths)
        && basePriceCents.equals(that.basePriceCents)
        && discPriceE4.equals(that.discPriceE4)
        && chargeE6.equals(that.chargeE6)
        && discountHundredths.equals(that.discountHundredths);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(rows) + chargeE6.hashCode();
  }

  /** For logs and tests: the answer row, or only the count if there is no amount to average. */
  @Override
  public String toString() {
    return rows == 0 ? "no rows" : answerFields();
  }
}
