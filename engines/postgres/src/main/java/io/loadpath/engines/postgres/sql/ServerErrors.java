package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/** Formats the server's errors and notices for people. */
final class ServerErrors {
  /** The start of the SQLSTATEs of lost connections. */
  private static final String LOST = "08";

  private ServerErrors() {}

  /** Formats an error with the script's line, the server's message, and its detail. */
  static ServiceException explain(
      SqlScript script, ScriptReader.Statement statement, SQLException error) {
    ServerErrorMessage server =
        error instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    int position = server == null ? 0 : Math.max(0, server.getPosition() - 1);
    StringBuilder message = new StringBuilder(describe(error));
    if (server == null && String.valueOf(error.getSQLState()).startsWith(LOST)) {
      message.append(
          "\n  hint: the connection was lost while this statement ran, and it may or may not be committed:"
              + " look at the tables before you run the command again");
    }
    for (String name : statement.unset()) {
      if (server != null && "42601".equals(server.getSQLState())) {
        message.append("\n  hint: variable ").append(name).append(" is not set: give -v ");
        message.append(name).append("=VALUE");
      }
    }
    return SqlScript.failure(script.name(), statement.lineAt(position), message.toString(), error);
  }

  /** Formats severity, message, detail, hint and context. */
  static String describe(SQLException error) {
    ServerErrorMessage server = null;
    if (error instanceof PSQLException postgres) {
      server = postgres.getServerErrorMessage();
    } else if (error instanceof PSQLWarning warning) {
      server = warning.getServerErrorMessage();
    }
    if (server == null) {
      return "ERROR: " + error.getMessage();
    }
    StringBuilder text = new StringBuilder();
    text.append(server.getSeverity()).append(": ").append(server.getMessage());
    append(text, "detail", server.getDetail());
    append(text, "hint", server.getHint());
    if (error instanceof PSQLException) {
      append(text, "where", server.getWhere());
      append(text, "SQLSTATE", server.getSQLState());
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String label, String value) {
    if (value != null && !value.isBlank()) {
      text.append("\n  ").append(label).append(": ").append(value.replace("\n", "\n    "));
    }
  }
}
