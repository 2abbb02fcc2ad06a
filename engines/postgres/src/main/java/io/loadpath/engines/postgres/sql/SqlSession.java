package io.loadpath.engines.postgres.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;

/**
 * Runs scripts on one connection, statement by statement, until the first error. Sessions share the
 * stream of their rows, so it gets whole rows only.
 */
final class SqlSession implements AutoCloseable {
  private static final int ENOUGH_BYTES = 65_536;

  private final BaseConnection connection;
  private final Optional<InputStream> input;
  private final PrintStream output;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final PrintStream notices;

  SqlSession(
      BaseConnection connection,
      Optional<InputStream> input,
      PrintStream output,
      PrintStream notices) {
    this.connection = connection;
    this.input = input;
    this.output = output;
    this.notices = notices;
  }

  /** Runs scripts. Fails on an open transaction: its silent rollback would look like success. */
  void run(List<SqlScript> scripts, Map<String, String> values) {
    Variables variables = new Variables(values);
    scripts.forEach(script -> run(script, variables));
    if (connection.getTransactionState() != TransactionState.IDLE) {
      SqlScript last = scripts.get(scripts.size() - 1);
      throw SqlScript.failure(
          last.name(),
          (int) last.text().lines().count(),
          "the script ends inside a transaction, which is rolled back: add COMMIT",
          null);
    }
  }

  private void run(SqlScript script, Variables variables) {
    ScriptReader reader =
        new ScriptReader(
            script.name(),
            script.text(),
            variables,
            this::print,
            file -> run(script.beside(file), variables));
    try {
      Optional<ScriptReader.Statement> statement = reader.next();
      while (statement.isPresent()) {
        run(script, reader, statement.get());
        statement = reader.next();
      }
    } finally {
      flush();
    }
  }

  private void run(SqlScript script, ScriptReader reader, ScriptReader.Statement statement) {
    try {
      switch (statement.kind()) {
        case COPY_FROM_STDIN -> copyIn(script, reader, statement);
        case COPY_TO_STDOUT -> copyOut(statement);
        case QUERY_INTO_VARIABLES -> setVariables(connection, reader, statement.text());
        default -> execute(script, statement);
      }
      report(script, statement, connection.getWarnings());
      connection.clearWarnings();
      flush();
    } catch (SQLException e) {
      throw ServerErrors.explain(script, statement, e);
    } catch (IOException e) {
      throw SqlScript.failure(
          script.name(), statement.firstLine(), "cannot read COPY's data: " + e, e);
    }
  }

  private void execute(SqlScript script, ScriptReader.Statement sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      boolean rows = statement.execute(sql.text());
      while (rows || statement.getUpdateCount() != -1) {
        if (rows) {
          print(statement.getResultSet());
        }
        rows = statement.getMoreResults();
      }
      report(script, sql, statement.getWarnings());
    }
  }

  /** Runs a query, and sets variables to the values of its row. */
  static void setVariables(BaseConnection connection, ScriptReader reader, String query)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      reader.setVariables(statement.executeQuery(query));
    }
  }

  private void copyIn(SqlScript script, ScriptReader reader, ScriptReader.Statement sql)
      throws SQLException, IOException {
    InputStream data;
    if (script.ownData()) {
      data = new ByteArrayInputStream(reader.copyData().getBytes(UTF_8));
    } else {
      data =
          input.orElseThrow(
              () ->
                  SqlScript.failure(
                      script.name(),
                      sql.firstLine(),
                      "standard input cannot feed several sessions of --each",
                      null));
    }
    new CopyManager(connection).copyIn(sql.text(), data);
  }

  private void copyOut(ScriptReader.Statement sql) throws SQLException {
    CopyOut copy = new CopyManager(connection).copyOut(sql.text());
    for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
      print(row);
    }
  }

  private void report(SqlScript script, ScriptReader.Statement sql, SQLWarning first) {
    for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
      notices.println(
          script.name() + ":" + sql.firstLine() + ": " + ServerErrors.describe(warning));
    }
  }

  private void print(String line) {
    print((line + "\n").getBytes(UTF_8));
  }

  /** Prints a row with its line end. */
  private void print(byte[] row) {
    pending.writeBytes(row);
    if (pending.size() >= ENOUGH_BYTES) {
      flush();
    }
  }

  /** Prints rows without header or footer, '|' between columns, nothing for NULL. */
  private void print(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    StringBuilder line = new StringBuilder();
    while (columns > 0 && rows.next()) {
      line.setLength(0);
      for (int column = 1; column <= columns; column++) {
        String value = rows.getString(column);
        line.append(column > 1 ? "|" : "").append(value == null ? "" : value);
      }
      print(line.toString());
    }
  }

  private void flush() {
    synchronized (output) {
      output.writeBytes(pending.toByteArray());
      if (output.checkError()) {
        throw new SqlClient.OutputLostException();
      }
    }
    pending.reset();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing is lost: uncommitted work was already reported.
    }
  }
}
