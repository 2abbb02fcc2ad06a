package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A table that its owner alters after a load that has failed, or while a load runs. */
class AlteredIT extends OnTargetTable {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER b TYPE varchar(20)",
        "ALTER a TYPE bigint",
        "ALTER b SET NOT NULL",
        "ALTER a DROP NOT NULL",
        "ALTER b TYPE varchar(3) COLLATE \"C\"",
        "ALTER b SET STORAGE EXTERNAL",
        "ALTER b SET COMPRESSION pglz",
        "RENAME CONSTRAINT t_a_not_null TO mine"
      })
  void aTableAlteredAfterAFailedLoadStaysAsItsOwnerMadeIt(String alter) throws SQLException {
    run("ALTER TABLE l.t ALTER b TYPE varchar(3)");
    end(stage());
    run("ALTER TABLE l.t " + alter);
    List<String> columns = columns();

    assertThat(replace(staged(), 1, 2)).contains("by a swap of tables");

    assertThat(columns()).isEqualTo(columns);
    requireNewRows(user);
  }

  /** The first type is the one that an earlier load, which failed, has staged. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a; numeric(6, 2); numeric(12, 4); 1.2345",
        "b; varchar(2); varchar(20); longer than before"
      })
  void aValueArrivesAsTheAlteredColumnTakesIt(String column, String old, String type, String value)
      throws SQLException {
    run("DELETE FROM l.t; ALTER TABLE l.t ALTER %s TYPE %s".formatted(column, old));
    end(stage());
    run("ALTER TABLE l.t ALTER %s TYPE %s".formatted(column, type));
    Connection load = stage();
    try (Connection session = session()) {
      String loaded = join(session);
      execute(session, "INSERT INTO %s (a) VALUES (0)".formatted(loaded));
      execute(session, "UPDATE %s SET %s = '%s'".formatted(loaded, column, value));
      execute(session, "CALL loadpath.file_loaded('l.t', 'part-0', 1); COMMIT");
    }

    replace(load, 1, 1);

    assertThat(query("SELECT " + column + " FROM l.t")).containsExactly(value);
  }

  /** With an index the rows would be inserted, without one the tables swapped. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT 1; ALTER a TYPE numeric(12, 4); Before: 1 a integer NOT NULL",
        "SELECT 1; ALTER b SET NOT NULL; Now: 2 b text COLLATE \"default\" NOT NULL t_b_not_null",
        "SELECT 1; ALTER b SET STORAGE EXTERNAL; Now: 2 b text COLLATE \"default\" STORAGE e",
        "CREATE INDEX ON l.t (a); ALTER a TYPE numeric(12, 4); Now: 1 a numeric(12,4) NOT NULL",
        "CREATE INDEX ON l.t (a); ADD c integer; Now: 3 c integer",
      })
  void aTableAlteredDuringALoadIsAnErrorThatSaysHow(String ddl, String alter, String message)
      throws SQLException {
    run(ddl);
    Connection load = staged();
    run("ALTER TABLE l.t " + alter);
    List<String> columns = columns();

    requireFailure(
        () -> replace(load, 1, 2),
        "l.t was altered while the load ran; its rows are left unchanged",
        message);

    requireOldRows(user);
    assertThat(columns()).isEqualTo(columns);
  }

  /** The load waits for its lock while the user's transaction makes what would lose rows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ALTER TABLE l.child ADD FOREIGN KEY (a) REFERENCES l.t ON DELETE CASCADE; refers to its rows",
        "ALTER TABLE l.child INHERIT l.t; l.child inherits from it"
      })
  void rowsThatBeginToDependOnTheTableAtTheEndAreNotDeleted(String ddl, String message)
      throws Exception {
    run("ALTER TABLE l.t ADD PRIMARY KEY (a)");
    run("CREATE TABLE l.child (LIKE l.t); INSERT INTO l.child VALUES (0, 'mine')");
    Connection load = staged();
    run("BEGIN; " + ddl);
    CompletableFuture<String> end = waiting(() -> replace(load, 1, 2));
    run("COMMIT");

    requireFailure(end::join, "l.t cannot be replaced", message);
    assertThat(query("SELECT b FROM l.child")).containsExactly("mine");
    assertThat(query("SELECT b FROM ONLY l.t")).containsExactly("old");
  }

  /**
   * What a killed load has staged for a table that is gone goes with the next load of its schema.
   */
  @Test
  void theStagingOfATableThatIsGoneDoesNotStay() throws SQLException {
    end(staged());
    run("CREATE TABLE l.other (a integer); CALL loadpath.stage_replace('l.other')");
    run("DROP TABLE l.t; CREATE TABLE l.t (a integer, b text)");
    String others = query("SELECT 'loadpath_load_' || 'l.other'::regclass::oid || '_files'").get(0);
    String mine = "l.loadpath_load_1_mine"; // no load made it
    run("CREATE TABLE " + mine + " (a integer)");

    replace(staged(), 1, 2);

    requireNewRows(user);
    assertThat(
            query(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ 'loadpath_load_.*(mine|files)'"))
        .containsExactlyInAnyOrder(mine.substring(2), others);
  }
}
