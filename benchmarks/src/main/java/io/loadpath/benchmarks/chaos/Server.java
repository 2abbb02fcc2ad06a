package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import org.postgresql.Driver;

/**
 * A PostgreSQL only for chaos, in its own state folder. Jobs reach it through a proxy, whose port
 * stays the same after a restart of the server.
 */
final class Server {
  /** The role of all jobs, which owns the tables; also its password. */
  static final String OWNER = "chaos";

  /** The tablespace on a small disk. */
  static final String SMALL = "small";

  /** Sessions of jobs. */
  static final String SESSIONS =
      "SELECT pid, application_name FROM pg_stat_activity WHERE usename = '%s' ORDER BY pid"
          .formatted(OWNER);

  private static final Duration READY = Duration.ofSeconds(60);

  /** Time for the postmaster to notice a killed session and log it. */
  private static final Duration CRASHES = Duration.ofSeconds(3);

  private static final List<String> SETTINGS =
      List.of(
          "shared_buffers = '32MB'",
          "max_connections = 60",
          "max_prepared_transactions = 16",
          "fsync = off", // chaos kills processes, not the machine
          "wal_level = replica",
          "client_connection_check_interval = '200ms'",
          "log_statement = 'mod'");

  private static final List<String> RIGHTS =
      List.of(
          "CREATE ON DATABASE loadpath",
          "EXECUTE ON FUNCTION pg_ls_dir(text), pg_read_binary_file(text, bigint, bigint)",
          "USAGE ON FOREIGN DATA WRAPPER file_fdw",
          "USAGE ON SCHEMA loadpath");

  final Path root;
  final Path state;
  private volatile PostgresServer server;
  private Optional<SmallDisk> disk = Optional.empty();
  private volatile int port;
  private volatile CuttingProxy proxy;
  private volatile boolean givenUp;

  /** Makes a server that is not started yet. */
  Server(Path root, Path state) {
    this.root = root;
    this.state = state;
    this.server = PostgresServer.of(root, state);
  }

  /** Starts it with small settings, and makes the jobs' role and functions. */
  void start() throws IOException, SQLException {
    Owner.makeFolders(state);
    Owner.mode(state, "rwxr-xr-x");
    Files.createFile(state.resolve(StateFolder.MARKER));
    disk = SmallDisk.make(state);
    server = server.withLauncher(disk.map(SmallDisk::launcher).orElse(List.of()));
    restart();
    for (String setting : SETTINGS) {
      run("ALTER SYSTEM SET " + setting);
    }
    server.stop();
    restart();
    run("CREATE ROLE %1$s LOGIN PASSWORD '%1$s'".formatted(OWNER));
    run("GRANT pg_read_server_files TO " + OWNER);
    run("CREATE EXTENSION file_fdw");
    if (disk.isPresent()) {
      run("CREATE TABLESPACE %s LOCATION '%s'".formatted(SMALL, disk.get().folder()));
    }
    Files.writeString(passwordFile(), OWNER);
    Owner.mode(passwordFile(), "rw-------");
    proxy = new CuttingProxy(() -> port);
    installFunctions();
    grant();
  }

  private void installFunctions() throws IOException {
    Map<String, String> superuser = new HashMap<>(server.connection().environment());
    superuser.put(StateFolder.VARIABLE, state.toString());
    String functions = root.resolve("postgres/sql/functions.sql").toString();
    String launcher = root.resolve("engines/bin/postgres").toString();
    List<String> install = List.of(launcher, "sql", "-v", "functions=loadpath", "-f", functions);
    Client client = new Client(install, superuser, state.resolve("functions.log"));
    if (!client.await(READY) || client.exitCode() != 0) {
      throw new IOException("the functions are not installed: " + client.text());
    }
  }

  /** Grants the rights of the jobs' role, which DROP OWNED revokes. */
  void grant() throws SQLException {
    for (String right : RIGHTS) {
      run("GRANT %s TO %s".formatted(right, OWNER));
    }
    if (disk.isPresent()) {
      run("GRANT CREATE ON TABLESPACE %s TO %s".formatted(SMALL, OWNER));
    }
  }

  /** Returns the disk of the tablespace {@link #SMALL}, if this machine allows one. */
  Optional<SmallDisk> smallDisk() {
    return disk;
  }

  Path passwordFile() {
    return state.resolve("chaos-password");
  }

  CuttingProxy proxy() {
    return proxy;
  }

  Path log() {
    return state.resolve("postgres/server.log");
  }

  /** Starts the server, and waits until it takes statements. */
  void restart() {
    requireGoingOn();
    server.start();
    port = server.connection().port();
    awaitReady();
  }

  /** Kills the postmaster; the other processes then end. */
  void killPostmaster() {
    List<Long> postmaster = List.of(server.postmasterPid());
    Processes.signal("KILL", postmaster);
    Processes.awaitEnd(postmaster, READY.toSeconds());
  }

  /** Kills a session's process; returns false if it had ended, so that the server runs on. */
  boolean killBackend(String pid) throws IOException {
    String crash = "(PID %s) was terminated by signal 9".formatted(pid);
    Processes.signal("KILL", List.of(Long.valueOf(pid)));
    long end = System.nanoTime() + CRASHES.toNanos();
    while (!Files.readString(log(), StandardCharsets.ISO_8859_1).contains(crash)) {
      if (System.nanoTime() > end) {
        return false;
      }
      Processes.pause();
    }
    return true;
  }

  /** Waits until the server takes statements, after a crash. */
  void awaitReady() {
    if (!await("SELECT 1", READY, () -> false)) {
      requireGoingOn();
      throw new ServiceException("the server takes no statements: see " + log());
    }
  }

  /** Opens a superuser's session without the proxy. It waits up to 4 s for a lock. */
  Session connect() throws SQLException {
    Properties properties = new Properties();
    ConnectionInfo connection;
    try {
      connection = server.connection();
      properties.setProperty("user", connection.user());
      properties.setProperty("password", Files.readString(connection.passwordFile()));
    } catch (IOException | ServiceException e) {
      throw new SQLException("the server is away: " + e.getMessage(), e);
    }
    properties.setProperty("sslmode", "disable");
    properties.setProperty("gssEncMode", "disable");
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("socketTimeout", "60");
    properties.setProperty("options", "-c lock_timeout=4s");
    return new Session(new Driver().connect(connection.jdbcUrl(), properties));
  }

  /** Runs statements in a new session; returns true. */
  boolean run(String sql) throws SQLException {
    try (Session session = connect()) {
      session.run(sql);
    }
    return true;
  }

  List<List<String>> rows(String query) throws SQLException {
    try (Session session = connect()) {
      return session.rows(query);
    }
  }

  boolean has(String query) throws SQLException {
    return !rows(query).isEmpty();
  }

  /** Waits until a query has a row; returns false after the limit. A failing query has no row. */
  boolean await(String query, Duration limit, BooleanSupplier over) {
    long end = System.nanoTime() + limit.toNanos();
    while (!givenUp && !over.getAsBoolean() && System.nanoTime() < end) {
      try (Session session = connect()) {
        while (!over.getAsBoolean() && System.nanoTime() < end) {
          if (!session.rows(query).isEmpty()) {
            return true;
          }
          Processes.pause(3); // some moments are short
        }
      } catch (SQLException e) {
        Processes.pause(); // the table does not exist yet, or the server is restarting
      }
    }
    return false;
  }

  /**
   * Ends the jobs and the server immediately. {@link #remove} follows, or came first; both at once
   * would fail, because a server's stop makes a file in the folder.
   */
  synchronized void giveUp() {
    givenUp = true;
    endClients();
    server.stop();
  }

  /** Fails if the run was stopped. */
  void requireGoingOn() {
    if (givenUp) {
      throw new ServiceException("the run was stopped");
    }
  }

  /** Returns the JVMs of clients. */
  List<ProcessHandle> clients() {
    return Processes.withEnvironment(StateFolder.VARIABLE, state.toString()).stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .toList();
  }

  private void endClients() {
    Processes.kill(() -> Processes.withEnvironment(StateFolder.VARIABLE, state.toString()));
  }

  /** Ends all processes that use the state folder, and removes the folder. */
  synchronized void remove() throws IOException {
    if (proxy != null) {
      proxy.close();
    }
    endClients();
    server.stop();
    FileTree.delete(state);
  }
}
