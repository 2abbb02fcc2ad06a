package io.loadpath.mapreduce;

import java.util.Locale;

/** The columns of TPC-H's LINEITEM in file order; fields are separated by '|'. */
public enum LineitemColumn {
  L_ORDERKEY,
  L_PARTKEY,
  L_SUPPKEY,
  L_LINENUMBER,
  L_QUANTITY,
  L_EXTENDEDPRICE,
  L_DISCOUNT,
  L_TAX,
  L_RETURNFLAG,
  L_LINESTATUS,
  L_SHIPDATE,
  L_COMMITDATE,
  L_RECEIPTDATE,
  L_SHIPINSTRUCT,
  L_SHIPMODE,
  L_COMMENT;

  /** Number of columns of a row. */
  public static final int COUNT = values().length;

  /** The column's name in SQL, such as {@code l_shipdate}. */
  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
