package io.loadpath.mapreduce.q1;

import java.util.Locale;

/** The columns of TPC-H's LINEITEM in file order; fields are separated by '|'. */
enum LineitemColumn {
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
  static final int COUNT = values().length;

  /** The column's name in SQL, such as {@code l_shipdate}. */
  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
