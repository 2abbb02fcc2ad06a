package io.loadpath.benchmarks.service;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.postgresql.core.BaseConnection;

/**
 * Finds a pooler between here and the server on which paths cannot work.
 *
 * @param connect opens a session with properties of the driver
 */
record PoolerCheck(Function<Map<String, String>, Connection> connect) {
  private static final int LOOKS = 20;

  /**
   * Finds a pooler that may give each transaction another session of the server, because locks and
   * settings would be lost. A pooler reports another pid than the server's. If a second session
   * then gets the server session of the first, the pooler divides sessions.
   */
  Optional<String> divides(BaseConnection session) throws SQLException {
    int pid = pid(session);
    if (pid == session.getQueryExecutor().getBackendPID()) {
      return Optional.empty();
    }
    boolean divided;
    try (Connection other = connect.apply(Map.of())) {
      other.setAutoCommit(false);
      divided = pid(other) == pid;
      for (int i = 0; i < LOOKS && !divided; i++) {
        divided = pid(session) != pid;
      }
      other.rollback();
    }
    return divided
        ? Optional.of(
            "it is a pooler that gives each transaction another session (PgBouncer: pool_mode=transaction), which loses locks and settings; name the server itself, or a pool with pool_mode=session")
        : Optional.empty();
  }

  /** Without a prepared statement, which a divided session would lose. */
  private static int pid(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }

  /** Opens a session as the paths do: a pooler may not pass on the schema. */
  Optional<String> losesSearchPath() throws SQLException {
    Map<String, String> likePaths =
        Map.of("currentSchema", "pg_catalog", "options", "-c search_path=pg_catalog");
    try (Connection session = connect.apply(likePaths);
        Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SHOW search_path")) {
      row.next();
      return row.getString(1).equals("pg_catalog")
          ? Optional.empty()
          : Optional.of(
              "it ignores the search_path of a new session, as a pooler may; name the server itself");
    }
  }
}
