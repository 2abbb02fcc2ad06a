package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs through PgBouncer. */
class PoolerIT extends ImportFixture {
  private static final int TRIES = 500;

  private Process pooler;
  private int port;

  @BeforeEach
  void findPooler() {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "pgbouncer"))),
        "PgBouncer is not installed (Debian: apt-get install pgbouncer)");
    sql("CREATE TABLE imports.t (n int)");
  }

  @AfterEach
  void endPooler() throws Exception {
    if (pooler != null) {
      pooler.destroy();
      pooler.waitFor();
    }
  }

  private void startPooler(String mode) throws Exception {
    ConnectionInfo server = Database.connection();
    Path folder = Database.server().newFolder();
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String password = Files.readString(server.passwordFile());
    Path users =
        Database.server()
            .secret(folder, "users.txt", "\"%s\" \"%s\"".formatted(server.user(), password));
    Path settings = folder.resolve("pgbouncer.ini");
    Files.writeString(
        settings,
        """
        [databases]
        * = host=127.0.0.1 port=%d
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = scram-sha-256
        auth_file = %s
        pool_mode = %s
        ignore_startup_parameters = extra_float_digits
        """
            .formatted(server.port(), port, users, mode));
    Owner.mode(settings, "rw-r--r--");
    ServerUser user = ServerUser.find();
    String run = "setpriv --reuid=%d --regid=%d --clear-groups pgbouncer";
    String command = user.dropped() ? run.formatted(user.uid(), user.gid()) : "pgbouncer";
    String[] words = command.split(" ");
    pooler =
        Program.in(folder, words[0], Arrays.copyOfRange(words, 1, words.length))
            .with(settings.toString())
            .start();
    for (int tries = 0; !listens(); tries++) {
      assertThat(tries).as("PgBouncer does not listen").isLessThan(TRIES);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (java.io.IOException e) {
      return false;
    }
  }

  private String[] through() {
    ConnectionInfo server = Database.connection();
    String url = server.jdbcUrl().replace(":" + server.port() + "/", ":" + port + "/");
    return new String[] {"--connect", url + "&prepareThreshold=0", "--table", "t", "-m", "2"};
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "session"})
  void aPoolerThatDividesSessionsIsRefused(String mode) throws Exception {
    startPooler(mode);
    Path files = Files.createDirectory(target.resolveSibling("files-" + mode));
    Files.writeString(files.resolve("part-0"), "1\n2\n3\n");

    SqoopJob exported = SqoopJob.exports(files, with(through()));
    SqoopJob imported = imports(through());

    if (mode.equals("session")) {
      exported.ok();
      imported.ok();
      assertThat(SqoopJob.rows(target)).containsExactly("1", "2", "3");
    } else {
      assertThat(exported.failed().log()).contains("PgBouncer: pool_mode=transaction");
      assertThat(imported.failed().log()).contains("PgBouncer: pool_mode=transaction");
      assertThat(sql("SELECT count(*) FROM imports.t")).isEqualTo("0");
      assertThat(target).doesNotExist();
    }
  }
}
