package io.loadpath.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Jobs of the connector on YARN in which a part dies. A row of the second task waits in the
 * database until the sequence {@code gate} is set, so that the job stops at a known moment.
 */
@Timeout(600)
@ExtendWith(SharedCluster.class)
class ConnectorDeathsOnCluster {
  private static final int ROWS = 2000;
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String CLIENT = "org.apache.sqoop.Sqoop";
  private static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";
  private static final String TASK = "org.apache.hadoop.mapred.YarnChild";
  private static final String SECOND_TASK = "attempt_\\d+_\\d+_m_000001_\\d+";
  private static final String CONNECTOR =
      "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,"
          + "org.apache.sqoop.manager.DefaultManagerFactory";
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath %' AND wait_event = 'PgSleep'";
  private static final String COMMITTED_TASKS =
      "SELECT count(*) FROM loadpath_export_tasks JOIN loadpath_exports USING (export) WHERE NOT seen";
  private static final String LEFT =
      """
      SELECT (SELECT count(*) FROM pg_prepared_xacts),
        (SELECT count(*) FROM pg_class WHERE relname ~ '^loadpath_\\d+_\\d+_\\d+$')""";

  private static ConnectionInfo connection;
  private static TestHdfs hdfs;
  private static String input;

  @BeforeAll
  static void makeRows() {
    connection = SharedCluster.postgres();
    hdfs = SharedCluster.hdfs();
    input = hdfs.home() + "/deaths-in";
    String rows =
        IntStream.rangeClosed(1, ROWS).mapToObj(id -> id + "|x\n").collect(Collectors.joining());
    hdfs.write(input + "/part-0", rows.getBytes(UTF_8), 1 << 20);
    // a sequence shows its value at once, in any snapshot
    SharedCluster.sql(
        """
        CREATE SEQUENCE gate;
        CREATE FUNCTION pass(id int) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
          WHILE id = %d AND (SELECT last_value FROM public.gate) = 1 LOOP PERFORM pg_sleep(0.02); END LOOP;
          RETURN true; END $$;
        CREATE DOMAIN gated AS int CHECK (public.pass(VALUE))"""
            .formatted(ROWS - 100));
  }

  @BeforeEach
  void closeGate() {
    SharedCluster.sql(
        "DROP TABLE IF EXISTS deaths; SELECT setval('gate', 1); CREATE TABLE deaths (id gated, name text)");
  }

  @AfterEach
  void openGate() {
    SharedCluster.sql("SELECT setval('gate', 2)");
  }

  @Test
  void aSecondMasterGoesOnWithTheTasksThatHadCommitted() {
    CompletableFuture<Outcome> export = start(export("two-phase"));
    awaitSecondTask();
    await("the history has no task that ended", () -> history().contains("TASK_FINISHED"));
    kill("KILL", MASTER);
    openGate();

    export.join().ok();
    assertThat(attempts()).as("the first task is not run again").isEqualTo("0 1000");
    assertExactlyOnce();
  }

  @Test
  void aJobThatOutlivesItsClientIsNotRepeated() {
    CompletableFuture<Outcome> export = start(export("insert"));
    awaitSecondTask();
    Processes.signal("KILL", clients());
    assertThat(export.join().exitCode()).isEqualTo(137);
    openGate();
    await("SELECT state FROM loadpath_exports WHERE NOT seen", "COMMITTED");
    await("a container is left", () -> SharedCluster.cluster().containers().isEmpty());

    export("insert").run().ok();
    assertExactlyOnce();
  }

  /** The client is stopped meanwhile, because it would undo the export too. */
  @Test
  void aMasterThatIsToldToEndUndoesTheExport() {
    CompletableFuture<Outcome> export = start(export("two-phase"));
    awaitSecondTask();
    assertThat(SharedCluster.sql(LEFT)).isEqualTo("1|0");
    Processes.signal("STOP", clients());
    try {
      kill("TERM", MASTER);
      await("SELECT state FROM loadpath_exports WHERE NOT seen", "UNDONE");
      assertNothingLeft();
    } finally {
      Processes.signal("CONT", clients());
    }

    Outcome outcome = export.join();
    openGate();
    assertThat(outcome.exitCode()).as(outcome.all()).isEqualTo(1);
    assertThat(outcome.err()).contains("nothing was exported into \"public\".\"deaths\"");
    assertThat(SharedCluster.sql("SELECT count(*) FROM deaths")).isEqualTo("0");
  }

  @Test
  void anImportHasEachRowOnceThoughAMapDies() {
    String folder = hdfs.home() + "/deaths-out";
    CompletableFuture<Outcome> imported =
        start(
            sqoop(
                "import",
                "--query",
                "SELECT n AS id FROM generate_series(1, %d) n WHERE public.pass(n) AND $CONDITIONS"
                    .formatted(ROWS),
                "--split-by",
                "n",
                "--boundary-query",
                "SELECT 1, " + ROWS,
                "--target-dir",
                folder));
    await(WAITING, "1");
    kill("KILL", SECOND_TASK);
    openGate();

    assertThat(imported.join().ok().err()).contains("Failed map tasks=1");
    assertThat(hdfs.names(folder)).containsExactly("_SUCCESS", "part-m-00000", "part-m-00001");
    assertThat(Stream.of("0", "1").flatMap(map -> hdfs.read(folder + "/part-m-0000" + map).lines()))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, ROWS).mapToObj(Integer::toString).toList());
  }

  private static Program export(String way) {
    return sqoop(
        "export",
        "-Dloadpath.export.commit=" + way,
        "--table",
        "deaths",
        "--export-dir",
        input,
        "--input-fields-terminated-by",
        "|");
  }

  private static Program sqoop(String tool, String... arguments) {
    List<String> words = new ArrayList<>(List.of(tool, CONNECTOR));
    Stream.of(arguments).filter(word -> word.startsWith("-D")).forEach(words::add);
    words.addAll(List.of("--direct", "--connect", connection.jdbcUrl(), "-m", "2"));
    words.addAll(List.of("--username", connection.user()));
    words.addAll(List.of("--password-file", "file://" + connection.passwordFile()));
    Stream.of(arguments).filter(word -> !word.startsWith("-D")).forEach(words::add);
    try {
      return SharedCluster.client(
          SharedCluster.newFolder(), "engines/bin/sqoop", words.toArray(String[]::new));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<Long> clients() {
    return Processes.all(words -> words.contains(CLIENT) && words.contains("deaths"));
  }

  private static CompletableFuture<Outcome> start(Program client) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    new Thread(() -> outcome.completeAsync(client::run, Runnable::run), "test client").start();
    return outcome;
  }

  /** Waits until the first task has committed and ended, and the second one waits at the gate. */
  private static void awaitSecondTask() {
    await(WAITING, "1");
    await(COMMITTED_TASKS, "1");
    await("the first task has not ended", () -> jvms(TASK).size() == 1);
  }

  private static void await(String query, String wanted) {
    await(query + " is not " + wanted, () -> SharedCluster.sql(query).equals(wanted));
  }

  private static void await(String failure, BooleanSupplier holds) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as(failure).isLessThan(deadline);
      Processes.pause();
    }
  }

  /** The containers' processes that have such a word in their command line. */
  private static List<Long> jvms(String word) {
    return SharedCluster.cluster().containers().stream()
        .filter(pid -> Processes.arguments(pid).stream().anyMatch(each -> each.matches(word)))
        .toList();
  }

  private static void kill(String signal, String word) {
    List<Long> victims = jvms(word);
    assertThat(victims).hasSize(1);
    Processes.signal(signal, victims);
  }

  /** The events that the newest job's first master has written. */
  private static String history() {
    String staging = hdfs.home() + "/.staging";
    return hdfs.names(staging).stream()
        .flatMap(job -> hdfs.names(staging + "/" + job).stream().map(file -> job + "/" + file))
        .filter(file -> file.endsWith("_1.jhist"))
        .map(file -> hdfs.read(staging + "/" + file))
        .collect(Collectors.joining());
  }

  /**
   * The numbers of the last export's attempts that committed; those of a second master begin with
   * 1000.
   */
  private static String attempts() {
    return SharedCluster.sql(
        "SELECT string_agg(attempt::text, ' ' ORDER BY attempt) FROM loadpath_export_tasks WHERE export = (SELECT max(export) FROM loadpath_exports)");
  }

  private static void assertExactlyOnce() {
    assertThat(
            SharedCluster.sql(
                "SELECT count(*), count(DISTINCT id::int), min(id), max(id) FROM deaths"))
        .isEqualTo("%d|%<d|1|%<d".formatted(ROWS));
    assertNothingLeft();
  }

  private static void assertNothingLeft() {
    await(LEFT, "0|0");
  }
}
