package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.Ledger.State;
import java.io.IOException;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What exports make of others that have died, and of their own lost sessions. */
class ExportRecoveryIT extends ExportFixture {
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '%s' AND wait_event_type = 'Lock'";

  private static final Configuration LOCAL = new Configuration();

  static {
    LOCAL.set("mapreduce.framework.name", "local");
  }

  @BeforeEach
  void makeTarget() {
    makeTable();
  }

  /** Waits until the sessions that were closed hold no lock any more. */
  private static void awaitNoSession() throws InterruptedException {
    await(
        "SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid()", // no pid: prepared
        "0");
  }

  private static ExportNames names(Connection session) throws Exception {
    return LedgerTables.create(session, new ExportNames(SCHEMA, "t", "", 0));
  }

  private static DeadExports deadExports(Connection session, ExportNames names) {
    return new DeadExports(session, names, new JobCluster(LOCAL), "--again");
  }

  @Test
  void remembersACommittedExportOfOtherFilesUntilItIsRunAgain() throws Exception {
    TestExport dead = export("insert", "1|a\n2|b\n");
    dead.run();
    forgetTheClient();
    export("insert", "3|c\n").run();
    export("insert", "").set("loadpath.export.recover-only", "true").run();

    dead.run();
    assertThat(sql(COUNT)).isEqualTo("3|3");
    dead.run();
    assertThat(sql(COUNT)).as("the client has heard of the first").isEqualTo("5|3");
  }

  @Test
  void keepsOnlyTheFiguresOfTheLastExportsThatHaveNoName() throws Exception {
    String past =
        "SELECT export FROM exports.loadpath_exports WHERE source = 'past' ORDER BY export";
    TestExport first = export("insert", "1|a\n2|b\n");
    first.run();
    export("insert", "3|c\n").set(Settings.EXPORT_ID, "day").run();
    String copy =
        """
        INSERT INTO exports.loadpath_exports (target, target_id, way, source, digest, cluster, state, seen)
        SELECT target, target_id, way, source, digest, cluster, '%s', true
        FROM exports.loadpath_exports, generate_series(1, %d) WHERE export = 1""";
    sql(copy.formatted("COMMITTED", PastLoad.MOST - 1));
    sql(copy.formatted("UNDONE", 1));

    first.again().run();
    assertThat(sql(COUNT)).as("the repeat is not known").isEqualTo("5|3");
    assertThat(sql(past).lines()).hasSize(PastLoad.MOST).startsWith("1");
    assertThat(
            sql(
                "SELECT DISTINCT digest, storage, files, rejects, partitions, rows, bytes > 0 FROM exports.loadpath_exports JOIN exports.loadpath_export_tasks USING (export) WHERE source = 'past'"))
        .isEqualTo("||{}|{}|{}|1|t");
    try (Connection session = session()) {
      assertThat(past(session, "t")).extracting(PastLoad::rows).containsExactly(2L, 1L, 2L);
      assertThat(past(session, "u")).as("of another table").hasSize(3);
    }

    export("insert", "4|d\n").run();
    assertThat(sql(past).lines()).hasSize(PastLoad.MOST).doesNotContain("1");
    assertThat(sql("SELECT source FROM exports.loadpath_exports WHERE export = 2"))
        .isEqualTo("id:day");
  }

  private static List<PastLoad> past(Connection session, String table) throws Exception {
    ExportNames names = new ExportNames(SCHEMA, table, "", 0);
    return PastLoad.of(session, names, ExportPlan.Way.INSERT, LOCAL);
  }

  @Test
  void dropsTheStagingTablesThatAnInterruptedUndoHasLeft() throws Exception {
    try (Connection session = session()) {
      ExportNames names = names(session);
      names =
          names.withExport(
              new Ledger(session, names).begin(ExportPlan.Way.INSERT, Sessions.SOURCE, "local"));
      String table = names.staging(0, 0);
      Sql.run(session, "CREATE TABLE %s (id int)".formatted(table));
      Sql.run(
          session, "COMMENT ON TABLE %s IS %s".formatted(table, Sql.literal(names.stagingMark())));
      new Ledger(session, names).setState(State.UNDONE);
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
      names = Sessions.committing(session, names(session), 3);
    }
    awaitNoSession();
    sql("ROLLBACK PREPARED '%s'".formatted(names.transactionName(0, 0)));

    export("insert", "7|a\n").run();
    assertThat(sql(COUNT)).isEqualTo("3|3");
    for (int i = 0; i < 2; i++) {
      try (Connection session = session()) {
        assertThatThrownBy(() -> deadExports(session, names).settle(Sessions.SOURCE, false))
            .hasMessageContainingAll(
                "rows of task 0 are missing",
                "DELETE FROM \"exports\".loadpath_exports WHERE export = 1");
      }
      awaitNoSession();
    }
    sql("DELETE FROM exports.loadpath_exports WHERE export = 1");
    try (Connection session = session()) {
      assertThat(deadExports(session, names).settle(Sessions.SOURCE, false)).isFalse();
    }
  }

  @Test
  void hidesANewExportUntilItHasItsLock() throws Exception {
    try (Connection session = session();
        Connection other = session()) {
      ExportNames names = names(session);
      Sql.rows(
          other,
          "SELECT pg_advisory_lock(('exports.loadpath_exports'::regclass::oid::bigint << 32) | 1)");
      CompletableFuture<Void> begun =
          Sessions.async(
              () ->
                  new Ledger(session, names)
                      .begin(ExportPlan.Way.INSERT, Sessions.SOURCE, "local"));
      await("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory'", "1");
      assertThat(sql("SELECT count(*) FROM exports.loadpath_exports")).isEqualTo("0");
      Sql.rows(other, "SELECT pg_advisory_unlock_all()");
      begun.get(60, TimeUnit.SECONDS);

      assertThat(sql("SELECT count(*) FROM exports.loadpath_exports")).isEqualTo("1");
      assertThat(new Ledger(other, names.withExport(1)).clientIsGone()).isFalse();
    }
  }

  /** Ends the client's session while its task waits for a lock. */
  private static CompletableFuture<Void> loseSessionOf(TestExport export) throws Exception {
    try (Connection lock = session()) {
      lock.setAutoCommit(false);
      Sql.run(lock, "LOCK TABLE exports.t IN SHARE MODE");
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
    assertThat(sql("SELECT state, seen FROM exports.loadpath_exports")).isEqualTo("COMMITTED|t");
  }

  @Test
  void saysWhyNothingIsExportedThoughItsSessionIsLost() throws Exception {
    CompletableFuture<Void> run = loseSessionOf(export("two-phase", "1|a\nx|b\n"));

    assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS))
        .hasMessageContainingAll("nothing was exported", "'x' is not an integer");
    assertThat(sql(COUNT)).isEqualTo("0|0");
    assertThat(sql("SELECT state, seen FROM exports.loadpath_exports")).isEqualTo("UNDONE|t");
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
                        Sql.run(session, "INSERT INTO exports.t VALUES (1)");
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
        "CREATE TABLE exports.loadpath_exports (x int); COMMENT ON TABLE exports.loadpath_exports IS 'mine'");
    assertRefused(
        export("insert", "1|a\n"), "\"exports\".loadpath_exports is not a table of Loadpath's");
    assertThat(sql("SELECT obj_description('exports.loadpath_exports'::regclass)"))
        .isEqualTo("mine");

    sql("DROP TABLE exports.loadpath_exports");
    export("insert", "").run();
    sql("CREATE ROLE stranger");
    try {
      sql("ALTER TABLE exports.loadpath_export_tasks OWNER TO stranger");
      assertRefused(
          export("insert", "1|a\n"), "\"exports\".loadpath_export_tasks belongs to stranger");
    } finally {
      sql("DROP OWNED BY stranger CASCADE; DROP ROLE stranger");
    }
  }
}
