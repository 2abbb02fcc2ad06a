package io.loadpath.datasets;

import io.trino.tpch.LineItem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The exact answer of TPC-H Q1, from the generator's integers. For one thread; the sums of several
 * threads are added.
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

  /** DELTA of the standard's validation run, and that of the 2012 study. */
  private static final int[] DELTAS = {90, 112};

  private static final LocalDate LAST_DAY = LocalDate.of(1998, 12, 1);
  private static final String FLAGS = "ANR";
  private static final String STATUSES = "FO";

  private final Group[][] groups = new Group[DELTAS.length][FLAGS.length() * STATUSES.length()];
  private final int[] lastShipDays = new int[DELTAS.length];

  Q1Answer() {
    for (int d = 0; d < DELTAS.length; d++) {
      lastShipDays[d] = Math.toIntExact(LAST_DAY.minusDays(DELTAS[d]).toEpochDay());
      for (int g = 0; g < groups[d].length; g++) {
        groups[d][g] = new Group();
      }
    }
  }

  void add(LineItem line) {
    int group =
        FLAGS.indexOf(line.getReturnFlag().charAt(0)) * STATUSES.length()
            + STATUSES.indexOf(line.getStatus().charAt(0));
    for (int d = 0; d < DELTAS.length; d++) {
      if (line.getShipDate() <= lastShipDays[d]) {
        groups[d][group].add(line);
      }
    }
  }

  void add(Q1Answer other) {
    for (int d = 0; d < DELTAS.length; d++) {
      for (int g = 0; g < groups[d].length; g++) {
        groups[d][g].add(other.groups[d][g]);
      }
    }
  }

  /**
   * Returns the answer's rows by DELTA, in the order of the query's columns: sums in the scale of
   * their product, averages rounded half up to two places, like the standard's validation output.
   */
  Map<String, List<List<String>>> rows() {
    Map<String, List<List<String>>> rows = new LinkedHashMap<>();
    for (int d = 0; d < DELTAS.length; d++) {
      List<List<String>> answer = new ArrayList<>();
      for (int g = 0; g < groups[d].length; g++) {
        if (groups[d][g].count > 0) {
          String flag = FLAGS.substring(g / STATUSES.length(), g / STATUSES.length() + 1);
          String status = STATUSES.substring(g % STATUSES.length(), g % STATUSES.length() + 1);
          answer.add(groups[d][g].row(flag, status));
        }
      }
      rows.put(Integer.toString(DELTAS[d]), answer);
    }
    return rows;
  }

  /** The sums of one group. */
  private static final class Group {

    /** A row adds less than 2^40 to a sum, so this many rows fit into a long. */
    private static final int ROWS_PER_CARRY = 1 << 22;

    private long count;
    private long quantity;
    private long discountHundredths;
    private final Total priceHundredths = new Total();
    private final Total discountedPrice = new Total();
    private final Total charge = new Total();

    void add(LineItem line) {
      long price = line.getExtendedPriceInCents();
      long discounted = price * (100 - line.getDiscountPercent());
      quantity += line.getQuantity();
      discountHundredths += line.getDiscountPercent();
      priceHundredths.add(price);
      discountedPrice.add(discounted);
      charge.add(discounted * (100 + line.getTaxPercent()));
      count++;
      if (count % ROWS_PER_CARRY == 0) {
        priceHundredths.carry();
        discountedPrice.carry();
        charge.carry();
      }
    }

    void add(Group other) {
      count += other.count;
      quantity += other.quantity;
      discountHundredths += other.discountHundredths;
      priceHundredths.add(other.priceHundredths);
      discountedPrice.add(other.discountedPrice);
      charge.add(other.charge);
    }

    List<String> row(String flag, String status) {
      BigDecimal sumQuantity = BigDecimal.valueOf(quantity).setScale(2);
      BigDecimal sumPrice = new BigDecimal(priceHundredths.value(), 2);
      return List.of(
          flag,
          status,
          sumQuantity.toPlainString(),
          sumPrice.toPlainString(),
          new BigDecimal(discountedPrice.value(), 4).toPlainString(),
          new BigDecimal(charge.value(), 6).toPlainString(),
          average(sumQuantity),
          average(sumPrice),
          average(BigDecimal.valueOf(discountHundredths, 2)),
          Long.toString(count));
    }

    private String average(BigDecimal sum) {
      return sum.divide(BigDecimal.valueOf(count), 2, RoundingMode.HALF_UP).toPlainString();
    }
  }

  /** A sum that may exceed a long, as the charges do near scale 83. */
  private static final class Total {

    private BigInteger carried = BigInteger.ZERO;
    private long sum;

    void add(long value) {
      sum += value;
    }

    void add(Total other) {
      carried = carried.add(other.value());
    }

    void carry() {
      carried = value();
      sum = 0;
    }

    BigInteger value() {
      return carried.add(BigInteger.valueOf(sum));
    }
  }
}
