package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.EveryType;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.FingerprintContract;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
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

/** The fingerprint in PostgreSQL's SQL, as it is written for any table. */
@ExtendWith(SharedServer.class)
class FingerprintTypesIT extends FingerprintContract {

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

  @Override
  protected boolean holds(EveryType.Damage damage) {
    return !damage.nanoseconds();
  }

  @Override
  protected List<String> oddNames() {
    return List.of(
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
  }

  @Override
  @Test
  protected void isThatOfTheRows() throws Exception {
    super.isThatOfTheRows();
    Fingerprint expected = EveryType.fingerprint(EveryType.rows());

    Fingerprint proof = fingerprint(EveryType.TABLE, EveryType.rows(), expected);
    assertThat(proof.differencesFrom(expected)).isEmpty();
    assertThat(proof.columns()).as("whole rows prove them").isEmpty();
    assertThat(proof.doubles()).containsOnlyKeys("ratio");
  }

  /** The fingerprint of rows in a table that is made by its own script, and dropped. */
  @Override
  protected Fingerprint fingerprint(Table table, List<List<String>> rows, Fingerprint expected)
      throws IOException {
    TestServer test = SharedServer.test();
    String manifest = expected == null ? "{}" : "{\"fingerprint\": " + expected.toJson() + "}";
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
