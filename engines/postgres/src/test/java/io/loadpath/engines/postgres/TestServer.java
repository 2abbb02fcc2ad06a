package io.loadpath.engines.postgres;

import io.loadpath.engines.postgres.sql.SqlClient;
import io.loadpath.engines.postgres.sql.SqlDatabase;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.StateFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** For the tests of all modules: a server with its own state folder, which its user can enter. */
public final class TestServer {
  public final Path root = Program.ROOT;
  public final Path state;
  public final PostgresServer server;
  private int folders;

  /** A server that is not started yet. */
  public TestServer() throws IOException {
    this(state -> List.of());
  }

  /**
   * A server that is not started yet.
   *
   * @param launcher returns the command for {@link PostgresServer#withLauncher}; gets the folder
   */
  public TestServer(Function<Path, List<String>> launcher) throws IOException {
    state = Files.createTempDirectory("loadpath-postgres-it").toRealPath();
    Owner.mode(state, "rwxr-xr-x");
    Files.createFile(state.resolve(StateFolder.MARKER));
    server = PostgresServer.of(root, state).withLauncher(launcher.apply(state));
  }

  /** A server that runs. */
  public static TestServer started() throws IOException {
    TestServer test = new TestServer();
    test.server.start();
    return test;
  }

  /** Kills the server's first process; the others end then. */
  public void killPostmaster() {
    List<Long> postmaster = List.of(server.postmasterPid());
    Processes.signal("KILL", postmaster);
    if (!Processes.awaitEnd(postmaster, 60)) {
      throw new AssertionError("the server is killed, and does not end");
    }
  }

  /** The text of the server's log. */
  public String log() throws IOException {
    return Files.readString(files().log());
  }

  ServerFiles files() {
    return ServerFiles.in(state);
  }

  /** A new folder that the server can enter. */
  public Path newFolder() throws IOException {
    Path folder = Files.createDirectory(state.resolve("test" + ++folders));
    Owner.mode(folder, "rwxr-xr-x");
    return folder;
  }

  /** Writes a file that only the server can read. */
  public Path secret(Path folder, String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    Owner.mode(file, "rw-------");
    ServerUser user = ServerUser.find();
    if (user.dropped()) {
      Owner.give(file, user.uid(), user.gid());
    }
    return file;
  }

  /** Runs SQL and returns its output; fails if the SQL fails. */
  public String sql(String statements) {
    return run(Map.of(), SqlScript.command(statements));
  }

  /** Waits until a query returns a text. */
  public void await(String query, String wanted) {
    Await.until(
        () -> "%s: %s, not %s".formatted(query, sql(query), wanted),
        () -> sql(query).equals(wanted));
  }

  /** Runs scripts with psql's variables and returns their output; fails if one fails. */
  public String run(Map<String, String> variables, SqlScript... scripts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SqlClient client =
        new SqlClient(
            SqlDatabase.of(server.connection()),
            InputStream.nullInputStream(),
            new PrintStream(out, true),
            System.err)) {
      List<String> failures = client.run(List.of(scripts), variables);
      if (!failures.isEmpty()) {
        throw new AssertionError(failures);
      }
    }
    return out.toString().strip();
  }

  public void delete() throws IOException {
    server.stop();
    FileTree.delete(state);
  }
}
