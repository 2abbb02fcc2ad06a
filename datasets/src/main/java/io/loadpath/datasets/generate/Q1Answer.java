package io.loadpath.datasets.generate;

import io.trino.tpch.LineItem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The exact answer of TPC-H Q1, from the generator's integers. It adds up the sums of blocks of
 * lines. For one thread.
 */
public final class Q1Answer {
  /** The columns of an answer's rows, in order, by their names in the standard's query. */
  public static final List<String> COLUMNS =
      List.of(
          "l_returnflag",
          "l_linestatus",
          "sum_qty",
          "sum_base_price",
          "sum_disc_price",
          "sum_charge",
          "avg_qty",
          "avg_price",
          "avg_disc",
          "count_order");

  /** DELTA of the standard's validation run, and of the 2012 study. */
  private static final int[] DELTAS = {90, 112};

  private static final int[] LAST_SHIP_DAYS =
      Arrays.stream(DELTAS).map(d -> (int) LocalDate.of(1998, 12, 1).toEpochDay() - d).toArray();
  private static final String FLAGS = "ANR";
  private static final String STATUSES = "FO";
  private static final int GROUPS = FLAGS.length() * STATUSES.length();

  /** A group's sums: count, quantity, price, discounted price, charge and discount. */
  private static final int SUMS = 6;

  /**
   * The sums of the added lines, for all groups of all DELTAs. A line adds less than 2^40 to one,
   * so those of a block of lines fit into longs.
   */
  private final long[] sums = new long[DELTAS.length * GROUPS * SUMS];

  /** The sums of the added blocks. */
  private final BigInteger[] totals = new BigInteger[sums.length];

  Q1Answer() {
    Arrays.fill(totals, BigInteger.ZERO);
  }

  void add(LineItem line) {
    int group =
        FLAGS.indexOf(line.getReturnFlag().charAt(0)) * STATUSES.length()
            + STATUSES.indexOf(line.getStatus().charAt(0));
    long price = line.getExtendedPriceInCents();
    long discounted = price * (100 - line.getDiscountPercent());
    for (int d = 0; d < DELTAS.length; d++) {
      if (line.getShipDate() <= LAST_SHIP_DAYS[d]) {
        int first = (d * GROUPS + group) * SUMS;
        sums[first]++;
        sums[first + 1] += line.getQuantity();
        sums[first + 2] += price;
        sums[first + 3] += discounted;
        sums[first + 4] += discounted * (100 + line.getTaxPercent());
        sums[first + 5] += line.getDiscountPercent();
      }
    }
  }

  void add(Q1Answer block) {
    for (int i = 0; i < totals.length; i++) {
      totals[i] = totals[i].add(BigInteger.valueOf(block.sums[i]));
    }
  }

  /**
   * Returns the rows of the blocks' answer by DELTA, in the order of the query's columns: sums in
   * the scale of their product, averages rounded half up to two places, like the standard's
   * validation output.
   */
  Map<String, List<List<String>>> rows() {
    Map<String, List<List<String>>> rows = new LinkedHashMap<>();
    for (int d = 0; d < DELTAS.length; d++) {
      List<List<String>> answer = new ArrayList<>();
      for (int group = 0; group < GROUPS; group++) {
        int first = (d * GROUPS + group) * SUMS;
        if (totals[first].signum() > 0) {
          answer.add(row(group, Arrays.copyOfRange(totals, first, first + SUMS)));
        }
      }
      rows.put(Integer.toString(DELTAS[d]), answer);
    }
    return rows;
  }

  private static List<String> row(int group, BigInteger[] sums) {
    BigDecimal count = new BigDecimal(sums[0]);
    BigDecimal quantity = new BigDecimal(sums[1]).setScale(2);
    BigDecimal price = new BigDecimal(sums[2], 2);
    return List.of(
        "" + FLAGS.charAt(group / STATUSES.length()),
        "" + STATUSES.charAt(group % STATUSES.length()),
        quantity.toPlainString(),
        price.toPlainString(),
        new BigDecimal(sums[3], 4).toPlainString(),
        new BigDecimal(sums[4], 6).toPlainString(),
        average(quantity, count),
        average(price, count),
        average(new BigDecimal(sums[5], 2), count),
        count.toPlainString());
  }

  private static String average(BigDecimal sum, BigDecimal count) {
    return sum.divide(count, 2, RoundingMode.HALF_UP).toPlainString();
  }
}
