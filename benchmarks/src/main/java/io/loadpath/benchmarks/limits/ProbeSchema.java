package io.loadpath.benchmarks.limits;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The schema in which probes make their tables. Its name is fixed, so that what a killed run left
 * is found and dropped by the next.
 */
record ProbeSchema(ConnectionInfo server) {
  static final String NAME = "loadpath_limits";

  private static final String SESSION_NAME = "loadpath-limits";

  /** Opens a session that {@link #drop} ends if it is still open. */
  Connection connect() throws SQLException, IOException {
    Properties properties = new Properties();
    properties.setProperty("user", server.user());
    properties.setProperty("password", Files.readString(server.passwordFile()));
    properties.setProperty("ApplicationName", SESSION_NAME);
    Connection session = DriverManager.getConnection(server.jdbcUrl(), properties);
    return session;
  }

  /** Makes the schema anew, empty. */
  void make() throws SQLException, IOException {
    drop();
    try (Connection session = connect()) {
      execute(session, "CREATE SCHEMA " + NAME);
    }
  }

  /** Ends the sessions of probes and drops all that they made. */
  void drop() throws SQLException, IOException {
    try (Connection session = connect()) {
      execute(
          session,
          """
          SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
          WHERE application_name = '%s' AND pid <> pg_backend_pid()
          """
              .formatted(SESSION_NAME));
      execute(session, "SET client_min_messages TO warning");
      execute(session, "DROP SCHEMA IF EXISTS " + NAME + " CASCADE");
    }
  }

  /** Returns the definition of the columns of {@code table}, in the types that the paths use. */
  static String columns(Table table) {
    return table.columns().stream()
        .map(
            column ->
                "%s %s%s"
                    .formatted(
                        Dialect.POSTGRES.name(column.name()),
                        Dialect.POSTGRES.type(column.type()),
                        column.nullable() ? "" : " NOT NULL"))
        .collect(Collectors.joining(", "));
  }

  static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }
}
