package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a running server is like. */
class PostgresServerIT {
  private static TestServer test;

  @BeforeAll
  static void make() throws IOException {
    test = new TestServer();
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  @BeforeEach
  void start() {
    test.server.start();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static String processStatus(String key) throws IOException {
    Path status = Path.of("/proc", Long.toString(test.server.postmasterPid()), "status");
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(key + ":"))
        .findFirst()
        .orElseThrow()
        .substring(key.length() + 1)
        .strip();
  }

  @Test
  void startsOnce() {
    long pid = test.server.postmasterPid();

    assertThat(test.server.start()).isFalse();
    assertThat(test.server.postmasterPid()).isEqualTo(pid);
    assertThat(test.sql("SELECT version()")).startsWith("PostgreSQL 18.6");
  }

  @Test
  void stopsOnceAndStartsAgainWithItsData() {
    test.sql("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT 7 AS n");
    List<Long> processes = new ServerSearch(test.files()).all();
    assertThat(processes).hasSizeGreaterThan(3);

    assertThat(test.server.stop()).isTrue();
    assertThat(test.server.stop()).isFalse();
    assertThat(test.server.running()).isFalse();
    assertThat(Processes.awaitEnd(processes, 5)).as("all have ended").isTrue();
    assertThatThrownBy(() -> test.server.connection()).hasMessageContaining("bin/postgres start");
    assertThat(test.server.start()).isTrue();
    assertThat(test.sql("SELECT n FROM kept")).isEqualTo("7");
  }

  @Test
  void listensOnLoopbackOnly() throws IOException {
    String port = ":%04X ".formatted(test.server.connection().port());
    List<String> sockets =
        Files.readAllLines(Path.of("/proc", "self", "net", "tcp")).stream()
            .filter(line -> line.contains(" 0A ") && line.contains(port))
            .toList();

    assertThat(sockets).hasSize(1).first().asString().contains(" 0100007F" + port);
    assertThat(Files.readAllLines(Path.of("/proc", "self", "net", "tcp6")))
        .noneMatch(line -> line.contains(" 0A ") && line.contains(port));
    assertThat(test.sql("SHOW unix_socket_directories")).isEmpty();
  }

  @Test
  void hasNoRightsOfRoot() throws IOException {
    assertThat(processStatus("Uid").split("\\s+"))
        .containsOnly(Long.toString(test.server.serverUser().uid()))
        .doesNotContain("0");
    assertThat(processStatus("CapEff")).matches("0+");
    assertThat(Owner.uidOf(test.server.dataFolder())).isEqualTo(test.server.serverUser().uid());
  }

  @Test
  void livesInASessionOfItsOwn() throws IOException {
    long pid = test.server.postmasterPid();
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    String session = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];

    assertThat(session).isEqualTo(Long.toString(pid));
  }

  @Test
  void keepsItsSecretsToTheCaller() throws IOException {
    ConnectionInfo connection = test.server.connection();
    String password = Files.readString(connection.passwordFile());

    assertThat(password).matches("[A-Za-z0-9]{32}");
    assertThat(connection.passFile())
        .hasContent("127.0.0.1:%d:*:loadpath:%s".formatted(connection.port(), password));
    for (Path file :
        List.of(connection.passwordFile(), connection.passFile(), test.files().log())) {
      assertThat(mode(file)).as("mode of %s", file).isEqualTo("rw-------");
      assertThat(Owner.uidOf(file)).isEqualTo(Owner.caller());
    }
    assertThat(mode(test.server.dataFolder())).isEqualTo("rwx------");
    assertThat(test.files().record()).content().doesNotContain(password);
    assertThat(test.files().log()).content().doesNotContain(password);
  }

  @Test
  void hasANewPasswordWithEachStart() throws Exception {
    String before = Files.readString(test.server.connection().passwordFile());
    test.server.stop();
    assertThat(test.files().passFile()).doesNotExist();
    test.server.start();

    ConnectionInfo connection = test.server.connection();
    assertThat(connection.passwordFile()).content().isNotEqualTo(before);
    assertThat(test.sql("SELECT 1")).isEqualTo("1");
    assertThatThrownBy(
            () -> DriverManager.getConnection(connection.jdbcUrl(), connection.user(), before))
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void hasTheSettingsThatTheLoadPathsRelyOn() {
    assertThat(test.sql("SHOW datestyle; SHOW server_encoding; SHOW fsync"))
        .isEqualTo("ISO, MDY\nUTF8\non");
    assertThat(test.sql("SELECT unnest(setconfig) FROM pg_db_role_setting ORDER BY 1"))
        .isEqualTo("DateStyle=ISO, MDY\nTimeZone=UTC");
    assertThat(
            test.sql(
                "SELECT '09/14/2009'::date, datcollate FROM pg_database WHERE datname = 'loadpath'"))
        .isEqualTo("2009-09-14|C");
    assertThat(
            test.sql(
                "SELECT rolpassword LIKE 'SCRAM-SHA-256$%' FROM pg_authid WHERE rolname = 'loadpath'"))
        .isEqualTo("t");
    assertThat(test.sql("SHOW wal_level; SHOW autovacuum; SHOW jit"))
        .isEqualTo("minimal\noff\noff");
  }

  @Test
  void readsFilesThroughProgramsAsItsUser() throws IOException {
    Path file = test.state.resolve("rows.tbl");
    Files.writeString(file, "1|one\n2|two\n");
    Owner.mode(file, "rw-r--r--");
    test.sql(
        """
        CREATE EXTENSION IF NOT EXISTS file_fdw;
        CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
        CREATE FOREIGN TABLE rows (n int, t text) SERVER files
          OPTIONS (program 'cat %1$s', delimiter '|');
        CREATE FOREIGN TABLE who (uid int) SERVER files OPTIONS (program 'id -u');
        """
            .formatted(file));

    assertThat(test.sql("SELECT n, t FROM rows ORDER BY n")).isEqualTo("1|one\n2|two");
    assertThat(test.sql("SELECT uid FROM who"))
        .isEqualTo(Long.toString(test.server.serverUser().uid()));
    assertThat(test.server.canReach(file)).isTrue();
  }

  @Test
  void startsThroughALauncher() throws IOException {
    test.server.stop();
    Path pid = test.state.resolve("launched");
    List<String> launcher = List.of("/bin/sh", "-c", "echo $$ > " + pid + "; exec \"$@\"", "sh");

    try (PostgresServer server = test.server.withLauncher(launcher)) {
      assertThat(server.start()).isTrue();
      assertThat(pid).hasContent(Long.toString(server.postmasterPid()));
    }
    assertThat(test.server.running()).as("closed by the one that started it").isFalse();
  }

  @Test
  void closingLeavesAServerThatOthersStarted() {
    try (PostgresServer server = PostgresServer.of(test.root, test.state)) {
      assertThat(server.start()).isFalse();
    }
    assertThat(test.server.running()).isTrue();
  }
}
