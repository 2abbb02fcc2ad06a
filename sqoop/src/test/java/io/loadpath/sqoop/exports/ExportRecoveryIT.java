package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.sqoop.exports.Ledger.State;
import io.loadpath.sqoop.exports.Ledger.Task;
import java.io.IOException;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What exports make of others that have died, and of their own lost sessions. */
@ExtendWith(SharedServer.class)
class ExportRecoveryIT {
  private static final String SCHEMA = "recovery";
  private static final Identity SOURCE = new Identity("", "files of the dead export");
  private static final String COUNT = "SELECT count(*), count(DISTINCT id) FROM recovery.r";
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '%s' AND wait_event_type = 'Lock'";

  @BeforeEach
  void makeTarget() throws IOException {
    sql("CREATE SCHEMA recovery; CREATE TABLE recovery.r (id int, name text)");
  }

  @AfterEach
  void dropTarget() {
    String prepared = sql("SELECT gid FROM pg_prepared_xacts");
    prepared.lines().forEach(name -> sql("ROLLBACK PREPARED '%s'".formatted(name)));
    sql("DROP SCHEMA recovery CASCADE");
    assertThat(prepared).isEmpty();
  }

  private static String sql(String statements) {
    return SharedServer.test().sql(statements);
  }

  private static Connection session() throws Exception {
    return Sessions.open(SharedServer.test());
  }

  private static TestExport export(String way, String rows) throws IOException {
    TestExport export = new TestExport("r").set("loadpath.export.commit", way);
    export.options.setExtraArgs(new String[] {"--schema", SCHEMA});
    return export.file("part-0", rows);
  }

  private static void await(String query, String wanted) throws InterruptedException {
    SharedServer.test().await(query, wanted);
  }

  /** Waits until the sessions that were closed hold no lock any more. */
  private static void awaitNoSession() throws InterruptedException {
    await(
        "SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid()", // no pid: prepared
        "0");
  }

  private static ExportNames names(Connection session) throws Exception {
    LedgerTables.create(session, SCHEMA);
    String ledger =
        Sql.value(
            session,
            "SELECT oid || '_' || 'recovery.loadpath_exports'::regclass::oid FROM pg_database WHERE datname = current_database()");
    return new ExportNames(SCHEMA, "r", ledger, 0);
  }

  private static DeadExports deadExports(ExportNames names) {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    return new DeadExports(names, new ClusterJobs(conf));
  }

  /** An export of three rows by three tasks, which have been prepared and will be committed. */
  private static ExportNames committing(Connection session) throws Exception {
    ExportNames names = names(session);
    names =
        names.withExport(new Ledger(names).begin(session, CommitWay.TWO_PHASE, SOURCE, "local"));
    session.setAutoCommit(false);
    for (int task = 0; task < 3; task++) {
      Sql.run(session, "INSERT INTO recovery.r VALUES (%d, 'x')".formatted(task));
      long transaction = Long.parseLong(Sql.value(session, "SELECT txid_current()"));
      Sql.run(session, "PREPARE TRANSACTION '" + names.transactionName(task, 0) + "'");
      new Ledger(names)
          .add(session, new Task(task, 0, transaction, 1, 4, 1, 0, List.of("f"), List.of()));
      session.commit();
    }
    session.setAutoCommit(true);
    new Ledger(names).setState(session, State.COMMITTING);
    return names;
  }

  @Test
  void remembersACommittedExportOfOtherFilesUntilItIsRunAgain() throws Exception {
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    sql("UPDATE recovery.loadpath_exports SET seen = false"); // its client has died
    export("insert", "3|c\n").run();
    export("insert", "").set("loadpath.export.recover.only", "true").run();

    dead.run();
    assertThat(sql(COUNT)).isEqualTo("3|3");
    dead.run();
    assertThat(sql(COUNT)).as("the client has heard of the first").isEqualTo("5|3");
  }

  @Test
  void dropsTheStagingTablesThatAnInterruptedUndoHasLeft() throws Exception {
    try (Connection session = session()) {
      ExportNames names = names(session);
      names = names.withExport(new Ledger(names).begin(session, CommitWay.INSERT, SOURCE, "local"));
      String table = names.inSchema(names.stagingName(0, 0));
      Sql.run(session, "CREATE TABLE %s (id int)".formatted(table));
      Sql.run(
          session,
          "COMMENT ON TABLE %s IS %s"
              .formatted(table, ExportNames.literal(names.stagingComment())));
      new Ledger(names).setState(session, State.UNDONE);
    }
    awaitNoSession();
    export("insert", "1|a\n").run();

    assertThat(sql("SELECT count(*) FROM pg_class WHERE relname LIKE 'loadpath\\__\\_0\\_0'"))
        .isEqualTo("0");
    assertThat(sql(COUNT)).isEqualTo("1|1");
  }

  @Test
  void commitsWhatIsLeftIfOnePreparedTransactionIsGoneAndLetsOtherFilesIn() throws Exception {
    ExportNames names;
    try (Connection session = session()) {
      names = committing(session);
    }
    awaitNoSession();
    sql("ROLLBACK PREPARED '%s'".formatted(names.transactionName(0, 0)));

    export("insert", "7|a\n").run();
    assertThat(sql(COUNT)).isEqualTo("3|3");
    for (int i = 0; i < 2; i++) {
      try (Connection session = session()) {
        assertThatThrownBy(() -> deadExports(names).settle(session, SOURCE, false))
            .hasMessageContaining("rows of task 0 are missing")
            .hasMessageContaining("DELETE FROM \"recovery\".loadpath_exports WHERE export = 1");
      }
      awaitNoSession();
    }
    sql("DELETE FROM recovery.loadpath_exports WHERE export = 1");
    try (Connection session = session()) {
      assertThat(deadExports(names).settle(session, SOURCE, false)).isFalse();
    }
  }

  @Test
  void hidesANewExportUntilItHasItsLock() throws Exception {
    try (Connection session = session();
        Connection other = session()) {
      ExportNames names = names(session);
      Sql.rows(
          other,
          "SELECT pg_advisory_lock(('recovery.loadpath_exports'::regclass::oid::bigint << 32) | 1)");
      CompletableFuture<Void> begun =
          Sessions.async(() -> new Ledger(names).begin(session, CommitWay.INSERT, SOURCE, "local"));
      await("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'", "1");
      assertThat(sql("SELECT count(*) FROM recovery.loadpath_exports")).isEqualTo("0");
      Sql.rows(other, "SELECT pg_advisory_unlock_all()");
      begun.get(60, TimeUnit.SECONDS);

      assertThat(sql("SELECT count(*) FROM recovery.loadpath_exports")).isEqualTo("1");
      assertThat(new Ledger(names).clientIsGone(other, 1)).isFalse();
    }
  }

  /** Ends the client's session while its task waits for a lock. */
  private static CompletableFuture<Void> loseSessionOf(TestExport export) throws Exception {
    try (Connection lock = session()) {
      lock.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE recovery.r IN SHARE MODE");
      CompletableFuture<Void> run = Sessions.async(export::run);
      await(WAITING.formatted("loadpath export % task 0"), "1");
      sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'loadpath export'");
      lock.rollback();
      return run;
    }
  }

  @Test
  void findsItsRowsCommittedThoughItsSessionIsLost() throws Exception {
    loseSessionOf(export("two-phase", "1|a\n2|b\n")).get(60, TimeUnit.SECONDS);

    assertThat(sql(COUNT)).isEqualTo("2|2");
    assertThat(sql("SELECT state, seen FROM recovery.loadpath_exports")).isEqualTo("COMMITTED|t");
  }

  @Test
  void saysWhyNothingIsExportedThoughItsSessionIsLost() throws Exception {
    CompletableFuture<Void> run = loseSessionOf(export("two-phase", "1|a\nx|b\n"));

    assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS))
        .hasMessageContaining("nothing was exported")
        .hasMessageContaining("'x' is no integer");
    assertThat(sql(COUNT)).isEqualTo("0|0");
    assertThat(sql("SELECT state, seen FROM recovery.loadpath_exports")).isEqualTo("UNDONE|t");
  }

  @Test
  void aLostSessionDoesNotHideWhatWentWrongBefore() throws Exception {
    try (Connection session = session()) {
      String pid = Sql.value(session, "SELECT pg_backend_pid()");
      assertThatThrownBy(
              () ->
                  Sql.inTransaction(
                      session,
                      () -> {
                        Sql.run(session, "INSERT INTO recovery.r VALUES (1)");
                        sql("SELECT pg_terminate_backend(%s, 10000)".formatted(pid));
                        throw new IOException("the first error");
                      }))
          .hasMessage("the first error")
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }
    assertThat(sql(COUNT)).isEqualTo("0|0");
  }

  @Test
  void trustsNoLedgerOfOthers() throws Exception {
    sql(
        "CREATE TABLE recovery.loadpath_exports (x int); COMMENT ON TABLE recovery.loadpath_exports IS 'mine'");
    assertThatThrownBy(export("insert", "1|a\n")::run)
        .hasMessageContaining("\"recovery\".loadpath_exports is no table of Loadpath's");
    assertThat(sql("SELECT obj_description('recovery.loadpath_exports'::regclass)"))
        .isEqualTo("mine");

    sql("DROP TABLE recovery.loadpath_exports");
    export("insert", "").run();
    sql("CREATE ROLE stranger");
    try {
      sql("ALTER TABLE recovery.loadpath_export_tasks OWNER TO stranger");
      assertThatThrownBy(export("insert", "1|a\n")::run)
          .hasMessageContaining("\"recovery\".loadpath_export_tasks belongs to stranger");
      assertThat(sql(COUNT)).isEqualTo("0|0");
    } finally {
      sql("DROP OWNED BY stranger CASCADE; DROP ROLE stranger");
    }
  }
}
