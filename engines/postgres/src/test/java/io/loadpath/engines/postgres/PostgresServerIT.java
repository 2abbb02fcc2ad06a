package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.ListeningSockets;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a running server is like. */
@ExtendWith(SharedServer.class)
class PostgresServerIT {
  private final TestServer test = SharedServer.test();

  @BeforeEach
  void start() {
    test.server.start();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
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
    assertThatThrownBy(() -> test.server.connection())
        .hasMessageContaining("engines/bin/postgres start");
    assertThat(test.server.start()).isTrue();
    assertThat(test.server.start()).as("once").isFalse();
    assertThat(test.sql("SELECT n FROM kept")).isEqualTo("7");
    assertThat(test.sql("SELECT version()")).startsWith("PostgreSQL 18.6");
  }

  @Test
  void listensOnLoopbackOnly() throws IOException {
    Set<Long> processes = Set.copyOf(new ServerSearch(test.files()).all());
    assertThat(ListeningSockets.of(processes))
        .containsExactly("0100007F:%04X".formatted(test.server.connection().port()));
    assertThat(test.sql("SHOW unix_socket_directories")).isEmpty();
  }

  @Test
  void hasNoRightsOfRootAndASessionOfItsOwn() throws IOException {
    long pid = test.server.postmasterPid();
    String uid = Long.toString(ServerUser.find().uid());
    assertThat(Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")))
        .contains("CapEff:\t0000000000000000", "Uid:" + ("\t" + uid).repeat(4));
    assertThat(uid).isNotEqualTo("0").isEqualTo("" + Owner.uidOf(test.server.dataFolder()));
    assertThat(ProcessStat.read(pid).orElseThrow().sessionId()).isEqualTo(pid);
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
    String collation = "SELECT datcollate FROM pg_database WHERE datname = 'loadpath'";
    assertThat(test.sql("SELECT '09/14/2009'::date; " + collation)).isEqualTo("2009-09-14\nC");
    String password = "SELECT left(rolpassword, 14) FROM pg_authid WHERE rolname = 'loadpath'";
    assertThat(test.sql(password)).isEqualTo("SCRAM-SHA-256$");
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
        DROP EXTENSION IF EXISTS file_fdw CASCADE;
        CREATE EXTENSION file_fdw;
        CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
        CREATE FOREIGN TABLE rows (n int, t text) SERVER files
          OPTIONS (program 'cat %1$s', delimiter '|');
        CREATE FOREIGN TABLE who (uid int) SERVER files OPTIONS (program 'id -u');
        """
            .formatted(file));

    assertThat(test.sql("SELECT n, t FROM rows ORDER BY n")).isEqualTo("1|one\n2|two");
    assertThat(test.sql("SELECT uid FROM who")).isEqualTo(Long.toString(ServerUser.find().uid()));
    assertThat(ServerUser.find().canReach(file)).isTrue();
  }

  @Test
  void startsThroughALauncherAndIsClosedByTheOneThatStartedIt() throws IOException {
    test.server.stop();
    Path pid = test.state.resolve("launched");
    List<String> launcher = List.of("/bin/sh", "-c", "echo $$ > " + pid + "; exec \"$@\"", "sh");

    try (PostgresServer server = test.server.withLauncher(launcher)) {
      assertThat(server.start()).isTrue();
      assertThat(pid).hasContent(Long.toString(server.postmasterPid()));
    }
    assertThat(test.server.running()).as("closed by the one that started it").isFalse();

    test.server.start();
    try (PostgresServer server = PostgresServer.of(test.root, test.state)) {
      assertThat(server.start()).isFalse();
    }
    assertThat(test.server.running()).as("others started it").isTrue();
  }
}
