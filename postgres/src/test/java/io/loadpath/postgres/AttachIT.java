package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
    requireFailure(() -> run("INSERT INTO l.\"t_part-0\" (a) VALUES (10)"), "small");
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

    requireFailure(
        () -> execute(session(), "CALL loadpath.stage_attach('l.t', 'copy', 'full')"),
        "l.t cannot be loaded by attaching tables",
        message);
    requireNewRows(user);
  }

  /** Otherwise a notice says that it is read line by line, too. */
  @Test
  void aFileIsReadOnceIntoATableWithoutConditions() throws SQLException {
    run("ALTER TABLE l.t ALTER a DROP NOT NULL");
    Connection load = session();
    external(load);
    execute(load, "CALL loadpath.stage_attach('l.t', 'create-table-as', 'full')");
    try (Statement statement = load.createStatement()) {
      statement.execute("CALL loadpath.load_file('l.t', 'part-0', 'create-table-as', 'full')");
      assertThat((Object) statement.getWarnings()).isNull();
    }
  }

  @Test
  void anIndexMadeDuringTheLoadIsNotLost() throws Exception {
    attach();
    try (Connection load = session()) {
      execute(load, "CALL loadpath.stage_attach('l.t', 'copy', 'full')");
      execute(load, "CALL loadpath.load_file('l.t', 'part-0', 'copy', 'full')");
      run("BEGIN; CREATE INDEX i ON l.\"t_part-0\" (a)");
      CompletableFuture<List<String>> end =
          waiting(() -> rows(load, "SELECT loadpath.attach('l.t', ARRAY['part-0'], 0)"));
      run("COMMIT");

      requireFailure(end::join, "index l.i would be lost");
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

  /** A session that a killed load left behind may have joined the next load. */
  @Test
  void aFileThatTheLoadDoesNotNameIsAnError() throws SQLException {
    attach();
    Connection load = session();
    execute(load, "CALL loadpath.stage_attach('l.t', 'copy', 'full')");
    execute(load, "CALL loadpath.load_file('l.t', 'part-0', 'copy', 'full')");

    requireFailure(
        () -> rows(load, "SELECT loadpath.attach('l.t', ARRAY[]::text[], 0)"),
        "staged, but not of this load: part-0");
    requireNewRows(user);
  }

  @Test
  void aLoadEndsAsItBegan() throws SQLException {
    requireFailure(
        () -> rows(staged(), "SELECT loadpath.attach('l.t', ARRAY['part-0'], 0)"),
        "the load of l.t began otherwise");
    requireOldRows(user);
  }

  @Test
  void aTableThatIsInTheWayIsNotTouched() throws SQLException {
    run("CREATE TABLE l.\"t_part-0\" (x int)");

    requireFailure(this::attach, "the table t_part-0 of schema l blocks the load");
    assertThat(query("SELECT x FROM l.\"t_part-0\"")).isEmpty();
  }

  @Test
  void childrenCannotHaveTheDigitsOfBytes() throws SQLException {
    run("ALTER TABLE l.t ADD c bytea");

    requireFailure(
        () ->
            run(
                "CALL loadpath.make_external_tables('l.t', 'l', '%s', '', true)"
                    .formatted(part.getParent())),
        "l.t has a column of type bytea",
        "children => false");
  }

  @Test
  void aFileNameThatIsTooLongForATableIsRefused() throws Exception {
    Path folder = test.newFolder();
    Path file = Files.writeString(folder.resolve("part-" + "x".repeat(56)), "1|one|\n");
    String name = file.getFileName().toString();
    String external =
        "CALL loadpath.make_external_tables('l.t', 'l', '%s', '', false)".formatted(folder);
    run(external);
    try (Connection load = session()) {
      execute(load, "CALL loadpath.stage_attach('l.t', 'copy', 'full')");
      execute(load, "CALL loadpath.load_file('l.t', '%s', 'copy', 'full')".formatted(name));
      rows(load, "SELECT loadpath.attach('l.t', ARRAY['%s'], 0)".formatted(name));
    }
    assertThat(query("SELECT a FROM l.\"t_%s\"".formatted(name))).containsExactly("1");

    Files.move(file, folder.resolve(name + "y"));
    requireFailure(
        () -> run(external),
        name + "y is too long for a table",
        "The names of table and file have 63 bytes together; 62 are possible.");
  }

  @Test
  void aPartOfASetOfLocationFilesIsRefused() throws Exception {
    Path folder = test.newFolder();
    String external =
        "CALL loadpath.make_external_tables('l.t', 'l', '%s', '', false)".formatted(folder);
    Files.writeString(folder.resolve("part-00001-of-00002-1a2b3c4d.locations"), "1|one|\n");
    requireFailure(
        () -> run(external),
        "has 1 location files of 1 different sets, not 2 of one",
        "Call it again");

    Files.writeString(folder.resolve("part-00000-of-00002-1a2b3c4d.locations"), "2|two|\n");
    Path other =
        Files.writeString(folder.resolve("part-00000-of-00001-5e6f7a8b.locations"), "3|three|\n");
    requireFailure(
        () -> run(external),
        "has 3 location files of 2 different sets, not 1 of one",
        "Call it again");

    Files.delete(other);
    run(external);
  }

  /** A failed load has staged partitions of the columns, the check and the bound as they were. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "varchar(2) # 9 # 9 # ALTER TABLE l.t ALTER b TYPE varchar(20)",
        "text # 2 # 9 # ALTER TABLE l.t DROP CONSTRAINT small",
        "text # 9 # 2 # DROP TABLE l.t_all_low;"
            + " SELECT loadpath.make_partition('l.t_all', '_low', 'FOR VALUES FROM (0) TO (9)', '', 'full')",
      })
  void aPartitionedTableAlteredAfterAFailedLoadTakesTheNextOne(
      String type, int checked, int bound, String alter) throws SQLException {
    partition(type, checked, bound);
    Connection failed = session();
    execute(failed, "CALL loadpath.stage_attach('l.t', 'copy', 'full')");
    end(failed);
    run(alter);
    List<String> columns = columns();

    attach();

    requireNewRows(user);
    assertThat(columns()).isEqualTo(columns);
  }

  @ParameterizedTest
  @CsvSource({"true, copy", "false, copy", "false, insert", "false, create-table-as"})
  void aTableAlteredDuringALoadIsAnErrorThatSaysHow(boolean partitioned, String way)
      throws SQLException {
    if (partitioned) {
      partition("text", 9, 9);
    }
    run("DELETE FROM l.t");
    Connection load = session();
    stage(load, way);
    run("ALTER TABLE l.t ALTER b SET STORAGE EXTERNAL");

    requireFailure(
        () -> execute(load, "SELECT loadpath.attach('l.t', ARRAY['part-0'], 0)"),
        "l.t was altered while the load ran; its rows are left unchanged",
        "Now: 2 b text COLLATE \"default\" STORAGE e.");
    assertThat(query("SELECT * FROM l.t")).isEmpty();
  }

  /** INSERT and CREATE TABLE AS would read the value as the external table's type rounds it. */
  @ParameterizedTest
  @ValueSource(strings = {"insert", "create-table-as"})
  void anExternalTableOlderThanTheColumnIsRefused(String way) throws SQLException {
    run("ALTER TABLE l.t ALTER a TYPE numeric(6, 2)");
    external(user);
    run("ALTER TABLE l.t ALTER a TYPE numeric(12, 4)");
    Connection load = session();
    execute(load, "CALL loadpath.stage_attach('l.t', '%s', 'full')".formatted(way));

    requireFailure(
        () -> loadFile(load, way),
        "l.t has been altered since the external table l.\"part-0\" was made",
        "Make the external tables again");
    requireOldRows(user);
  }

  /** Makes the table one of partitions: a check and a partition are for values of a below these. */
  private void partition(String type, int checked, int bound) throws SQLException {
    run(
        """
        DROP TABLE l.t;
        CREATE TABLE l.t (a integer NOT NULL, b %s, CONSTRAINT small CHECK (a < %d)) PARTITION BY LIST (a);
        COMMENT ON TABLE l.t IS 'Loadpath: test';
        SELECT loadpath.make_partition('l.t', '_all', 'DEFAULT', 'PARTITION BY RANGE (a)', 'full');
        SELECT loadpath.make_partition('l.t_all', '_low', 'FOR VALUES FROM (0) TO (%d)', '', 'full')
        """
            .formatted(type, checked, bound));
  }

  private void attach() throws SQLException {
    attach("copy");
  }

  private void attach(String way) throws SQLException {
    Connection load = session();
    stage(load, way);
    assertThat(rows(load, "SELECT * FROM loadpath.attach('l.t', ARRAY['part-0'], 0)"))
        .containsExactly("2|2|0");
    end(load);
  }

  /** Stages the file in a load that this session begins. */
  private void stage(Connection load, String way) throws SQLException {
    external(load);
    execute(load, "CALL loadpath.stage_attach('l.t', '%s', 'full')".formatted(way));
    loadFile(load, way);
  }

  private static void loadFile(Connection load, String way) throws SQLException {
    execute(load, "CALL loadpath.load_file('l.t', 'part-0', '%s', 'full')".formatted(way));
  }

  private static void external(Connection session) throws SQLException {
    execute(session, "DROP FOREIGN TABLE IF EXISTS l.\"part-0\"");
    String external = "CALL loadpath.make_external_tables('l.t', 'l', '%s', '', false)";
    execute(session, external.formatted(part.getParent()));
  }
}
