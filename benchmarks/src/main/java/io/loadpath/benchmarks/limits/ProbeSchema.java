package io.loadpath.benchmarks.limits;

import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.Table;
import io.loadpath.datasets.table.Type;
import io.loadpath.engines.postgres.ConnectionInfo;
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
  private static final int MOST_INTEGER_DIGITS = 9;

  /** Opens a session that {@link #drop} ends if it is still open. */
  Connection connect() throws SQLException, IOException {
    Properties properties = new Properties();
    properties.setProperty("user", server.user());
    properties.setProperty("password", Files.readString(server.passwordFile()));
    properties.setProperty("ApplicationName", SESSION_NAME);
    Connection session = DriverManager.getConnection(server.jdbcUrl(), properties);
    execute(session, "SET datestyle TO 'ISO, MDY'"); // the files write mm/dd/yyyy
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
        .map(column -> column.name() + " " + type(column) + (column.nullable() ? "" : " NOT NULL"))
        .collect(Collectors.joining(", "));
  }

  private static String type(Column column) {
    Type type = column.type();
    return switch (type.kind()) {
      case TEXT -> type.size() == Type.UNLIMITED ? "text" : "varchar(%d)".formatted(type.size());
      case INTEGER -> type.size() <= MOST_INTEGER_DIGITS ? "integer" : "bigint";
      case DECIMAL -> "numeric(%d, %d)".formatted(type.size(), type.places());
      case DOUBLE -> "double precision";
      case BOOLEAN -> "boolean";
      case DATE -> "date";
      case TIMESTAMP -> "timestamp" + (type.zone() ? " with time zone" : "");
      case BYTES -> "bytea";
    };
  }

  static void execute(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }
}
