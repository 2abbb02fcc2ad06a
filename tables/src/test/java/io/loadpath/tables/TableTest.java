package io.loadpath.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TableTest {

  private static String columns(Table table) {
    return table.columns().stream()
        .map(column -> column.name() + " " + column.type() + (column.nullable() ? " null" : ""))
        .collect(Collectors.joining(", "));
  }

  @Test
  void allCardTransIsTheTableOfTheStudy() {
    Table table = Table.ALL_CARD_TRANS;

    assertThat(columns(table))
        .isEqualTo(
            "card_no text(20), card_type text(20) null, mcc integer(6), purchase_amt integer(6),"
                + " purchase_dt date, merchant_code integer(7), merchant_city text(40),"
                + " merchant_state text(3), merchant_zip integer(6)");
    assertThat(table.format().delimiter()).isEqualTo('|');
    assertThat(table.format().quote()).isNull();
    assertThat(table.format().header()).isFalse();
    assertThat(table.format().delimiterAfterLast()).isTrue();
    assertThat(table.format().dateForm()).isEqualTo(FileFormat.DateForm.AMERICAN);
    assertThat(table.keys())
        .isEqualTo(
            new Keys(
                "purchase_dt",
                LocalDate.of(2007, 1, 1),
                LocalDate.of(2010, 1, 1),
                "card_no",
                List.of("42", "458", "49")));
    assertThat(table.sqlName()).isEqualTo("all_card_trans");
  }

  @Test
  void lineitemHasTheSixteenColumnsOfTpchInOrder() {
    assertThat(String.join(" ", Table.LINEITEM.columns().stream().map(Column::name).toList()))
        .isEqualTo(
            "l_orderkey l_partkey l_suppkey l_linenumber l_quantity l_extendedprice l_discount"
                + " l_tax l_returnflag l_linestatus l_shipdate l_commitdate l_receiptdate"
                + " l_shipinstruct l_shipmode l_comment");
    assertThat(Table.LINEITEM.columns()).noneMatch(Column::nullable);
    assertThat(Table.LINEITEM.format().dateForm()).isEqualTo(FileFormat.DateForm.ISO);
    assertThat(Table.LINEITEM.keys()).isNull();
  }

  @Test
  void theFilesInTheTreeAreThoseInTheJar() {
    for (Table table : Table.OF_LOADPATH) {
      assertThat(Table.read(Path.of(table.name() + ".yaml"))).isEqualTo(table);
    }
  }
}
