package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.SETUP;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.service.UserFixture;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  private static String uri() {
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
    assertThat(project.lastReport()).content().contains(">not known</td>", " (--postgres)");
    assertThat(output).doesNotContain("starting PostgreSQL");
    assertThat(schemas()).isEmpty();
    assertThat(project.state().resolve("schemas")).doesNotExist();
    assertThat(project.state().resolve("postgres")).as("the bundled server").doesNotExist();
    assertThat(filesWith(UserFixture.PASSWORD)).isEmpty();
  }

  private String schemas() {
    String port = Integer.toString(test.server.connection().port());
    assertThat(port).isNotEmpty();
    try (var session =
            io.loadpath.engines.postgres.libpq.Target.parse(
                    uri(), java.util.Optional.empty(), Map.of("PGPASSWORD", UserFixture.PASSWORD))
                .connect(Map.of());
        var rows =
            session
                .createStatement()
                .executeQuery(
                    "SELECT string_agg(nspname, ',') FROM pg_namespace WHERE nspname LIKE 'loadpath%'")) {
      rows.next();
      return rows.getString(1) == null ? "" : rows.getString(1);
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Its session goes on in the server, and has a lock in the schema. */
  @Test
  void aKilledRunLeavesNothingThere() throws Exception {
    String client =
        System.getProperty("java.home")
            + "/bin/java -cp '"
            + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            + "' io.loadpath.engines.postgres.cli.Postgres sql -c ";
    project.path(
        "client",
        Map.of(
            RUN,
            client + "'CREATE TABLE t (n int)' -c 'INSERT INTO t SELECT 1 FROM pg_sleep(300)'"));
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
