package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a load that attaches a table for each file keeps and refuses. */
class AttachIT extends OnTargetTable {
  @Test
  void attachDropsOnlyWhatLoadsMade() throws SQLException {
    run("CREATE TABLE l.mine () INHERITS (l.t); INSERT INTO l.mine VALUES (7, 'mine')");
    attach();
    attach();

    assertThat(query("SELECT a FROM l.t ORDER BY a")).containsExactly("1", "2", "7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy", "insert", "create-table-as"})
  void aCheckOfTheUserIsCarriedOver(String way) throws SQLException {
    attach();
    run("DELETE FROM l.t; ALTER TABLE l.t ADD CONSTRAINT small CHECK (a < 9)");
    attach(way);
    attach(way);

    requireNewRows(user);
    assertThatThrownBy(() -> run("INSERT INTO l.\"t_part-0\" (a) VALUES (10)"))
        .hasMessageContaining("small");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE INDEX i ON l.\"t_part-0\" (a); index l.i would be lost",
        "CREATE TABLE l.mine () INHERITS (l.\"t_part-0\"); l.mine was not made by Loadpath",
        "CREATE PUBLICATION pub FOR TABLE l.t; publication pub would not publish attached rows",
        "GRANT SELECT ON l.\"t_part-0\" TO PUBLIC; privileges of l.\"t_part-0\" would be lost",
        "ALTER TABLE l.t ADD UNIQUE (a); constraint t_a_key of l.t would not hold for attached tables",
        "CREATE TRIGGER g BEFORE INSERT ON l.t EXECUTE FUNCTION suppress_redundant_updates_trigger();"
            + " trigger g would not fire"
      })
  void whatAttachWouldLoseIsRefusedByNameBeforeAnyRow(String ddl, String message)
      throws SQLException {
    attach();
    run(ddl);

    assertThatThrownBy(
            () -> execute(session(), "CALL loadpath.stage_attach('l.t', 'copy', 'full')"))
        .hasMessageContaining("l.t cannot be loaded by attaching tables")
        .hasMessageContaining(message);
    requireNewRows(user);
  }

  @Test
  void anIndexMadeDuringTheLoadIsNotLost() throws Exception {
    attach();
    try (Connection load = session()) {
      execute(load, "CALL loadpath.stage_attach('l.t', 'copy', 'full')");
      execute(load, "CALL loadpath.load_file('l.t', 'l.\"part-0\"', 'copy', 'full')");
      run("BEGIN; CREATE INDEX i ON l.\"t_part-0\" (a)");
      CompletableFuture<List<String>> end =
          waiting(() -> rows(load, "SELECT loadpath.attach('l.t', ARRAY['part-0'], 0)"));
      run("COMMIT");

      assertThatThrownBy(end::join).hasMessageContaining("index l.i would be lost");
    }
  }

  @Test
  void defaultPrivilegesDoNotHinderTheNextLoad() throws SQLException {
    run("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO pg_monitor");
    try {
      attach();
      attach();
      run(
          "CALL loadpath.drop_staging('l.t'::regclass); DROP TABLE l.t CASCADE;"
              + " CREATE TABLE l.t (a integer, b text)");
      Connection load = stage();
      fill();
      assertThat(replace(load, 1, 2)).contains("by a swap of tables");
      assertThat(query("SELECT has_table_privilege('pg_monitor', 'l.t', 'SELECT')"))
          .containsExactly("t");
    } finally {
      run("ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM pg_monitor");
    }
  }

  @Test
  void aTableThatIsInTheWayIsNotTouched() throws SQLException {
    run("CREATE TABLE l.\"t_part-0\" (x int)");

    assertThatThrownBy(this::attach)
        .hasMessageContaining("the table t_part-0 of schema l is in the way");
    assertThat(query("SELECT x FROM l.\"t_part-0\"")).isEmpty();
  }

  @Test
  void childrenCannotHaveTheDigitsOfBytes() throws SQLException {
    run("ALTER TABLE l.t ADD c bytea");

    assertThatThrownBy(
            () ->
                run(
                    "CALL loadpath.make_external_tables('l.t', 'l', '%s', '', true)"
                        .formatted(part.getParent())))
        .hasMessageContaining("l.t has a column of type bytea")
        .hasMessageContaining("children => false");
  }

  private void attach() throws SQLException {
    attach("copy");
  }

  private void attach(String way) throws SQLException {
    Connection load = session();
    execute(load, "DROP FOREIGN TABLE IF EXISTS l.\"part-0\"");
    String external = "CALL loadpath.make_external_tables('l.t', 'l', '%s', '', false)";
    execute(load, external.formatted(part.getParent()));
    execute(load, "CALL loadpath.stage_attach('l.t', '%s', 'full')".formatted(way));
    execute(load, "CALL loadpath.load_file('l.t', 'l.\"part-0\"', '%s', 'full')".formatted(way));
    assertThat(rows(load, "SELECT * FROM loadpath.attach('l.t', ARRAY['part-0'], 0)"))
        .containsExactly("2|2|0");
    end(load);
  }
}
