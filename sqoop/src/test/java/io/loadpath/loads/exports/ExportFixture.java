package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** For tests of exports: the schema {@code exports} of the shared server, empty. */
@ExtendWith(SharedServer.class)
abstract class ExportFixture {
  static final String SCHEMA = "exports";
  static final String COUNT = "SELECT count(*), count(DISTINCT id) FROM exports.t";
  static final String STAGING =
      "SELECT count(*) FROM pg_class WHERE obj_description(oid, 'pg_class') LIKE 'Loadpath: staging%'";

  /** Prepared transactions, staging tables and exports whose end no client has seen. */
  static final String LEFT =
      "SELECT (SELECT count(*) FROM pg_prepared_xacts), (%s), (SELECT count(*) FROM exports.loadpath_exports WHERE NOT seen)"
          .formatted(STAGING);

  static final String NOTHING = "0|0|0";

  @BeforeEach
  final void makeSchema() {
    sql("CREATE SCHEMA exports");
  }

  @AfterEach
  final void dropSchema() {
    List<String> prepared = sql("SELECT gid FROM pg_prepared_xacts").lines().toList();
    prepared.forEach(name -> sql("ROLLBACK PREPARED '%s'".formatted(name)));
    sql(
        "SET client_min_messages = error; DROP SCHEMA exports CASCADE; DROP ROLE IF EXISTS ann, bob, team");
    assertThat(prepared).isEmpty();
  }

  static void makeTable() {
    sql("CREATE TABLE exports.t (id int, name text)");
  }

  static String sql(String statements) {
    return SharedServer.test().sql(statements);
  }

  static void await(String query, String wanted) {
    SharedServer.test().await(query, wanted);
  }

  static Connection session() throws Exception {
    return Sessions.open(SharedServer.test());
  }

  /** An export into {@code exports.t} by a way, or for {@code update} by the key {@code id}. */
  static TestExport export(String way) throws Exception {
    TestExport export = new TestExport("t").schema(SCHEMA);
    return way.equals("update") ? export.keys("id", true) : export.set(Settings.EXPORT_COMMIT, way);
  }

  /** Like {@link #export(String)}, of one file with these rows. */
  static TestExport export(String way, String rows) throws Exception {
    return export(way).file("part-0", rows);
  }

  /** Rows of these numbers, for {@link #makeTable}. */
  static String rows(int from, int to) {
    StringBuilder rows = new StringBuilder();
    for (int i = from; i < to; i++) {
      rows.append(i).append("|name ").append(i).append("|\n");
    }
    return rows.toString();
  }

  /** As if the client had died after the commit. */
  static void forgetTheClient() {
    sql("UPDATE exports.loadpath_exports SET seen = false");
  }

  /** Requires that an export fails in these words, and moves no row. */
  static void assertRefused(TestExport export, String... words) {
    String before = sql("SELECT count(*) FROM exports.t");
    assertThatThrownBy(export::run).hasMessageContainingAll(words);
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo(before);
  }

  /** Makes the ledger, without rows. */
  static void makeLedger() throws Exception {
    export("insert", "").run();
    sql("DELETE FROM exports.loadpath_exports"); // the next export would wait for a test's lock
  }

  static void endWell(CompletableFuture<Void> export) throws Exception {
    export.get(60, TimeUnit.SECONDS);
  }

  /** An export whose task's rows are in place, and which is not decided until this is closed. */
  record Undecided(Connection reader, CompletableFuture<Void> run) implements AutoCloseable {
    static Undecided start(TestExport export) throws Exception {
      sql("DELETE FROM exports.loadpath_exports");
      export.options.setNumMappers(1);
      Connection reader = session();
      reader.setAutoCommit(false);
      try (Connection lock = session()) {
        lock.setAutoCommit(false);
        Sql.run(lock, "LOCK TABLE exports.loadpath_export_tasks IN SHARE MODE");
        CompletableFuture<Void> run = Sessions.async(export::run);
        await("SELECT count(*) FROM exports.loadpath_exports WHERE NOT seen", "1");
        Sql.rows(reader, "SELECT FROM exports.loadpath_exports FOR SHARE");
        lock.rollback();
        await("SELECT count(*) FROM exports.loadpath_export_tasks", "1");
        return new Undecided(reader, run);
      }
    }

    @Override
    public void close() throws SQLException {
      reader.close();
    }
  }
}
