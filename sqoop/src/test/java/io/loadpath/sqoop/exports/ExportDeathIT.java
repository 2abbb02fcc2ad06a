package io.loadpath.sqoop.exports;

import static io.loadpath.sqoop.exports.ExportStop.LEFT;
import static io.loadpath.sqoop.exports.ExportStop.ROWS;
import static io.loadpath.sqoop.exports.ExportStop.STOPPED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.sqoop.exports.ExportStop.Stage;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deaths of an export at each of its stages: its process is killed, or its sessions. */
@ExtendWith(SharedServer.class)
class ExportDeathIT {
  private static final String SESSIONS =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%'";

  private Process child;

  @BeforeAll
  static void makeLedger() throws Exception {
    sql("DROP TABLE IF EXISTS d; CREATE TABLE d (id int, name text)");
    new TestExport("d").file("part-0", "").run();
  }

  @BeforeEach
  void makeTarget() {
    sql("DROP TABLE IF EXISTS d; CREATE TABLE d (id int, name text)");
    sql("DELETE FROM loadpath_exports"); // the next export would wait for our lock to do so
  }

  @AfterEach
  void endProcess() throws Exception {
    if (child != null) {
      child.destroyForcibly().waitFor();
    }
  }

  private static String sql(String statements) {
    return SharedServer.test().sql(statements);
  }

  private static TestExport export(String way) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      rows.append(i).append("|x\n");
    }
    return new TestExport("d").set("loadpath.export.commit", way).file("part-0", rows.toString());
  }

  /** Kills an export's process at a stage. */
  private void kill(TestExport export, Stage stage) throws Exception {
    ExportStop stop = ExportStop.at(stage, SharedServer.test(), () -> child = export.start());
    try (stop) {
      child.destroyForcibly().waitFor();
    }
    SharedServer.test().await(SESSIONS, "0");
  }

  /** The next export brings its rows once, and nothing is left of the dead one. */
  private static void assertExactlyOnce(TestExport again) throws Exception {
    again.run();
    assertThat(sql("SELECT count(*), count(DISTINCT id) FROM d")).isEqualTo(ROWS + "|" + ROWS);
    assertThat(sql(LEFT)).isEqualTo("0|0|0");
  }

  /** Staged rows are not committed before the ledger knows the tasks. */
  @ParameterizedTest
  @CsvSource({
    "insert, DURING_COPY, 0..1",
    "two-phase, DURING_COPY, 0..1",
    "two-phase, BEFORE_THE_LEDGER_KNOWS_THE_TASKS, 2",
    "insert, BEFORE_THE_DECISION, 0",
    "insert, DURING_THE_INSERT, 0",
  })
  void anExportBeforeItsCommitIsUndone(String way, Stage stage, String prepared) throws Exception {
    TestExport export = export(way);
    kill(export, stage);

    assertThat(prepared).contains(sql("SELECT count(*) FROM pg_prepared_xacts"));
    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  @Test
  void isUndoneWithoutAnotherExportToo() throws Exception {
    TestExport export = export("two-phase");
    kill(export, Stage.BEFORE_THE_DECISION);
    assertThat(sql(LEFT)).isEqualTo("2|0|1");

    export.set("loadpath.export.recover.only", "true").run();
    assertThat(sql(LEFT)).isEqualTo("0|0|0");
    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
  }

  @Test
  void betweenTwoCommitsOfPreparedTransactionsItIsFinished() throws Exception {
    TestExport export = export("two-phase");
    kill(export, Stage.BEFORE_THE_DECISION);
    sql("UPDATE loadpath_exports SET state = 'COMMITTING' WHERE NOT seen");
    sql("COMMIT PREPARED '%s'".formatted(sql("SELECT min(gid) FROM pg_prepared_xacts")));
    assertThat(sql("SELECT count(*) BETWEEN 900 AND 1100 FROM d")).isEqualTo("t");

    assertExactlyOnce(export);
  }

  @Test
  void afterTheCommitOfWhichTheClientDidNotHearItBringsNothingAgain() throws Exception {
    TestExport export = export("insert");
    export.run();
    sql("UPDATE loadpath_exports SET seen = false");
    SharedServer.test().await(SESSIONS, "0");
    assertExactlyOnce(export);

    export.run();
    assertThat(sql("SELECT count(*) FROM d")).as("the client had heard").isEqualTo("4000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void ofItsSessionDuringCopy(String way) throws Exception {
    TestExport export = export(way);
    CompletableFuture<Void> run = new CompletableFuture<>();
    ExportStop stop =
        ExportStop.at(
            Stage.DURING_COPY, SharedServer.test(), () -> Sessions.async(export::run, run));
    try (stop) {
      sql(STOPPED.replace("count(*)", "pg_terminate_backend(pid)"));
      assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("nothing was exported into \"public\".\"d\"")
          .hasMessageContaining("connection");
    }

    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void anExportThatAnotherHasUndoneLeavesNothing(String way) throws Exception {
    TestExport export = export(way);
    CompletableFuture<Void> run = new CompletableFuture<>();
    ExportStop stop =
        ExportStop.at(
            Stage.DURING_COPY, SharedServer.test(), () -> Sessions.async(export::run, run));
    try (stop) {
      assertThatThrownBy(export.again()::run)
          .hasMessageContaining("of the same files is not at its end: its client is connected");
      sql("UPDATE loadpath_exports SET state = 'UNDONE' WHERE NOT seen");
    }

    assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    assertThat(sql("SELECT count(*) FROM d")).isEqualTo("0");
    assertThat(sql(LEFT)).isEqualTo("0|0|0");
  }
}
