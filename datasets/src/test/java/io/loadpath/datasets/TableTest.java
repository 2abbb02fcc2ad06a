package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void allCardTransHasTheColumnsOfTheStudyInOrder() {
    assertThat(Table.ALL_CARD_TRANS.columns())
        .containsExactly(
            new Column("card_no", Kind.TEXT, false, 20),
            new Column("card_type", Kind.TEXT, true, 20),
            new Column("mcc", Kind.INTEGER, false, 6),
            new Column("purchase_amt", Kind.INTEGER, false, 6),
            new Column("purchase_dt", Kind.DATE, false, 0),
            new Column("merchant_code", Kind.INTEGER, false, 7),
            new Column("merchant_city", Kind.TEXT, false, 40),
            new Column("merchant_state", Kind.TEXT, false, 3),
            new Column("merchant_zip", Kind.INTEGER, false, 6));
  }

  @Test
  void lineitemHasTheSixteenColumnsOfTpchInOrder() {
    assertThat(Table.LINEITEM.columns())
        .extracting(Column::name)
        .containsExactly(
            "l_orderkey",
            "l_partkey",
            "l_suppkey",
            "l_linenumber",
            "l_quantity",
            "l_extendedprice",
            "l_discount",
            "l_tax",
            "l_returnflag",
            "l_linestatus",
            "l_shipdate",
            "l_commitdate",
            "l_receiptdate",
            "l_shipinstruct",
            "l_shipmode",
            "l_comment");
    assertThat(Table.LINEITEM.columns()).noneMatch(Column::nullable);
  }

  @Test
  void aTableIsFoundByItsDatasetName() {
    assertThat(Table.of("lineitem")).isEqualTo(Table.LINEITEM);
    assertThat(Table.of("all-card-trans")).isEqualTo(Table.ALL_CARD_TRANS);
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertThatThrownBy(() -> Table.of("orders"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown dataset 'orders'; known are lineitem, all-card-trans");
  }
}
