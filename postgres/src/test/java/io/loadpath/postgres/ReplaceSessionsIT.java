package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A load that replaces the rows of a table, while other sessions read, load or die. */
class ReplaceSessionsIT extends OnTargetTable {
  /** Only a superuser sees the kinds of the sessions of other roles. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReaderWithAnOlderSnapshotSeesTheOldRows(boolean superuser) throws SQLException {
    Connection reader = session();
    execute(reader, "BEGIN ISOLATION LEVEL REPEATABLE READ");
    rows(reader, "SELECT 1");
    Connection load = session();
    if (!superuser) {
      execute(
          load,
          "ALTER TABLE l.t OWNER TO pg_checkpoint;"
              + " GRANT ALL ON SCHEMA l TO pg_checkpoint; SET ROLE pg_checkpoint");
    }
    execute(load, "CALL loadpath.stage_replace('l.t')");
    fill();

    assertThat(replace(load, 1, 2)).contains("may still read the old rows");

    requireOldRows(reader);
    execute(reader, "COMMIT");
    requireNewRows(reader);
  }

  @Test
  void aSnapshotTakenDuringTheSwapSeesTheNewRows() throws SQLException {
    Connection load = staged();
    execute(load, "BEGIN");
    assertThat(replace(load, 1, 2)).contains("by a swap of tables");
    Connection reader = session();
    execute(reader, "BEGIN ISOLATION LEVEL REPEATABLE READ");
    rows(reader, "SELECT 1");

    execute(load, "COMMIT");

    requireNewRows(reader);
  }

  @Test
  void aReaderThatWaitsForTheSwapDoesNotHinderIt() throws Exception {
    Connection load = staged();
    run("BEGIN; LOCK TABLE l.t IN ACCESS SHARE MODE");
    CompletableFuture<String> end = waiting(() -> replace(load, 1, 2));
    Connection reader = session();
    CompletableFuture<List<String>> read =
        waiting(() -> rows(reader, "SELECT b FROM l.t ORDER BY a"));

    run("COMMIT");

    assertThat(end.join()).contains("by a swap of tables");
    assertThat(read.join()).containsExactly("one", "two");
  }

  @Test
  void aLoadThatIsNotWholeOrWouldNotSeeLaterCommitsDoesNotEnd() throws SQLException {
    Connection load = staged();
    requireFailure(() -> replace(load, 1, 3), "2 rows of 1 files are staged, not 3 rows of 1");

    Connection late = session();
    execute(late, "INSERT INTO %s VALUES (3, 'late', '')".formatted(join(late)));
    requireFailure(
        () -> replace(load, 1, 2), "a session still loads a file into l.t: pid", pid(late));
    execute(late, "ROLLBACK");

    execute(load, "SET default_transaction_isolation TO 'repeatable read'");
    requireFailure(() -> replace(load, 1, 2), "ends at READ COMMITTED");
    requireOldRows(user);
    execute(load, "RESET default_transaction_isolation");
    replace(load, 1, 2);
    requireNewRows(user);
  }

  @Test
  void theLeadingSessionMayBeIdleForLong() throws Exception {
    Connection load = session();
    execute(load, "SET idle_session_timeout TO '50ms'; CALL loadpath.stage_replace('l.t')");
    fill();
    Thread.sleep(500);

    replace(load, 1, 2);
    requireNewRows(user);
  }

  /** The last 10 of 63 bytes differ: the names of staged tables do not come from the targets'. */
  @Test
  void twoLoadsInOneSchemaAtOnceDoNotMeet() throws SQLException {
    String name = "n".repeat(62);
    run("CREATE TABLE l.%s1 (LIKE l.t); CREATE TABLE l.%1$s2 (LIKE l.t)".formatted(name));
    Connection first = session();
    Connection second = session();
    for (Connection load : List.of(first, second)) {
      String table = "l." + name + (load == first ? 1 : 2);
      execute(load, "CALL loadpath.stage_replace('%s')".formatted(table));
      execute(load, "BEGIN");
      String loaded = rows(load, "SELECT loadpath.join_load('%s')".formatted(table)).get(0);
      execute(load, "INSERT INTO %s VALUES (%d, 'x')".formatted(loaded, load == first ? 1 : 2));
      execute(load, "CALL loadpath.file_loaded('%s', 'f', 1); COMMIT".formatted(table));
    }
    execute(first, "CALL loadpath.replace('l.%s1', 1, 1)".formatted(name));
    execute(second, "CALL loadpath.replace('l.%s2', 1, 1)".formatted(name));

    assertThat(query("SELECT a FROM l.%s1 UNION ALL SELECT a FROM l.%1$s2".formatted(name)))
        .containsExactly("1", "2");
    assertThat(query("SELECT relname FROM pg_class WHERE relname LIKE 'loadpath\\_load\\_%'"))
        .isEmpty();
  }

  @Test
  void ofTwoLoadsOneFailsAtOnceAndTheOtherWinsWhole() throws SQLException {
    Connection load = staged();
    String pid = pid(load);

    requireFailure(this::stage, "another load of l.t runs, in the session with pid " + pid);

    replace(load, 1, 2);
    requireNewRows(user);
  }

  /** A client that is killed closes its sockets; a backend that ends takes its locks with it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theNextLoadWorksAfterAKill(boolean backend) throws Exception {
    Connection load = stage();
    Connection worker = session();
    join(worker);
    String pid = pid(load);
    if (backend) {
      query("SELECT pg_terminate_backend(" + pid + ", 10000)");
    } else {
      end(load);
    }
    requireFailure(
        () -> execute(worker, "CALL loadpath.file_loaded('l.t', 'x', 1)"), "no load of l.t runs");
    Connection orphan = session();
    String orphanPid = pid(orphan);
    execute(
        orphan,
        "BEGIN; SELECT pg_advisory_xact_lock_shared(1885434484, loadpath.lock_key('l.t'::regclass))");

    Connection next = staged();
    replace(next, 1, 2);

    assertThat(query("SELECT pid FROM pg_stat_activity WHERE pid = " + orphanPid)).isEmpty();
    requireNewRows(user);
  }

  /** A swap takes another lock than DELETE and INSERT, which an index makes it. */
  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1", "CREATE INDEX ON l.t (a)"})
  void aTableInUseIsAnErrorThatNamesItsUser(String ddl) throws SQLException {
    run(ddl);
    run("BEGIN; LOCK TABLE l.t IN ROW EXCLUSIVE MODE");
    Connection load = staged();
    execute(load, "SET lock_timeout TO '200ms'");

    requireFailure(
        () -> replace(load, 1, 2), "l.t is in use: no lock within 200ms", "pid " + pid(user));
    run("COMMIT");
    requireOldRows(user);
  }
}
