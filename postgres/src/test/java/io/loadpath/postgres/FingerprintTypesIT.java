package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.EveryType;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Fingerprinter;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fingerprint in PostgreSQL's SQL, as it is written for any table. */
@ExtendWith(SharedServer.class)
class FingerprintTypesIT {

  /** What a session may have changed; none of it may matter. */
  private static final String SESSION =
      """
      SET TimeZone = 'America/St_Johns';
      SET DateStyle = 'ISO, DMY';
      SET bytea_output = 'escape';
      SET extra_float_digits = -15;
      SET standard_conforming_strings = on
      """;

  private static final Map<Table, Map<String, String>> SCRIPTS = new HashMap<>();

  private final TestServer test = SharedServer.test();

  @Test
  void isThatOfTheRows() throws IOException {
    List<List<String>> rows = EveryType.rows();
    Fingerprint expected = EveryType.fingerprint(rows);

    Fingerprint all = fingerprint(EveryType.TABLE, rows, "{}");
    assertThat(all.differencesFrom(expected)).isEmpty();
    assertThat(all.columns()).isEqualTo(expected.columns());

    Fingerprint proof = fingerprint(EveryType.TABLE, rows, manifest(expected));
    assertThat(proof.differencesFrom(expected)).isEmpty();
    assertThat(proof.columns()).as("whole rows prove them").isEmpty();
    assertThat(proof.doubles()).containsOnlyKeys("ratio");
  }

  static List<EveryType.Damage> damages() {
    return EveryType.damages().stream().filter(damage -> !damage.nanoseconds()).toList();
  }

  @ParameterizedTest
  @MethodSource("damages")
  void showsTheDamage(EveryType.Damage damage) throws IOException {
    Fingerprint expected = EveryType.fingerprint(EveryType.rows());

    Fingerprint damaged = fingerprint(EveryType.TABLE, damage.rows(), manifest(expected));

    assertThat(damaged.differencesFrom(expected))
        .anyMatch(difference -> difference.startsWith(damage.difference()));
    if (damaged.row() != expected.row()) {
      assertThat(damaged.differencesFrom(EveryType.fingerprint(damage.rows()))).isEmpty();
    }
  }

  @Test
  void showsADelimiterThatBecamePartOfAnotherText() throws IOException {
    List<List<List<String>>> rows = EveryType.sameWholeRows();
    Fingerprint expected = EveryType.fingerprint(rows.get(0));

    Fingerprint moved = fingerprint(EveryType.TABLE, rows.get(1), manifest(expected));

    assertThat(moved.row()).isEqualTo(expected.row());
    assertThat(moved.differencesFrom(expected))
        .containsExactly("column note differs", "column code differs");
  }

  @Test
  void ofNoRowsIsThatOfNoRows() throws IOException {
    assertThat(fingerprint(EveryType.TABLE, List.of(), "{}"))
        .isEqualTo(Fingerprint.empty(EveryType.TABLE));
  }

  @Test
  void addsUpDoublesThatAreTooLargeForADouble() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (String value : List.of("1.7e308", "1.7e308", "-1.7e308")) {
      rows.add(new ArrayList<>(EveryType.rows().get(0)));
      rows.get(rows.size() - 1).set(5, value);
    }

    assertThat(
            fingerprint(EveryType.TABLE, rows, "{}").differencesFrom(EveryType.fingerprint(rows)))
        .isEmpty();
  }

  /** A function of PostgreSQL takes 100 arguments. */
  @ParameterizedTest
  @ValueSource(ints = {1, 99, 100, 300})
  void takesTablesOfManyColumns(int columns) throws IOException {
    List<Column> described = new ArrayList<>();
    List<String> row = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      described.add(new Column("column " + i, i % 2 == 0 ? Type.text(9) : Type.integer(9), true));
      row.add(i % 7 == 3 ? null : "" + i);
    }
    Table table = new Table("wide", List.of(), Table.ALL_CARD_TRANS.format(), described, null);
    Fingerprint expected = expected(table, row);

    assertThat(fingerprint(table, List.of(row), "{}")).isEqualTo(expected);
    assertThat(fingerprint(table, List.of(row), manifest(expected)).columns()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "|"})
  void takesAnyNames(String text) throws IOException {
    List<String> names =
        List.of(
            "\"; DROP TABLE odd; --",
            "' || (SELECT 1) || '",
            "n",
            "total",
            "value",
            "place",
            "name",
            "row",
            "select",
            "Order No",
            ":table",
            "$$ \\ ${x} &1",
            "\u00e9".repeat(31) + "x",
            "x".repeat(Column.MAX_NAME_BYTES));
    List<Column> described =
        names.stream().map(name -> new Column(name, Type.text(50), false)).toList();
    Table table = new Table("columns", List.of(), Table.ALL_CARD_TRANS.format(), described, null);
    List<String> row = names.stream().map(name -> text + name.length()).toList();
    Fingerprint expected = expected(table, row);

    assertThat(fingerprint(table, List.of(row), "{}")).isEqualTo(expected);
    Fingerprint proof = fingerprint(table, List.of(row), manifest(expected));
    assertThat(proof.columns()).isEqualTo(text.isEmpty() ? Map.of() : expected.columns());
  }

  private static Fingerprint expected(Table table, List<String> row) {
    Fingerprinter fingerprinter = new Fingerprinter(table);
    fingerprinter.addRow(row);
    return fingerprinter.result();
  }

  private static String manifest(Fingerprint fingerprint) {
    return "{\"fingerprint\": " + fingerprint.toJson() + "}";
  }

  /** The fingerprint of rows in a table that is made by its own script, and dropped. */
  private Fingerprint fingerprint(Table table, List<List<String>> rows, String manifest)
      throws IOException {
    if (!SCRIPTS.containsKey(table)) {
      SCRIPTS.put(table, new Scripts(test.root, table).texts(Target.POSTGRES));
    }
    Map<String, String> scripts = SCRIPTS.get(table);
    String json =
        test.run(
            Map.of("table", table.sqlName(), "partition_by", "", "manifest", manifest),
            SqlScript.command("BEGIN; SET TimeZone = 'UTC'"),
            text(scripts, "postgres/tables/" + table.name() + ".sql"),
            SqlScript.command(insert(table, rows)),
            SqlScript.command(SESSION),
            text(scripts, "datasets/sql/fingerprint-" + table.name() + "-postgres.sql"),
            SqlScript.command("ROLLBACK"));
    return Fingerprint.fromJson(new ObjectMapper().readTree(json));
  }

  private static SqlScript text(Map<String, String> scripts, String path) {
    return new SqlScript(path, scripts.get(path), true);
  }

  private static String insert(Table table, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return "SELECT WHERE false";
    }
    return rows.stream()
        .map(
            row -> {
              List<String> values = new ArrayList<>();
              for (int i = 0; i < row.size(); i++) {
                values.add(literal(table.columns().get(i), row.get(i)));
              }
              return "(" + String.join(", ", values) + ")";
            })
        .collect(Collectors.joining(", ", "INSERT INTO " + table.sqlName() + " VALUES ", ""));
  }

  private static String literal(Column column, String value) {
    if (value == null) {
      return "NULL";
    }
    String bytes = column.type().kind() == Kind.BYTES ? "\\x" : "";
    return "'" + bytes + value.replace("'", "''") + "'";
  }
}
