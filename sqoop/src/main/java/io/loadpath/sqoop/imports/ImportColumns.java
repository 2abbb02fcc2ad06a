package io.loadpath.sqoop.imports;

import io.loadpath.loads.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of an import.
 *
 * @param names from the server
 * @param types codes of {@link Types}
 */
record ImportColumns(List<String> names, List<Integer> types) {
  /** The query may end with a comment. */
  private static final String NO_ROWS = "SELECT * FROM (%s\n) AS import LIMIT 0";

  /**
   * Asks the server, which reads no row.
   *
   * @throws SQLException if the server refuses the query
   */
  static ImportColumns of(Connection session, String query) throws SQLException {
    List<String> names = new ArrayList<>();
    List<Integer> types = new ArrayList<>();
    // not a prepared statement, in which the operator ? would be a parameter
    try (Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet none = statement.executeQuery(NO_ROWS.formatted(query))) {
        ResultSetMetaData columns = none.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          names.add(columns.getColumnName(i));
          types.add(columns.getColumnType(i));
        }
      }
    }
    return new ImportColumns(List.copyOf(names), List.copyOf(types));
  }

  /**
   * The columns of a table in a select list. Truth values are written true and false, as Sqoop
   * does, not t and f.
   */
  String selected() {
    List<String> selected = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      selected.add(Sql.quoted(names.get(i)) + (isBoolean(i) ? "::text" : ""));
    }
    return String.join(", ", selected);
  }

  /** Whether there is a column of truth values, which COPY writes in another form than Sqoop. */
  boolean hasBoolean() {
    for (int i = 0; i < types.size(); i++) {
      if (isBoolean(i)) {
        return true;
      }
    }
    return false;
  }

  /** The same columns under unique names. */
  ImportColumns numbered() {
    List<String> numbered = new ArrayList<>();
    for (int i = 1; i <= names.size(); i++) {
      numbered.add("column" + i);
    }
    return new ImportColumns(numbered, types);
  }

  /** The names, for a list of aliases. */
  String list() {
    return String.join(", ", names.stream().map(Sql::quoted).toList());
  }

  private boolean isBoolean(int column) {
    return types.get(column) == Types.BIT || types.get(column) == Types.BOOLEAN;
  }
}
