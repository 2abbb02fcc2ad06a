package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deaths of an export at each of its stages. The test's session holds a lock that stops the export
 * at a stage; then the export's process is killed, or its sessions.
 */
@ExtendWith(SharedServer.class)
class ExportDeathIT {
  private static final int ROWS = 2000;
  private static final String STOPPED =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%' AND wait_event_type = 'Lock'";
  private static final String LEFT =
      """
      SELECT (SELECT count(*) FROM pg_prepared_xacts),
        (SELECT count(*) FROM pg_class WHERE obj_description(oid, 'pg_class') LIKE 'Loadpath: staging%'),
        (SELECT count(*) FROM loadpath_exports WHERE NOT seen)""";

  private Connection lock;
  private Connection row;
  private Process child;

  @BeforeAll
  static void makeLedger() throws Exception {
    sql("DROP TABLE IF EXISTS d; CREATE TABLE d (id int, name text)");
    new TestExport("d").file("part-0", "").run();
  }

  @BeforeEach
  void makeTarget() throws Exception {
    sql("DROP TABLE IF EXISTS d; CREATE TABLE d (id int, name text)");
    sql("DELETE FROM loadpath_exports"); // the next export would wait for our lock to do so
    lock = session();
    row = session();
  }

  private static Connection session() throws Exception {
    Connection session = Sessions.open(SharedServer.test());
    session.setAutoCommit(false);
    return session;
  }

  @AfterEach
  void endProcess() throws Exception {
    lock.close();
    row.close();
    if (child != null) {
      child.destroyForcibly().waitFor();
    }
  }

  private static String sql(String statements) {
    return SharedServer.test().sql(statements);
  }

  private void hold(String statement) throws SQLException {
    hold(lock, statement);
  }

  private static void hold(Connection session, String statement) throws SQLException {
    Sql.run(session, statement);
  }

  private static TestExport export(String way) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      rows.append(i).append("|x\n");
    }
    return new TestExport("d").set("loadpath.export.commit", way).file("part-0", rows.toString());
  }

  private static void await(String query, String wanted) throws InterruptedException {
    SharedServer.test().await(query, wanted);
  }

  private static void makeTableThatStopsAt(int id) {
    sql(
        """
        DROP TABLE d; DROP DOMAIN IF EXISTS stops; DROP FUNCTION IF EXISTS stop(int);
        CREATE FUNCTION stop(id int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
          IF id = %d THEN PERFORM pg_advisory_xact_lock_shared(77); END IF; RETURN true; END $$;
        CREATE DOMAIN stops AS int CHECK (stop(VALUE)); CREATE TABLE d (id stops, name text)"""
            .formatted(id));
  }

  private void kill() throws Exception {
    child.destroyForcibly().waitFor();
    lock.rollback();
    row.rollback();
    await(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%'",
        "0");
  }

  /** The next export brings its rows once, and nothing is left of the dead one. */
  private static void assertExactlyOnce(TestExport again) throws Exception {
    again.run();
    assertThat(sql("SELECT count(*), count(DISTINCT id) FROM d")).isEqualTo(ROWS + "|" + ROWS);
    assertThat(sql(LEFT)).isEqualTo("0|0|0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void duringCopy(String way) throws Exception {
    makeTableThatStopsAt(1500);
    hold("SELECT pg_advisory_xact_lock(77)");
    TestExport export = export(way);
    child = export.start();
    await(STOPPED, "1");
    kill();

    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  /** The other ways commit no staged row before the ledger knows the tasks. */
  @Test
  void beforeThePreparedTasksAreNotedInTheLedger() throws Exception {
    hold("LOCK TABLE loadpath_export_tasks IN EXCLUSIVE MODE");
    TestExport export = export("two-phase");
    child = export.start();
    await(STOPPED, "2");
    assertThat(sql("SELECT count(*) FROM pg_prepared_xacts")).isEqualTo("2");
    kill();

    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  /** Stops the export when all tasks are done and nothing is decided yet. */
  private void stopBeforeTheDecision(TestExport export) throws Exception {
    hold("LOCK TABLE loadpath_export_tasks IN EXCLUSIVE MODE");
    child = export.start();
    await(STOPPED, "2");
    hold(row, "SELECT export FROM loadpath_exports WHERE NOT seen FOR SHARE");
    lock.rollback();
    await(
        "SELECT count(*) FROM loadpath_export_tasks JOIN loadpath_exports USING (export) WHERE NOT seen",
        "2");
    await(STOPPED, "1");
  }

  @Test
  void beforeTheJobIsCommitted() throws Exception {
    TestExport export = export("insert");
    stopBeforeTheDecision(export);
    kill();

    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  @Test
  void beforeTheJobIsCommittedAndIsUndoneWithoutAnotherExportToo() throws Exception {
    TestExport export = export("two-phase");
    stopBeforeTheDecision(export);
    kill();
    assertThat(sql(LEFT)).isEqualTo("2|0|1");

    export.set("loadpath.export.recover.only", "true").run();
    assertThat(sql(LEFT)).isEqualTo("0|0|0");
    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
  }

  @Test
  void duringTheTransactionThatInsertsTheRows() throws Exception {
    TestExport export = export("insert");
    stopBeforeTheDecision(export);
    hold("LOCK TABLE d IN SHARE MODE");
    row.rollback();
    await(STOPPED + " AND query LIKE 'INSERT INTO%'", "1");
    kill();

    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  @Test
  void betweenTwoCommitsOfPreparedTransactions() throws Exception {
    TestExport export = export("two-phase");
    stopBeforeTheDecision(export);
    kill();
    sql("UPDATE loadpath_exports SET state = 'COMMITTING' WHERE NOT seen");
    sql("COMMIT PREPARED '%s'".formatted(sql("SELECT min(gid) FROM pg_prepared_xacts")));
    assertThat(sql("SELECT count(*) BETWEEN 900 AND 1100 FROM d")).isEqualTo("t");

    assertExactlyOnce(export);
  }

  @Test
  void afterTheCommitOfWhichTheClientDidNotHear() throws Exception {
    TestExport export = export("insert");
    export.run();
    sql("UPDATE loadpath_exports SET seen = false");
    await(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%'",
        "0");
    assertExactlyOnce(export);

    export.run();
    assertThat(sql("SELECT count(*) FROM d")).as("the client had heard").isEqualTo("4000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void ofItsSessionDuringCopy(String way) throws Exception {
    makeTableThatStopsAt(1500);
    hold("SELECT pg_advisory_xact_lock(77)");
    TestExport export = export(way);
    CompletableFuture<Void> run = Sessions.async(export::run);
    await(STOPPED, "1");
    sql(STOPPED.replace("count(*)", "pg_terminate_backend(pid)"));
    assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS))
        .hasMessageContaining("nothing was exported into \"public\".\"d\"")
        .hasMessageContaining("connection");
    lock.rollback();

    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void anExportThatAnotherHasUndoneLeavesNothing(String way) throws Exception {
    makeTableThatStopsAt(1500);
    hold("SELECT pg_advisory_xact_lock(77)");
    TestExport export = export(way);
    CompletableFuture<Void> run = Sessions.async(export::run);
    await(STOPPED, "1");
    assertThatThrownBy(export.again()::run)
        .hasMessageContaining("of the same files is not at its end: its client is connected");
    sql("UPDATE loadpath_exports SET state = 'UNDONE' WHERE NOT seen");
    lock.rollback();

    assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertThat(sql(LEFT)).isEqualTo("0|0|0");
  }
}
