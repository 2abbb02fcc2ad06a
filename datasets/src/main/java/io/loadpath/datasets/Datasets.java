package io.loadpath.datasets;

import io.loadpath.datasets.generate.LineItems;
import io.loadpath.tables.Table;
import java.math.BigDecimal;

/** The datasets that can be made. */
public final class Datasets {

  /** The default seed of ALL_CARD_TRANS. */
  public static final long DEFAULT_SEED = 20100914;

  public static final long MAX_ROWS = 1_000_000_000_000L;
  public static final int MAX_PARTS = 9999;

  /** Below this scale, TPC-H has no supplier. */
  public static final BigDecimal MIN_SCALE = new BigDecimal("0.0001");

  /** From scale 30,000 on, dbgen's part keys depend on where a part starts. */
  public static final BigDecimal MAX_SCALE = new BigDecimal(10_000);

  private Datasets() {}

  /**
   * TPC-H's LINEITEM as dbgen writes it.
   *
   * @param scale scale factor, 0.0001 to 10,000; 1 has 6,001,215 rows and 760 MB
   * @param parts number of files, 1 to 9999
   * @throws IllegalArgumentException naming the value that is out of its range
   */
  public static Dataset lineitem(BigDecimal scale, int parts, Codec codec) {
    if (scale.compareTo(MIN_SCALE) < 0 || scale.compareTo(MAX_SCALE) > 0) {
      throw new IllegalArgumentException(
          "scale must be from 0.0001 to 10000, but is " + scale.toPlainString());
    }
    long orders = LineItems.orders(scale.doubleValue());
    checkParts(parts, orders, "orders");
    BigDecimal plainScale = new BigDecimal(scale.stripTrailingZeros().toPlainString());
    return new Dataset(Table.LINEITEM, 0, plainScale, null, parts, codec);
  }

  /** ALL_CARD_TRANS with the default seed. */
  public static Dataset allCardTrans(long rows, int parts, Codec codec) {
    return allCardTrans(rows, parts, codec, DEFAULT_SEED);
  }

  /**
   * ALL_CARD_TRANS; about 70 bytes a row.
   *
   * @param rows 1 to 10^12
   * @param parts number of files, 1 to 9999
   * @param seed another seed gives other rows
   * @throws IllegalArgumentException naming the value that is out of its range
   */
  public static Dataset allCardTrans(long rows, int parts, Codec codec, long seed) {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new IllegalArgumentException("rows must be from 1 to 1000000000000, but is " + rows);
    }
    checkParts(parts, rows, "rows");
    return new Dataset(Table.ALL_CARD_TRANS, rows, null, seed, parts, codec);
  }

  private static void checkParts(int parts, long units, String unitName) {
    if (parts < 1 || parts > MAX_PARTS) {
      throw new IllegalArgumentException(
          "parts must be from 1 to " + MAX_PARTS + ", but is " + parts);
    }
    if (parts > units) {
      throw new IllegalArgumentException(
          "parts must be at most the number of " + unitName + ", " + units + ", but is " + parts);
    }
  }
}
