package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.SETUP;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.service.UserFixture;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.libpq.Target;
import io.loadpath.engines.service.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs into a PostgreSQL that the user named; it is not that of the state folder. */
@Timeout(300)
@ExtendWith(SharedServer.class)
class UsersPostgresIT {
  private static final String OURS =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath_run_%'";

  @TempDir private Path folder;
  private FakeProject project;
  private TestServer test;

  @BeforeEach
  void makeProject() throws IOException {
    test = UserFixture.server();
    project = new FakeProject(folder);
    project.set("PGPASSWORD", UserFixture.PASSWORD);
    project.set("PGHOST", "elsewhere.invalid");
    project.set("HOME", folder.toString());
    project.path(
        "client",
        Map.of(
            SETUP,
            "cat \"$PGPASSFILE\" >/dev/null",
            RUN,
            "env | grep -E '^(PG|LOADPATH_(SERVER|SCHEMA|JDBC|COUNT))' > TRACE"));
    project.edit("client", "needs: []", "needs: [postgres]");
    project.path("server", Map.of());
    project.edit("server", "needs: []", "needs: [postgres, server-files]");
  }

  static String uri() {
    return UserFixture.uri("ann", "shop");
  }

  private List<String> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> contains(file, text))
          .map(Path::toString)
          .toList();
    }
  }

  private static boolean contains(Path file, String text) {
    try {
      return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
          .contains(text);
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void aRunLoadsThereAndLeavesNothing() throws Exception {
    String output = project.run(0, "run", "--postgres", uri());

    assertThat(project.traceText("client"))
        .contains("PGHOST=127.0.0.1\n", "PGUSER=ann\n", "PGDATABASE=shop\n", "PGSSLMODE=prefer\n")
        .containsPattern("LOADPATH_SCHEMA=loadpath_run_[a-z]+\n")
        .contains("LOADPATH_JDBC_URL=jdbc:postgresql://127.0.0.1:")
        .doesNotContain("LOADPATH_SERVER_DIR", "LOADPATH_COUNT_CPU", "PGPASSWORD");
    RunRecord record = project.lastRecord();
    assertThat(record.command()).contains(" --postgres '" + uri() + "?sslmode=prefer'");
    assertThat(record.environment().postgres().version()).startsWith("18");
    assertThat(record.environment().postgres().address())
        .isEqualTo("127.0.0.1:" + test.server.connection().port());
    assertThat(record.notRun()).hasSize(1);
    assertThat(record.notRun().get(0).path()).isEqualTo("server");
    assertThat(record.notRun().get(0).reason()).contains("pg_read_server_files");
    assertThat(project.sample("client").durableNanos()).isNull();
    assertThat(project.lastReport()).content().contains(">not known</td>", " (--postgres)</span>");
    assertThat(output).doesNotContain("starting PostgreSQL");
    assertThat(schemas()).isEmpty();
    assertThat(project.state().resolve("schemas")).doesNotExist();
    assertThat(project.state().resolve("postgres")).as("the bundled server").doesNotExist();
    assertThat(filesWith(UserFixture.PASSWORD)).isEmpty();
  }

  static String schemas() {
    return shop(
        "SELECT coalesce(string_agg(nspname, ','), '') FROM pg_namespace WHERE nspname LIKE 'loadpath%'");
  }

  /** Runs SQL in the database shop; returns the first value of the last result, if it has one. */
  static String shop(String sql) {
    try (Connection session =
            Target.parse(uri(), Optional.empty(), Map.of("PGPASSWORD", UserFixture.PASSWORD))
                .connect(Map.of());
        Statement statement = session.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        rows.next();
        return rows.getString(1);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  static String client(String... statements) {
    String client =
        System.getProperty("java.home")
            + "/bin/java -cp '"
            + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            + "' io.loadpath.engines.postgres.cli.Postgres sql";
    return client + Stream.of(statements).map(sql -> " -c '" + sql + "'").collect(joining());
  }

  /** A user may build on the tables of a run. */
  @Test
  void aRunWhoseSchemaCannotBeDroppedFailsAfterItsReport() throws Exception {
    project.path(
        "client",
        Map.of(
            RUN, // a busy machine makes the run repeat it
            client(
                "CREATE TABLE IF NOT EXISTS t (n int)",
                "CREATE OR REPLACE VIEW public.kept AS SELECT n FROM t")));
    project.edit("client", "needs: []", "needs: [postgres]");
    try {
      assertThat(project.run(1, "run", "--postgres", uri(), "--only", "client"))
          .contains(
              "because this depends on it: view public.kept; drop that, then 'bin/loadpath recover'",
              "\nrecord ",
              "loadpath: the run's schema is left on PostgreSQL at 127.0.0.1:");
      assertThat(project.lastRecord().interruption()).isEmpty();
      assertThat(schemas()).startsWith("loadpath_run_");
      assertThat(project.run(1, "recover")).contains("view public.kept");
    } finally {
      shop("DROP VIEW public.kept");
    }
    project.run(0, "recover");
    assertThat(schemas()).isEmpty();
  }

  /** Its session goes on in the server, and has a lock in the schema. */
  @Test
  void aKilledRunLeavesNothingThere() throws Exception {
    project.path(
        "client",
        Map.of(RUN, client("CREATE TABLE t (n int)", "INSERT INTO t SELECT 1 FROM pg_sleep(300)")));
    project.edit("client", "needs: []", "needs: [postgres]");
    FakeProject.Running running = project.start("run", "--postgres", uri(), "--only", "client");
    Await.until(
        () -> "the path sleeps: " + running.text(),
        () -> test.sql(OURS + " AND wait_event = 'PgSleep'").equals("1"));
    assertThat(schemas()).startsWith("loadpath_run_");

    running.process().destroyForcibly();

    Await.until(() -> "the schema is dropped: " + running.text(), () -> schemas().isEmpty());
    Await.until("the watchdog has ended", () -> project.processes().isEmpty());
    assertThat(test.sql(OURS)).isEqualTo("0");
    assertThat(project.state().resolve("schemas")).doesNotExist();
    assertThat(filesWith(UserFixture.PASSWORD)).isEmpty();
    assertThat(project.run(0, "recover")).contains("nothing to clean up");
  }

  @Test
  void wrongOptionsAreRefused() throws Exception {
    assertThat(project.run(2, "run", "--postgres", "postgresql://ann:secret@db/shop"))
        .contains("the URI holds a password")
        .doesNotContain("secret");
    assertThat(project.run(2, "run", "--schema", "mine")).contains("--schema needs --postgres");
    assertThat(project.run(2, "run", "--password-file", "x"))
        .contains("--password-file needs --postgres");
    assertThat(project.run(1, "run", "--postgres", "postgresql://ann@127.0.0.1:1/shop"))
        .contains("cannot connect to postgresql://ann@127.0.0.1:1/shop");
    assertThat(project.state().resolve("data")).as("data").doesNotExist();
  }
}
