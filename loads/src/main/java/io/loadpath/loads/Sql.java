package io.loadpath.loads;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs statements, and writes names and texts for them. */
public final class Sql {
  public static final String UNDEFINED_OBJECT = "42704";

  public static final String NO_PRIVILEGE = "42501";
  public static final String NO_LOCK = "55P03";
  public static final String NOT_SUPPORTED = "0A000";

  /**
   * The state if another session works on the object, for instance ends the prepared transaction.
   */
  public static final String NOT_IN_STATE = "55000";

  /** Statements of one transaction. */
  public interface Work {
    void run() throws IOException, SQLException;
  }

  private Sql() {}

  /**
   * Runs work in a transaction and commits it. Before and after it, the session commits each
   * statement.
   *
   * @throws IOException if the work throws it; the transaction is rolled back
   * @throws SQLException likewise; errors of the rollback are added to it as suppressed
   */
  public static void inTransaction(Connection session, Work work) throws IOException, SQLException {
    session.setAutoCommit(false);
    try {
      work.run();
      session.commit();
    } catch (IOException | SQLException | RuntimeException | Error e) {
      try {
        session.rollback();
        session.setAutoCommit(true);
      } catch (SQLException later) {
        e.addSuppressed(later);
      }
      throw e;
    }
    session.setAutoCommit(true);
  }

  /**
   * Runs a statement without parameters.
   *
   * @return the number of its rows, or 0
   */
  public static long run(Connection session, String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
      return Math.max(0, statement.getLargeUpdateCount());
    }
  }

  /** Runs statements without parameters or rows in one round trip. */
  public static void runAll(Connection session, List<String> statements) throws SQLException {
    if (!statements.isEmpty()) {
      run(session, String.join(";\n", statements));
    }
  }

  /** Runs a statement with a parameter for each '?', and returns the number of its rows. */
  public static long update(Connection session, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepared(session, sql, parameters)) {
      return statement.executeLargeUpdate();
    }
  }

  /** Returns a query's rows, as texts; NULL is null. */
  public static List<String[]> rows(Connection session, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepared(session, sql, parameters);
        ResultSet result = statement.executeQuery()) {
      int columns = result.getMetaData().getColumnCount();
      List<String[]> rows = new ArrayList<>();
      while (result.next()) {
        String[] row = new String[columns];
        for (int i = 0; i < columns; i++) {
          row[i] = result.getString(i + 1);
        }
        rows.add(row);
      }
      return rows;
    }
  }

  /** Returns the only column of a query's only row. */
  public static String value(Connection session, String sql, Object... parameters)
      throws SQLException {
    List<String[]> rows = rows(session, sql, parameters);
    if (rows.size() != 1) {
      throw new SQLException("%d rows instead of one: %s".formatted(rows.size(), sql));
    }
    return rows.get(0)[0];
  }

  /** Whether a query of one value returns true. */
  public static boolean isTrue(Connection session, String sql, Object... parameters)
      throws SQLException {
    return "t".equals(value(session, sql, parameters));
  }

  private static PreparedStatement prepared(Connection session, String sql, Object... parameters)
      throws SQLException {
    PreparedStatement statement = session.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      if (parameters[i] instanceof String[] texts) {
        statement.setArray(i + 1, session.createArrayOf("text", texts));
      } else {
        statement.setObject(i + 1, parameters[i]);
      }
    }
    return statement;
  }

  /** A name for SQL. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text for SQL, whatever standard_conforming_strings is. */
  public static String literal(String text) {
    String doubled = text.replace("'", "''");
    return doubled.indexOf('\\') < 0
        ? "'" + doubled + "'"
        : "E'" + doubled.replace("\\", "\\\\") + "'";
  }
}
