package io.loadpath.benchmarks.measure.postgres;

import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server in a PID namespace of its own: its processes have other numbers there than here. */
final class HiddenServer implements AutoCloseable {
  private final TestServer files = TestServer.started();
  private final int port = LoopbackPort.free();
  private final String user = files.server.connection().user();
  private final String database = files.server.connection().database();
  private final String password =
      Files.readString(files.server.connection().passwordFile()).strip();
  private Process process;

  HiddenServer() throws IOException {
    files.server.stop();
    start();
  }

  void start() throws IOException {
    Path folder = files.server.dataFolder().getParent();
    Path program;
    try (var found = Files.find(folder, 3, (path, a) -> path.endsWith("bin/postgres"))) {
      program = found.findFirst().orElseThrow();
    }
    List<String> command = new ArrayList<>(List.of("unshare", "-pf", "--mount-proc"));
    if (!ServerUser.find().dropped()) {
      command.add("-Uc"); // an ordinary user
    }
    List<String> words =
        List.of(
            program.toString(),
            "-D",
            files.server.dataFolder().toString(),
            "-p",
            Integer.toString(port),
            "-cconfig_file=" + folder.resolve("postgresql.conf"));
    command.addAll(ServerUser.find().command(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C"));
    Path log = folder.resolve("hidden.log");
    process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Await.until(
        () -> {
          try {
            return "the server is ready: " + Files.readString(log);
          } catch (IOException e) {
            return e.toString();
          }
        },
        this::ready);
  }

  private boolean ready() {
    try (Connection session = sessions().open()) {
      return session.isValid(10);
    } catch (SQLException e) {
      return false;
    }
  }

  /** The process that started the server: the parent of the first process in the namespace. */
  long launcher() {
    return process.pid();
  }

  DatabaseMeter.Sessions sessions() {
    return sessionsOf(database);
  }

  DatabaseMeter.Sessions sessionsOf(String name) {
    return () -> open(name, user, password);
  }

  DatabaseMeter.Sessions sessions(String role) {
    return () -> open(database, role, "secret");
  }

  /** Makes a role without rights. */
  void makeRole(String role) throws SQLException {
    run(sessions(), "CREATE ROLE %s LOGIN PASSWORD 'secret'".formatted(role));
  }

  private Connection open(String name, String role, String secret) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, name), role, secret);
  }

  static void run(DatabaseMeter.Sessions sessions, String sql) throws SQLException {
    try (Connection session = sessions.open();
        Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Ends all its processes at once. */
  void kill() {
    List<Long> all = Processes.tree(process.pid()).stream().map(ProcessStat::pid).toList();
    Processes.signal("KILL", all);
    Processes.awaitEnd(all, 60);
    Await.until("the server has ended", () -> !ready());
  }

  @Override
  public void close() throws IOException {
    kill();
    files.delete();
  }
}
