package io.loadpath.datasets.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.FileFormat;
import io.loadpath.datasets.table.FileFormat.DateForm;
import io.loadpath.datasets.table.FileFormat.LineEnd;
import io.loadpath.datasets.table.FileFormat.TimestampForm;
import io.loadpath.datasets.table.Keys;
import io.loadpath.datasets.table.Table;
import io.loadpath.datasets.table.Type;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One truth: the files of the tree that name a column are what its description writes. */
class ScriptsTest {
  private static final Path PROJECT = Path.of("..");

  private static final Table ALL_CARD_TRANS =
      new Table(
          "all-card-trans",
          List.of(),
          study(DateForm.AMERICAN),
          List.of(
              new Column("card_no", Type.text(20), false),
              new Column("card_type", Type.text(20), true),
              new Column("mcc", Type.integer(6), false),
              new Column("purchase_amt", Type.integer(6), false),
              new Column("purchase_dt", Type.parse("date"), false),
              new Column("merchant_code", Type.integer(7), false),
              new Column("merchant_city", Type.text(40), false),
              new Column("merchant_state", Type.text(3), false),
              new Column("merchant_zip", Type.integer(6), false)),
          new Keys(
              "purchase_dt",
              LocalDate.of(2007, 1, 1),
              LocalDate.of(2010, 1, 1),
              "card_no",
              List.of("42", "458", "49")));

  private static final Table LINEITEM =
      new Table(
          "lineitem",
          List.of(),
          study(DateForm.ISO),
          List.of(
              new Column("l_orderkey", Type.integer(19), false),
              new Column("l_partkey", Type.integer(19), false),
              new Column("l_suppkey", Type.integer(19), false),
              new Column("l_linenumber", Type.integer(9), false),
              new Column("l_quantity", Type.decimal(15, 2), false),
              new Column("l_extendedprice", Type.decimal(15, 2), false),
              new Column("l_discount", Type.decimal(15, 2), false),
              new Column("l_tax", Type.decimal(15, 2), false),
              new Column("l_returnflag", Type.text(1), false),
              new Column("l_linestatus", Type.text(1), false),
              new Column("l_shipdate", Type.parse("date"), false),
              new Column("l_commitdate", Type.parse("date"), false),
              new Column("l_receiptdate", Type.parse("date"), false),
              new Column("l_shipinstruct", Type.text(25), false),
              new Column("l_shipmode", Type.text(10), false),
              new Column("l_comment", Type.text(44), false)),
          null);

  /** Files of other tools that do not read a table from a description, and files of one query. */
  private static final Set<String> NOT_WRITTEN =
      Set.of("postgres/sql/q1.sql", "external-table/oracle/11-q1.sql", "hive/q1.hql");

  @Test
  void writeTheFilesOfTheTreeAnew() throws IOException {
    Map<String, String> written = written();

    Path copies = Path.of("target/scripts");
    Map<String, String> tree = new TreeMap<>();
    for (String path : written.keySet()) {
      Path file = PROJECT.resolve(path);
      tree.put(path, Files.exists(file) ? Files.readString(file) : "is missing");
      Files.createDirectories(copies.resolve(path).getParent());
      Files.writeString(copies.resolve(path), written.get(path));
    }
    assertThat(written)
        .as("what the templates write is in datasets/target/scripts")
        .isEqualTo(tree);
  }

  private static FileFormat study(DateForm dates) {
    return new FileFormat(
        '|',
        null,
        null,
        false,
        true,
        "",
        LineEnd.LF,
        StandardCharsets.UTF_8,
        dates,
        TimestampForm.SPACE);
  }

  /** Of LINEITEM, what loads it into Hive's ORC and with SQL*Loader: no path here does. */
  private static final Pattern NOT_IN_THE_TREE =
      Pattern.compile("hive/lineitem/.*|external-table/oracle/lineitem\\.ctl");

  /** All that the descriptions of the two tables write; of LINEITEM only what has its name. */
  private static Map<String, String> written() throws IOException {
    Map<String, String> written = new TreeMap<>();
    for (Target target : Target.values()) {
      written.putAll(new Scripts(PROJECT, ALL_CARD_TRANS).texts(target));
      new Scripts(PROJECT, LINEITEM)
          .texts(target)
          .forEach(
              (path, text) -> {
                if (path.contains("lineitem") && !NOT_IN_THE_TREE.matcher(path).matches()) {
                  written.put(path, text);
                }
              });
    }
    return written;
  }
}
