package io.loadpath.benchmarks.run;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The PostgreSQL server of a run: the one of the state folder, left as it was found. */
final class Database implements AutoCloseable {
  private static final String STARTING_UP = "57P03";
  private static final Duration RESTART_LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int VALIDATION_SECONDS = 5;

  private final PostgresServer server;
  private final ConnectionInfo connection;

  /** Kept, since to connect takes more CPU time than all that is done with it. */
  private Connection session;

  /** Starts the server unless it runs. */
  Database(PostgresServer server) {
    this.server = server;
    try {
      server.start();
      this.connection = server.connection();
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Returns the variables by which a path reaches the server. */
  Map<String, String> environment() {
    return connection.environment();
  }

  /** Returns how to connect to the server. */
  ConnectionInfo connection() {
    return connection;
  }

  /** Returns the server's first process. */
  long pid() {
    return server.postmasterPid();
  }

  /** Returns the password, which must not be shown anywhere. */
  String password() {
    try {
      return Files.readString(connection.passwordFile());
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Writes what is dirty to disk, so that the next path does not pay for the one before.
   *
   * @throws SQLException if the server does not answer
   */
  void checkpoint() throws SQLException {
    execute("CHECKPOINT");
  }

  /**
   * Ends every session: a client that was ended may have left its statement running. A server that
   * does not answer has no session to end.
   */
  void endSessions() {
    try {
      execute(
          """
          SELECT pg_terminate_backend(pid, 5000)
          FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
          """);
    } catch (SQLException e) {
      // the next path finds the same server, and its failure says so
    }
  }

  private void execute(String sql) throws SQLException {
    if (session == null || !session.isValid(VALIDATION_SECONDS)) {
      session = connect();
    }
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A server that lost a backend, on a full disk for example, takes a moment to start again. */
  private Connection connect() throws SQLException {
    long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
    while (true) {
      try {
        return DriverManager.getConnection(connection.jdbcUrl(), connection.user(), password());
      } catch (SQLException e) {
        if (!STARTING_UP.equals(e.getSQLState()) || System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /** Stops the server if this run started it. */
  @Override
  public void close() {
    try {
      if (session != null) {
        session.close();
      }
    } catch (SQLException e) {
      // the server is gone, and the session with it
    }
    server.close();
  }

  /** Stops the server that an earlier run started in {@code state}. */
  static void stopLeft(Path root, Path state) {
    PostgresServer.of(root, state).stop();
  }
}
