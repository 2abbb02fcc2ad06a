package io.loadpath.engines.duckdb;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.StringJoiner;

/**
 * Runs a file of SQL in a new in-memory DuckDB, and prints the rows of its last statement, '|'
 * between the columns.
 *
 * <pre>java -cp 'CLASSES:engines/duckdb/target/lib/*' io.loadpath.engines.duckdb.DuckDb FILE.sql
 *   [NAME=VALUE]...</pre>
 *
 * <p>The SQL reads a value as {@code getvariable('NAME')}. The exit code is 0, 1 if DuckDB or the
 * file fails, or 2 if the arguments are wrong.
 */
public final class DuckDb {
  private DuckDb() {}

  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.exit(run(List.of(arguments), out));
  }

  private static int run(List<String> arguments, PrintStream out) {
    if (arguments.isEmpty()
        || !arguments.stream().skip(1).allMatch(a -> a.matches("(?s)[a-z_]+=.*"))) {
      System.err.println("usage: DuckDb FILE.sql [NAME=VALUE]...");
      return 2;
    }
    try (Connection session = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = session.createStatement()) {
      for (String argument : arguments.subList(1, arguments.size())) {
        String[] variable = argument.split("=", 2);
        String value = variable[1].replace("'", "''");
        statement.execute("SET VARIABLE %s = '%s'".formatted(variable[0], value));
      }
      if (statement.execute(Files.readString(Path.of(arguments.get(0))))) {
        print(statement.getResultSet(), out);
      }
    } catch (SQLException e) {
      System.err.println(arguments.get(0) + ": " + e.getMessage());
      return 1;
    } catch (IOException e) {
      System.err.println(arguments.get(0) + ": cannot be read: " + e);
      return 1;
    }
    if (out.checkError()) {
      System.err.println("DuckDb: cannot write to standard output; the rows are cut off");
      return 1;
    }
    return 0;
  }

  private static void print(ResultSet rows, PrintStream out) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      StringJoiner row = new StringJoiner("|");
      for (int i = 1; i <= columns; i++) {
        row.add(rows.getString(i));
      }
      out.println(row);
    }
  }
}
