package io.loadpath.benchmarks.service;

import io.loadpath.engines.service.Processes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Opens sessions of the harness itself. No time limit of the role or the database ends them. */
final class HarnessSession {
  /** The server starts or stops: a server that lost a backend, such as on a full disk, restarts. */
  static final Set<String> RESTARTING = Set.of("57P03");

  /** The same for a server that someone else restarts, a link that is cut, and a full server. */
  static final Set<String> AWAY = Set.of("57P03", "57P01", "08001", "08006", "53300");

  static final String NAME = "loadpath";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 100;

  /** PostgreSQL 17 added the last one. */
  private static final String WITHOUT_TIME_LIMITS =
      """
      SELECT set_config(name, '0', false) FROM pg_settings
      WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
        'idle_session_timeout', 'transaction_timeout')
      """;

  private HarnessSession() {}

  interface Opener {
    Connection open(Map<String, String> properties) throws SQLException;
  }

  /**
   * Opens a session.
   *
   * @param passing SQLSTATEs after which it tries again, for at most 30 seconds
   */
  static Connection open(Opener opener, Set<String> passing) throws SQLException {
    return open(opener, passing, NAME);
  }

  /** The same under another application name. */
  static Connection open(Opener opener, Set<String> passing, String name) throws SQLException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        return open(opener, name);
      } catch (SQLException e) {
        if (!passing.contains(e.getSQLState()) || System.nanoTime() > deadline) {
          throw e;
        }
        Processes.pause(PAUSE_MILLIS);
      }
    }
  }

  private static Connection open(Opener opener, String name) throws SQLException {
    Connection session = opener.open(Map.of("ApplicationName", name));
    try (Statement statement = session.createStatement()) {
      statement.execute(WITHOUT_TIME_LIMITS);
      return session;
    } catch (SQLException e) {
      session.close();
      throw e;
    }
  }
}
