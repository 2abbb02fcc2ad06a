package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.lz4.Lz4Compressor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an import says when it cannot go on. */
class ImportFailuresIT extends ImportFixture {
  private static final String TASKS =
      "FROM pg_stat_activity WHERE application_name LIKE 'loadpath import attempt%'";

  @BeforeEach
  void makeTable() {
    sql(
        """
        CREATE TABLE imports.t AS SELECT generate_series(1, 5000) AS n;
        CREATE ROLE reader LOGIN PASSWORD 'reader' CONNECTION LIMIT 1;
        """);
  }

  @AfterEach
  void dropRole() {
    sql("DROP OWNED BY reader; DROP ROLE reader");
    Database.server()
        .await(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name ~ 'loadpath import'",
            "0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--table none        | relation \"imports.none\" does not exist",
        "--table t --columns n,none | column \"none\" does not exist",
        "--table t --where none=1   | column \"none\" does not exist",
        "--table t --split-by none  | column \"none\" does not exist",
        "--query SELECT~none~WHERE~$CONDITIONS -m 1 | column \"none\" does not exist",
      })
  void namesWhatIsNotThereBeforeAMapperStarts(String arguments, String message) throws Exception {
    SqoopJob job =
        imports(
                Arrays.stream(arguments.split(" "))
                    .map(argument -> argument.replace('~', ' '))
                    .toArray(String[]::new))
            .failed();

    assertThat(job.log()).contains(message).doesNotContain("MapTask");
    assertThat(target).doesNotExist();
  }

  @Test
  void namesAMisspeltKeyBeforeAnythingElse() throws Exception {
    SqoopJob job = imports("-Dloadpath.session.statement=SET jit = off", "--table t").failed();

    assertThat(job.log())
        .contains(
            "unknown key loadpath.session.statement: did you mean loadpath.session.statements?")
        .doesNotContain("COPY", "ImportJob");
  }

  @Test
  void namesTheMissingRight() throws Exception {
    assertThat(imports("--table t --username reader --password reader").log())
        .contains("permission denied for schema imports");

    sql("GRANT USAGE ON SCHEMA imports TO reader");
    Database.server().await("SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader'", "0");

    assertThat(imports("--table t --username reader --password reader").log())
        .contains("permission denied for table t");
  }

  @Test
  void saysThatTheServerTakesNoMoreSessions() throws Exception {
    sql("GRANT USAGE ON SCHEMA imports TO reader; GRANT SELECT ON imports.t TO reader");

    SqoopJob job = imports("--table t --username reader --password reader").failed();

    assertThat(job.log())
        .contains("too many connections for role \"reader\"", "use fewer mappers or writers");
  }

  @Test
  void saysThatTheSnapshotIsLost() throws Exception {
    SqoopJob job =
        SqoopJob.imports(target, byTwo("--table t"), ImportFailuresIT::endTheClientsSession)
            .failed();

    assertThat(job.log())
        .contains("the session of the client that held the snapshot is gone", "run the import");
    assertThat(SqoopJob.files(target)).isEmpty();
  }

  private static String endTheClientsSession() {
    return sql(
        """
        SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE application_name = 'loadpath import'
        """);
  }

  @Test
  void readsLaterPartitionsThoughTheClientsSessionIsLost() throws Exception {
    // rows that take long to read
    sql(
        """
        CREATE TABLE imports.p (n int, block text STORAGE PLAIN, long text)
          PARTITION BY RANGE (n);
        CREATE TABLE imports.p1 PARTITION OF imports.p FOR VALUES FROM (0) TO (30);
        CREATE TABLE imports.p2 PARTITION OF imports.p FOR VALUES FROM (30) TO (40);
        INSERT INTO imports.p
        SELECT n, repeat('b', 5000), CASE WHEN n < 30 THEN repeat('x', 9000000) END
        FROM generate_series(0, 39) AS n;
        """);
    CompletableFuture<String> truncate =
        async(
            () -> {
              await("SELECT (count(*) = 2)::int " + TASKS + " AND query LIKE 'COPY%'");
              endTheClientsSession();
              return sql("TRUNCATE imports.p2");
            });

    imports("--table p --columns n,long").ok();

    truncate.get();
    long rows = 0;
    for (String file : SqoopJob.files(target).keySet()) {
      try (Stream<String> lines = Files.lines(target.resolve(file))) {
        rows += lines.count();
      }
    }
    assertThat(rows).isEqualTo(40);
    assertThat(sql("SELECT count(*) FROM imports.p")).isEqualTo("30");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'loadpath import'; these rows may not be all rows: the session of the client",
        "'loadpath import attempt%'; the connection to the server is lost"
      })
  void failsIfASessionIsLostAmidAQuery(String session, String message) throws Exception {
    CompletableFuture<String> end =
        async(
            () -> {
              await("SELECT count(*) " + TASKS + " AND query LIKE 'COPY%'");
              return sql(
                  "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name LIKE '%s'"
                      .formatted(session));
            });

    String query = "SELECT n, pg_sleep(0.01) FROM imports.t WHERE n <= 50 AND $CONDITIONS";
    SqoopJob job = imports("--query", query, "-m 1").failed();

    end.get();
    assertThat(job.log()).contains(message, "run the");
    assertThat(target).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--compress", "--append"})
  void leavesNoFilesIfAMapperFails(String option) throws Exception {
    String query = "SELECT n, 1 / (n - 4000) FROM imports.t WHERE $CONDITIONS";
    List<String> arguments = new ArrayList<>(List.of("--query", query, "--split-by n"));
    if (!option.isEmpty()) {
      arguments.add(option);
    }
    // one after the other, so that the first one has committed
    arguments.add(0, "-Dmapreduce.local.map.tasks.maximum=1");

    assertThat(imports(arguments.toArray(String[]::new)).failed().log())
        .contains(
            "attempt_local", "SELECT n, 1 / (n - 4000) FROM imports.t WHERE", "division by zero");

    if (Files.exists(target)) {
      assertThat(target).isEmptyDirectory();
    }
  }

  /** Starts work in its own thread: the common pool may be full. */
  private static CompletableFuture<String> async(Supplier<String> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, "session").start());
  }

  @Test
  void saysThatAnotherSessionWaitsToChangeTheTable() throws Exception {
    List<CompletableFuture<String>> change = new ArrayList<>();

    SqoopJob job =
        SqoopJob.imports(
                target,
                byTwo("-Dloadpath.session.statements=SET lock_timeout = '300ms'", "--table t"),
                () -> {
                  change.add(async(() -> sql("TRUNCATE imports.t")));
                  await("SELECT count(*) FROM pg_locks WHERE NOT granted");
                })
            .failed();

    assertThat(job.log()).contains("waits to change it (TRUNCATE");
    change.get(0).get();
    assertThat(sql("SELECT count(*) FROM imports.t")).isEqualTo("0");
  }

  @Test
  void namesALimitOfTime() throws Exception {
    SqoopJob job =
        SqoopJob.imports(
                target,
                with(
                    "-Dloadpath.session.statements=SET statement_timeout = '200ms'",
                    "--query",
                    "SELECT n, pg_sleep(1) FROM imports.t WHERE $CONDITIONS",
                    "-m 1"))
            .failed();

    assertThat(job.log())
        .contains("canceling statement due to statement timeout", "raise statement_timeout");
  }

  @Override
  SqoopJob imports(String... arguments) throws Exception {
    boolean divided = with(arguments).contains("-m");
    return divided ? super.imports(arguments) : SqoopJob.imports(target, byTwo(arguments));
  }

  private static List<String> byTwo(String... arguments) {
    return with(join(arguments, "-m 2"));
  }

  /** Waits until a count is not 0. */
  private static void await(String count) {
    for (int tries = 0; sql(count).equals("0"); tries++) {
      assertThat(tries).as(count).isLessThan(3000);
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** As Hadoop's Lz4Codec where the library lz4-java is missing. */
  public static final class WithoutLibrary extends DefaultCodec {
    @Override
    public Compressor createCompressor() {
      throw new NoClassDefFoundError("net/jpountz/lz4/LZ4Factory");
    }

    @Override
    public Class<? extends Compressor> getCompressorType() {
      return Lz4Compressor.class;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.hadoop.io.compress.PassthroughCodec",
        "io.loadpath.sqoop.ImportFailuresIT$WithoutLibrary",
        "nosuch"
      })
  void keepsTheFilesOfTheTargetIfTheCodecIsMissing(String codec) throws Exception {
    Path old = Files.createFile(Files.createDirectory(target).resolve("old"));

    SqoopJob job = imports("--table t -m 1 --compression-codec", codec, "--delete-target-dir");

    assertThat(job.failed().log())
        .contains("cannot compress with " + codec, "leave --compression-codec out for gzip");
    assertThat(old).exists();
  }
}
