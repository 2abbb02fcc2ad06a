package io.loadpath.loads.exports;

import static io.loadpath.loads.exports.ExportStop.ROWS;
import static io.loadpath.loads.exports.ExportStop.STOPPED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.exports.ExportStop.Stage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deaths of an export at each of its stages: its process is killed, or its sessions. */
class ExportDeathIT extends ExportFixture {
  private static final String SESSIONS =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath export%'";

  private Process child;

  @BeforeEach
  void makeTarget() throws Exception {
    makeTable();
    makeLedger();
  }

  @AfterEach
  void endProcess() throws Exception {
    if (child != null) {
      child.destroyForcibly().waitFor();
    }
  }

  private static TestExport death(String way) throws Exception {
    return export(way, rows(0, ROWS));
  }

  /** Kills an export's process at a stage. */
  private void kill(TestExport export, Stage stage) throws Exception {
    ExportStop stop = ExportStop.at(stage, SharedServer.test(), () -> child = export.start());
    try (stop) {
      child.destroyForcibly().waitFor();
    }
    await(SESSIONS, "0");
  }

  /** The next export brings its rows once, and nothing is left of the dead one. */
  private static void assertExactlyOnce(TestExport again) throws Exception {
    again.run();
    assertThat(sql(COUNT)).isEqualTo(ROWS + "|" + ROWS);
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
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
    TestExport export = death(way);
    kill(export, stage);

    assertThat(prepared).contains(sql("SELECT count(*) FROM pg_prepared_xacts"));
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  @Test
  void isUndoneWithoutAnotherExportToo() throws Exception {
    TestExport export = death("two-phase");
    kill(export, Stage.BEFORE_THE_DECISION);
    assertThat(sql(LEFT)).isEqualTo("2|0|1");

    export.set("loadpath.export.recover-only", "true").run();
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
  }

  @Test
  void betweenTwoCommitsOfPreparedTransactionsItIsFinished() throws Exception {
    TestExport export = death("two-phase");
    kill(export, Stage.BEFORE_THE_DECISION);
    sql("UPDATE exports.loadpath_exports SET state = 'COMMITTING' WHERE NOT seen");
    sql("COMMIT PREPARED '%s'".formatted(sql("SELECT min(gid) FROM pg_prepared_xacts")));
    assertThat(sql("SELECT count(*) BETWEEN 900 AND 1100 FROM exports.t")).isEqualTo("t");

    assertExactlyOnce(export);
  }

  @Test
  void afterTheCommitOfWhichTheClientDidNotHearItBringsNothingAgain() throws Exception {
    TestExport export = death("insert");
    export.run();
    sql("UPDATE exports.loadpath_exports SET seen = false");
    await(SESSIONS, "0");
    assertExactlyOnce(export);

    export.run();
    assertThat(sql("SELECT count(*) FROM exports.t")).as("the client had heard").isEqualTo("4000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void ofItsSessionDuringCopy(String way) throws Exception {
    TestExport export = death(way);
    CompletableFuture<Void> run = new CompletableFuture<>();
    ExportStop stop = stopped(export, run);
    try (stop) {
      sql(STOPPED.replace("count(*)", "pg_terminate_backend(pid)"));
      assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS))
          .hasMessageContainingAll("nothing was exported", "connection");
    }

    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
    assertExactlyOnce(export);
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void anExportThatAnotherHasUndoneLeavesNothing(String way) throws Exception {
    TestExport export = death(way);
    CompletableFuture<Void> run = new CompletableFuture<>();
    ExportStop stop = stopped(export, run);
    try (stop) {
      assertRefused(export.again(), "has not ended: its client is connected");
      sql("UPDATE exports.loadpath_exports SET state = 'UNDONE' WHERE NOT seen");
    }

    assertThatThrownBy(() -> run.get(60, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class);
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
  }

  private static ExportStop stopped(TestExport export, CompletableFuture<Void> run)
      throws Exception {
    return ExportStop.at(
        Stage.DURING_COPY, SharedServer.test(), () -> Sessions.async(export::run, run));
  }
}
