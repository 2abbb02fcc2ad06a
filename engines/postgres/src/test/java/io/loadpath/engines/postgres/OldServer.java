package io.loadpath.engines.postgres;

import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerLog;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** For tests: a server of an older PostgreSQL, with the user and the password of a test server. */
public final class OldServer implements AutoCloseable {
  private static final int STOP_SECONDS = 60;

  private final Path programs;
  private final ServerFiles files;
  private final ServerUser user = ServerUser.find();
  private final ConnectionInfo connection;
  private Process process;

  private OldServer(TestServer owner, Path folder, int port) {
    programs = folder.resolve("programs");
    files = ServerFiles.in(folder);
    ConnectionInfo theirs = owner.server.connection();
    connection =
        new ConnectionInfo(
            LoopbackPort.HOST,
            port,
            theirs.user(),
            "postgres",
            theirs.passFile(),
            theirs.passwordFile());
  }

  /**
   * Starts a server in a new folder.
   *
   * @param owner gives the folder, and deletes it
   * @param archive its programs, tar in xz
   */
  public static OldServer started(TestServer owner, Path archive) throws IOException {
    Path folder = owner.newFolder();
    OldServer server = new OldServer(owner, folder, LoopbackPort.free());
    try (InputStream in = Files.newInputStream(archive)) {
      Binaries.unpack(in, server.programs);
    }
    Owner.makeFolders(server.files.data());
    if (server.user.dropped()) {
      Owner.give(server.files.data(), server.user.uid(), server.user.gid());
    }
    String password = Files.readString(server.connection.passwordFile());
    server.makeCluster(owner.secret(folder, "password", password));
    server.start(folder.resolve("log").toFile());
    return server;
  }

  private void makeCluster(Path password) throws IOException {
    List<String> initdb =
        command(
            "initdb",
            "-U",
            connection.user(),
            "--pwfile=" + password,
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C");
    ServerProgram.run(initdb, files.folder(), "");
  }

  private void start(File log) throws IOException {
    List<String> server =
        command(
            "postgres",
            "-p",
            Integer.toString(connection.port()),
            "-clisten_addresses=" + connection.host(),
            "-cunix_socket_directories=",
            "-cmax_prepared_transactions=10",
            "-cpassword_encryption=scram-sha-256",
            "-cwal_level=logical",
            "-cfsync=off");
    process = ServerProgram.builder(server, files.folder()).redirectOutput(log).start();
    Await.until(
        () -> "an older server is ready: " + ServerLog.tail(log.toPath(), 0),
        () -> !process.isAlive() || DataFolder.ready(files));
    if (!process.isAlive()) {
      throw new AssertionError(ServerLog.tail(log.toPath(), 0));
    }
  }

  /** The words that run a program on its data folder, as the server's user. */
  private List<String> command(String name, String... options) {
    String program = programs.resolve("bin").resolve(name).toString();
    List<String> words = new ArrayList<>(List.of(program, "-D", files.data().toString()));
    words.addAll(List.of(options));
    return user.command(words);
  }

  /** How to connect to it. */
  public ConnectionInfo connection() {
    return connection;
  }

  /** Stops the server, and rolls open transactions back. */
  @Override
  public void close() {
    List<Long> pids = List.of(process.pid());
    Processes.signal("INT", pids);
    if (!Processes.awaitEnd(pids, STOP_SECONDS)) {
      throw new AssertionError("the server does not end: " + pids);
    }
  }
}
