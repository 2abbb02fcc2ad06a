package io.loadpath.benchmarks.chaos;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** A session of the chaos test itself. */
record Session(Connection connection) implements AutoCloseable {
  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the rows of a query as texts; null for NULL. */
  List<List<String>> rows(String query) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(found.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  /** Returns the first column of a query's rows. */
  List<String> texts(String query) throws SQLException {
    return rows(query).stream().map(row -> row.get(0)).toList();
  }

  /** Inserts the rows of a {@link DataFile#text}. */
  void copy(String table, byte[] text) throws SQLException {
    String copy = "COPY %s FROM STDIN (DELIMITER '|', NULL '')".formatted(table);
    try {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(copy, new ByteArrayInputStream(text));
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
