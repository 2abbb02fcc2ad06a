package io.loadpath.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final FileFormat OF_THE_STUDY =
      new FileFormat(
          '|',
          null,
          null,
          false,
          true,
          "",
          FileFormat.LineEnd.LF,
          StandardCharsets.UTF_8,
          FileFormat.DateForm.AMERICAN,
          FileFormat.TimestampForm.SPACE);

  @Test
  void allCardTransIsTheTableOfTheStudy() {
    assertThat(Table.ALL_CARD_TRANS)
        .isEqualTo(
            new Table(
                "all-card-trans",
                List.of(),
                OF_THE_STUDY,
                List.of(
                    new Column("card_no", Type.text(20), false),
                    new Column("card_type", Type.text(20), true),
                    new Column("mcc", Type.integer(6), false),
                    new Column("purchase_amt", Type.integer(6), false),
                    new Column("purchase_dt", Type.of(Kind.DATE), false),
                    new Column("merchant_code", Type.integer(7), false),
                    new Column("merchant_city", Type.text(40), false),
                    new Column("merchant_state", Type.text(3), false),
                    new Column("merchant_zip", Type.integer(6), false)),
                new Keys(
                    "purchase_dt",
                    LocalDate.of(2007, 1, 1),
                    LocalDate.of(2010, 1, 1),
                    "card_no",
                    List.of("42", "458", "49"))));
    assertThat(Table.ALL_CARD_TRANS.sqlName()).isEqualTo("all_card_trans");
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
    assertThat(Table.LINEITEM.format().dateForm()).isEqualTo(FileFormat.DateForm.ISO);
    assertThat(Table.LINEITEM.keys()).isNull();
  }

  @Test
  void theFilesInTheTreeAreThoseInTheJar() {
    for (Table table : Table.OF_LOADPATH) {
      assertThat(Table.read(Path.of(table.name() + ".yaml"))).isEqualTo(table);
    }
  }

  @Test
  void aTableIsFoundByItsName() {
    assertThat(Table.of("lineitem")).isSameAs(Table.LINEITEM);
    assertThat(Table.of("all-card-trans")).isSameAs(Table.ALL_CARD_TRANS);
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertThatThrownBy(() -> Table.of("orders"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown dataset 'orders'; known are lineitem, all-card-trans");
  }
}
