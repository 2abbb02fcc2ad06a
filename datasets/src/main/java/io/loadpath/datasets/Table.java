package io.loadpath.datasets;

import static io.loadpath.datasets.Column.date;
import static io.loadpath.datasets.Column.decimal;
import static io.loadpath.datasets.Column.integer;
import static io.loadpath.datasets.Column.nullableText;
import static io.loadpath.datasets.Column.text;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The two tables and their columns, in order.
 *
 * <p>Files hold one row a line, '|' between the fields and after the last one.
 */
public enum Table {
  /**
   * TPC-H's LINEITEM. dbgen writes l_quantity without its two places ({@code 17}); its canonical
   * text has them ({@code 17.00}) because the column is a DECIMAL(15,2).
   */
  LINEITEM(
      "lineitem",
      integer("l_orderkey", 19),
      integer("l_partkey", 19),
      integer("l_suppkey", 19),
      integer("l_linenumber", 10),
      decimal("l_quantity", 15),
      decimal("l_extendedprice", 15),
      decimal("l_discount", 15),
      decimal("l_tax", 15),
      text("l_returnflag", 1),
      text("l_linestatus", 1),
      date("l_shipdate"),
      date("l_commitdate"),
      date("l_receiptdate"),
      text("l_shipinstruct", 25),
      text("l_shipmode", 10),
      text("l_comment", 44)),

  /** Card transactions; an empty card_type in a file is NULL. */
  ALL_CARD_TRANS(
      "all-card-trans",
      text("card_no", 20),
      nullableText("card_type", 20),
      integer("mcc", 6),
      integer("purchase_amt", 6),
      date("purchase_dt"),
      integer("merchant_code", 7),
      text("merchant_city", 40),
      text("merchant_state", 3),
      integer("merchant_zip", 6));

  private final String datasetName;
  private final List<Column> columns;

  Table(String datasetName, Column... columns) {
    this.datasetName = datasetName;
    this.columns = List.of(columns);
  }

  /** The name on command lines, in manifests and in path.yaml, such as {@code all-card-trans}. */
  public String datasetName() {
    return datasetName;
  }

  /** The columns in the order of the file and of the SQL table. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * The table of a dataset name.
   *
   * @throws IllegalArgumentException naming the known ones
   */
  public static Table of(String datasetName) {
    for (Table table : values()) {
      if (table.datasetName.equals(datasetName)) {
        return table;
      }
    }
    String known =
        Arrays.stream(values()).map(Table::datasetName).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("unknown dataset '" + datasetName + "'; known are " + known);
  }
}
