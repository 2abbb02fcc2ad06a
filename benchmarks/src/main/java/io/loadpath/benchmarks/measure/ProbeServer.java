package io.loadpath.benchmarks.measure;

import io.loadpath.engines.postgres.ConnectionInfo;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The run's PostgreSQL, for the probes of its limits.
 *
 * @param schema the run's schema, in which the probes make their tables
 * @param users whether it is the user's: a link may be between this machine and it
 */
public record ProbeServer(ConnectionInfo connection, String schema, boolean users) {
  /** The beginning of the names of all tables. */
  static final String TABLE_PREFIX = "loadpath_limits_";

  private static final String SESSION_PREFIX = "loadpath-limits ";
  private static final int MOST_CHARACTERS_OF_SESSION_NAME = 63;
  private static final double SECONDS_OF_TRIAL = 3;
  private static final long LEAST_BYTES_OF_TRIAL = 1_000_000;
  private static final String NOT_ALLOWED = "42501";

  /** Opens a session in the run's schema. */
  Connection connect() throws SQLException {
    return connection.connect(Map.of("ApplicationName", sessionName(), "currentSchema", schema));
  }

  private String sessionName() {
    String name = SESSION_PREFIX + schema;
    return name.substring(0, Math.min(name.length(), MOST_CHARACTERS_OF_SESSION_NAME));
  }

  /** Ends the sessions of probes that are still open, and drops their tables. */
  void dropTables() throws SQLException {
    try (Connection session = connect();
        Statement statement = session.createStatement()) {
      statement.execute(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = '%s' AND pid <> pg_backend_pid()
          """
              .formatted(sessionName()));
      for (String table : tables(statement)) {
        statement.execute("DROP TABLE IF EXISTS " + table);
      }
    }
  }

  private static List<String> tables(Statement statement) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            """
            SELECT relname FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
              AND starts_with(relname, '%s')
            """
                .formatted(TABLE_PREFIX))) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  /** Makes a checkpoint, if the role may. */
  void checkpoint(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute("CHECKPOINT");
    } catch (SQLException e) {
      if (!NOT_ALLOWED.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  /** Returns the bytes that the link takes in a few seconds; no limit for the bundled server. */
  long mostBytesOfTrial() throws SQLException {
    if (!users) {
      return Long.MAX_VALUE;
    }
    try (Connection session = connect()) {
      return Math.max(
          LEAST_BYTES_OF_TRIAL,
          Math.round(Link.measure(session).sentBytesPerSecond() * SECONDS_OF_TRIAL));
    }
  }
}
