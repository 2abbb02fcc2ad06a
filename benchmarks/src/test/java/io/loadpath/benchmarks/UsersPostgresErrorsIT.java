package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.UsersPostgresIT.client;
import static io.loadpath.benchmarks.UsersPostgresIT.schemas;
import static io.loadpath.benchmarks.UsersPostgresIT.shop;
import static io.loadpath.benchmarks.UsersPostgresIT.uri;
import static io.loadpath.benchmarks.suite.Step.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.service.UserFixture;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestCertificate;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs into a user's PostgreSQL that fails, that refuses, or that others use. */
@Timeout(300)
@ExtendWith(SharedServer.class)
class UsersPostgresErrorsIT {
  private static final String SLEEPERS =
      "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadpath_run_%' AND wait_event = 'PgSleep'";

  @TempDir private Path folder;
  private TestServer test;
  private FakeProject project;

  @BeforeEach
  void makeProject() throws IOException {
    test = UserFixture.server();
    project = project("first", "CREATE TABLE IF NOT EXISTS t (n int)");
  }

  private FakeProject project(String name, String... statements) throws IOException {
    FakeProject made = new FakeProject(Files.createDirectories(folder.resolve(name)));
    made.set("PGPASSWORD", UserFixture.PASSWORD);
    made.set("HOME", folder.toString());
    made.path("client", Map.of(RUN, client(statements)));
    made.edit("client", "needs: []", "needs: [postgres]");
    return made;
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(schemas()).isEmpty();
    assertThat(project.state().resolve("schemas")).doesNotExist();
    assertThat(project.processes()).isEmpty();
  }

  private String server() {
    return "PostgreSQL at 127.0.0.1:" + test.server.connection().port();
  }

  @Test
  void aFullDiskThereIsNamedWithTheServer() throws Exception {
    Path disk = test.newFolder();
    assumeTrue(
        Program.in(disk, "mount", "-t", "tmpfs", "-o", "size=2m", "none", disk.toString())
                .run()
                .exitCode()
            == 0,
        "this user may not mount a small disk");
    try {
      Files.setOwner(disk, Files.getOwner(test.server.dataFolder()));
      test.sql("CREATE TABLESPACE small LOCATION '" + disk + "'");
      test.sql("GRANT CREATE ON TABLESPACE small TO ann");
      project =
          project(
              "full",
              "CREATE TABLE t TABLESPACE small AS SELECT md5(n::text) FROM generate_series(1, 200000) n");

      assertThat(project.run(1, "run", "--postgres", uri()))
          .contains("FAILED client", "No space left on device", "\n    server: " + server())
          .doesNotContain(UserFixture.PASSWORD);
    } finally {
      test.sql("DROP TABLESPACE small");
      Program.in(Path.of("/"), "umount", "--lazy", disk.toString()).run().ok();
    }
  }

  @Test
  void ctrlCInALoadLeavesNothingThere() throws Exception {
    FakeProject.assumeIntEndsPrograms();
    project =
        project(
            "stopped",
            "CREATE TABLE IF NOT EXISTS t (n int)",
            "INSERT INTO t SELECT 1 FROM pg_sleep(300)");
    FakeProject.Running running = project.start("run", "--postgres", uri());
    Await.until(() -> "the path sleeps: " + running.text(), () -> test.sql(SLEEPERS).equals("1"));

    Processes.signal("INT", List.of(running.process().pid()));

    assertThat(running.exitCode()).as(running.text()).isEqualTo(130);
    assertThat(running.text()).contains("stopped: everything that this run started has ended");
    assertThat(test.sql(SLEEPERS)).isEqualTo("0");
  }

  @Test
  void twoRunsIntoOneDatabaseDropOnlyTheirOwnSchemas() throws Exception {
    project =
        project(
            "long",
            "CREATE TABLE IF NOT EXISTS t (n int)",
            "INSERT INTO t SELECT 1 FROM pg_sleep(300)");
    FakeProject.Running other = project.start("run", "--postgres", uri());
    Await.until(() -> "the path sleeps: " + other.text(), () -> test.sql(SLEEPERS).equals("1"));
    String theirs = schemas();

    FakeProject second =
        project("second", "CREATE TABLE IF NOT EXISTS t (n int)", "INSERT INTO t VALUES (1)");
    second.runApart(0, "run", "--postgres", uri());

    assertThat(schemas()).isEqualTo(theirs);
    shop("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
    assertThat(other.exitCode()).as("its load was cancelled").isOne();
    assertThat(other.text()).contains("canceling statement due to user request", server());
  }

  @Test
  void aReadOnlyServerIsRefusedBeforeAnythingIsMade() throws Exception {
    test.sql("ALTER DATABASE shop SET default_transaction_read_only = on");
    try {
      for (String[] more : new String[][] {{}, {"--dry-run"}}) {
        assertThat(run(1, uri(), more))
            .contains(server() + ", database shop, cannot be the target")
            .contains("its transactions are read-only")
            .doesNotContain(UserFixture.PASSWORD);
      }
      assertThat(project.state().resolve("data")).doesNotExist();
      run(0, uri() + "?options=-c%20default_transaction_read_only%3Doff");
    } finally {
      test.sql("ALTER DATABASE shop RESET default_transaction_read_only");
    }
  }

  private String run(int exitCode, String uri, String... more) throws InterruptedException {
    return project.run(
        exitCode,
        Stream.concat(Stream.of("run", "--postgres", uri), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void anExpiredCertificateIsNamedAsSuch() throws Exception {
    Path certificates = test.newFolder();
    TestCertificate expired = TestCertificate.expired();
    Path root = Files.writeString(certificates.resolve("root.crt"), expired.root());
    Path own = Files.writeString(certificates.resolve("own.crt"), expired.certificate());
    Path key = test.secret(certificates, "own.key", expired.key());
    test.sql("ALTER SYSTEM SET ssl_cert_file = '%s'".formatted(own));
    test.sql("ALTER SYSTEM SET ssl_key_file = '%s'".formatted(key));
    test.sql("ALTER SYSTEM SET ssl = on");
    test.sql("SELECT pg_reload_conf()");
    test.await("SHOW ssl", "on");
    try {
      assertThat(run(1, uri() + "?sslmode=verify-full&sslrootcert=" + root))
          .contains("cannot connect to " + uri(), "NotAfter: ")
          .contains("; a certificate of the server is out of date")
          .doesNotContain("is not signed", UserFixture.PASSWORD);
      run(0, uri() + "?sslmode=require");
    } finally {
      test.sql("ALTER SYSTEM RESET ssl");
      test.sql("ALTER SYSTEM RESET ssl_cert_file");
      test.sql("ALTER SYSTEM RESET ssl_key_file");
      test.sql("SELECT pg_reload_conf()");
      test.await("SHOW ssl", "off");
    }
  }
}
