package io.loadpath.loads.exports;

import static io.loadpath.loads.exports.ExportFixture.COUNT;
import static io.loadpath.loads.exports.ExportFixture.LEFT;
import static io.loadpath.loads.exports.ExportFixture.NOTHING;
import static io.loadpath.loads.exports.ExportFixture.rows;
import static io.loadpath.loads.exports.ExportStop.ROWS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.loads.Sql;
import io.loadpath.loads.exports.ExportStop.Stage;
import io.loadpath.loads.exports.Ledger.State;
import io.loadpath.sqoop.JobLog;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** What an export makes of a server that crashes, is full, or is busy. */
class ExportServerIT {
  private static final String UNREPLICATED =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  private static final int MOST_SESSIONS = 12;

  private static TestServer test;
  private static boolean hasDisk;

  private Path folder;

  @BeforeAll
  static void start() throws Exception {
    test =
        new TestServer(
            state -> {
              List<String> mounting = onSmallDisk(state.resolve("disk"));
              List<String> trial = new ArrayList<>(mounting);
              trial.add("true");
              hasDisk =
                  Program.in(state, "sh", "-c", "\"$@\"", "sh")
                          .with(trial.toArray(String[]::new))
                          .run()
                          .exitCode()
                      == 0;
              return hasDisk ? mounting : List.of();
            });
    test.server.start();
    // a session waits for a standby only if there may be one
    sql("ALTER SYSTEM SET wal_level = replica");
    sql("ALTER SYSTEM SET max_wal_senders = 1");
    sql("ALTER SYSTEM SET max_connections = " + MOST_SESSIONS);
    test.server.stop();
    test.server.start();
  }

  /** A command that runs another one where a folder is a file system of 8 MiB. */
  private static List<String> onSmallDisk(Path disk) {
    ServerUser user = ServerUser.find();
    String mount =
        "mkdir -p \"$1\" && mount -t tmpfs -o size=8m,mode=700%s tmpfs \"$1\" && shift && exec %s\"$@\"";
    String owner = user.dropped() ? ",uid=%d,gid=%d".formatted(user.uid(), user.gid()) : "";
    String inner = user.dropped() ? "" : "unshare --user --map-user=%d -- ".formatted(user.uid());
    String unshare = user.dropped() ? "unshare --mount" : "unshare --map-root-user --mount";
    List<String> command = new ArrayList<>(List.of(unshare.split(" ")));
    command.addAll(List.of("sh", "-c", mount.formatted(owner, inner), "sh", disk.toString()));
    return command;
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  @BeforeEach
  void makeTarget() throws Exception {
    folder = test.newFolder();
    sql("CREATE SCHEMA exports; CREATE TABLE exports.t (id int, name text)");
    export("insert", 0).run();
    sql("DELETE FROM exports.loadpath_exports"); // the next export would wait for our lock to do so
  }

  @AfterEach
  void drop() {
    sql("SET lock_timeout = '10s'; SET client_min_messages = error; DROP SCHEMA exports CASCADE");
  }

  private static String sql(String statements) {
    return test.sql(statements);
  }

  private TestExport export(String way, int rows) throws IOException {
    return export(way).file("part-0", rows(0, rows));
  }

  /** An export of the files that are there, to the server's port of now. */
  private TestExport export(String way) throws IOException {
    return new TestExport(folder, "t", test.server.connection())
        .schema("exports")
        .set("loadpath.export.commit", way);
  }

  private void assertExactlyOnceAfterTheNextRun(String way) throws Exception {
    export(way).run();
    assertThat(sql(COUNT)).isEqualTo(ROWS + "|" + ROWS);
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
  }

  /** Crashes the server when an export has been stopped at a stage. */
  private void crash(String way, Stage stage) throws Exception {
    TestExport export = export(way, ROWS);
    CompletableFuture<Void> run = new CompletableFuture<>();
    ExportStop stop = ExportStop.at(stage, test, () -> Sessions.async(export::run, run));
    try (stop) {
      test.killPostmaster();
    }
    assertThatThrownBy(() -> run.get(120, TimeUnit.SECONDS))
        .hasMessageContaining("into \"exports\".\"t\" is unknown; run it again");
    test.server.start();
  }

  /** Staged rows are not committed before the ledger knows the tasks. */
  @ParameterizedTest
  @CsvSource({
    "insert, DURING_COPY, 0",
    "two-phase, DURING_COPY, 0..1",
    "two-phase, BEFORE_THE_LEDGER_KNOWS_THE_TASKS, 2",
    "insert, BEFORE_THE_DECISION, 0",
    "two-phase, BEFORE_THE_DECISION, 2",
    "insert, DURING_THE_INSERT, 0",
  })
  void anExportBeforeItsCommitIsUndoneAfterACrash(String way, Stage stage, String prepared)
      throws Exception {
    crash(way, stage);
    assertThat(prepared).contains(sql("SELECT count(*) FROM pg_prepared_xacts"));
    assertThat(sql(COUNT)).isEqualTo("0|0");

    assertExactlyOnceAfterTheNextRun(way);
  }

  @Test
  void anExportAmidTheCommitsOfItsTransactionsIsFinishedAfterACrash() throws Exception {
    crash("two-phase", Stage.BEFORE_THE_DECISION);
    sql("UPDATE exports.loadpath_exports SET state = 'COMMITTING' WHERE NOT seen");
    sql("COMMIT PREPARED '%s'".formatted(sql("SELECT min(gid) FROM pg_prepared_xacts")));
    test.killPostmaster();
    test.server.start();
    assertThat(sql("SELECT count(*) BETWEEN 900 AND 1100 FROM exports.t")).isEqualTo("t");

    assertExactlyOnceAfterTheNextRun("two-phase");
  }

  /**
   * Runs an export. When the first of its two tasks is done, one of the server's sessions crashes.
   */
  private static void runWithACrashBetweenTheTasks(TestExport export) throws IOException {
    Consumer<String> crash =
        message -> {
          if (message.matches("Starting task: attempt_.*_m_000001_0")) {
            crashASession();
          }
        };
    JobLog.listen(crash, export.set("mapreduce.local.map.tasks.maximum", "1")::run);
  }

  /** Kills a session's process, so that the server ends all others and recovers. */
  private static void crashASession() {
    try (Connection session = Sessions.open(test);
        Connection other = Sessions.open(test)) {
      Processes.signal("KILL", List.of((long) session.unwrap(PGConnection.class).getBackendPID()));
      while (other.isValid(1)) {
        Thread.sleep(10);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    for (int tries = 0; !answers(); tries++) {
      assertThat(tries).as("the server recovers").isLessThan(600);
      LockSupport.parkNanos(100_000_000);
    }
  }

  private static boolean answers() {
    try {
      Sessions.open(test).close();
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  @Test
  void anUnloggedTargetHasAllRowsAfterACrashBetweenTheTasks() throws Exception {
    sql("DROP TABLE exports.t; CREATE UNLOGGED TABLE exports.t (id int, name text)");
    runWithACrashBetweenTheTasks(export("auto", ROWS));

    assertThat(sql(COUNT)).isEqualTo(ROWS + "|" + ROWS);
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
  }

  @Test
  void aServerWithoutFreeSessionsIsNamedWithWhatToDo() throws Exception {
    TestExport export = export("insert", ROWS);
    List<Connection> sessions = new ArrayList<>();
    String log;
    try (JobLog job = new JobLog()) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  sessions.add(Sessions.open(test));
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("too many clients");
      end(sessions.remove(0)); // for the client, and none for its tasks
      assertThatThrownBy(export::run).hasMessageContaining("nothing was exported");
      log = job.text();
    } finally {
      for (Connection session : sessions) {
        end(session);
      }
    }

    assertThat(log).contains("too many clients already", "use fewer mappers or writers");
    assertThat(sql(COUNT)).isEqualTo("0|0");
    assertExactlyOnceAfterTheNextRun("insert");
  }

  /** Closes a session and waits until the server has its place again. */
  private static void end(Connection session) throws Exception {
    int backend = session.unwrap(PGConnection.class).getBackendPID();
    session.close();
    Optional<ProcessHandle> process = ProcessHandle.of(backend);
    if (process.isPresent()) {
      process.get().onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void aFullDiskLeavesNothing(String way) throws Exception {
    assumeTrue(hasDisk, "needs the right to mount a file system");
    sql("DROP TABLE exports.t");
    sql("CREATE TABLESPACE small LOCATION '%s'".formatted(test.state.resolve("disk")));
    try {
      sql("CREATE TABLE exports.t (id int, name text) TABLESPACE small");
      sql(
          "CREATE TABLE filler TABLESPACE small AS SELECT repeat('x', 1000) FROM generate_series(1, 5600)");

      assertThatThrownBy(export(way, 50_000)::run)
          .hasMessageContaining("nothing was exported")
          .hasMessageContaining("No space left on device");
      assertThat(sql(COUNT)).isEqualTo("0|0");
      assertThat(sql(LEFT)).isEqualTo(NOTHING);

      sql("DROP TABLE filler");
      export(way).run();
      assertThat(sql(COUNT)).isEqualTo("50000|50000");
    } finally {
      sql("DROP TABLE IF EXISTS filler, exports.t; CREATE TABLE exports.t (id int)");
      sql("DROP TABLESPACE small");
      sql("CHECKPOINT"); // recovery would look for the disk, which ends with the server
    }
  }

  @Test
  void waitsForASessionThatEndsTheSamePreparedTransaction() throws Exception {
    try (Connection session = Sessions.open(test)) {
      Sql.run(session, "SET synchronous_commit = local");
      ExportNames names =
          Sessions.committing(session, new ExportNames("exports", "t", "busy", 0), 1);
      String name = names.transactionName(0, 0);
      sql("CREATE TABLE probe (n int)");
      sql("ALTER SYSTEM SET synchronous_standby_names = 'absent'");
      sql("SELECT pg_reload_conf()");
      AtomicBoolean released = new AtomicBoolean();
      CompletableFuture<Void> probe =
          Sessions.async(
              () -> {
                while (!released.get()) {
                  sql("INSERT INTO probe VALUES (1)");
                }
              });
      test.await(UNREPLICATED, "1");
      CompletableFuture<Void> other =
          Sessions.async(() -> sql("COMMIT PREPARED '%s'".formatted(name)));
      test.await(UNREPLICATED, "2");

      CompletableFuture<Void> finish =
          Sessions.async(
              () ->
                  assertThat(new ExportOutcome(session, names).finish())
                      .isEqualTo(State.COMMITTED));
      String busy = "prepared transaction with identifier \"%s\" is busy".formatted(name);
      for (int tries = 0; !test.log().contains(busy); tries++) {
        assertThat(tries).isLessThan(1000);
        Thread.sleep(20);
      }
      assertThat(finish).isNotDone();
      released.set(true);
      sql("ALTER SYSTEM RESET synchronous_standby_names");
      sql("SELECT pg_reload_conf()");

      other.get(60, TimeUnit.SECONDS);
      finish.get(60, TimeUnit.SECONDS);
      probe.get(60, TimeUnit.SECONDS);
    }
    sql("DROP TABLE probe");
    assertThat(sql(COUNT)).isEqualTo("1|1");
  }
}
