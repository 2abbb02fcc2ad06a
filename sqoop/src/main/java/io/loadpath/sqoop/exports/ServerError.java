package io.loadpath.sqoop.exports;

import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Reads the server's errors. */
final class ServerError {
  /**
   * Classes of errors that another attempt would meet too: bad values, broken constraints, names
   * and rights that are not there.
   */
  private static final Set<String> FOR_GOOD = Set.of("22", "23", "42", "44", "0A", "P0");

  private static final String TOO_MANY_SESSIONS = "53300";
  private static final String FEWER_SESSIONS =
      "an export needs a session for each mapper that runs, one for the client and one for the commit: use fewer --num-mappers";

  private static final String IN_USE =
      "another session holds the table, or waits to change it (TRUNCATE, CREATE INDEX, ALTER TABLE), and holds up all who come later: end that statement, or wait, and run the export again; -Dloadpath.session.statements='SET lock_timeout = …' waits longer";

  private ServerError() {}

  /** The message, with the server's detail, hint and context. */
  static String describe(SQLException e) {
    ServerErrorMessage server =
        e instanceof PSQLException known ? known.getServerErrorMessage() : null;
    if (server == null) {
      return e.getMessage();
    }
    StringBuilder text = new StringBuilder(String.valueOf(server.getMessage()));
    append(text, " (", server.getDetail(), ")");
    append(text, "; ", server.getHint(), "");
    append(text, "; ", server.getWhere(), "");
    append(text, "; ", TOO_MANY_SESSIONS.equals(e.getSQLState()) ? FEWER_SESSIONS : "", "");
    append(text, "; ", Sql.NO_LOCK.equals(e.getSQLState()) ? IN_USE : "", "");
    return text.toString();
  }

  private static void append(StringBuilder text, String before, String part, String after) {
    if (part != null && !part.isBlank()) {
      text.append(before).append(part.strip()).append(after);
    }
  }

  static boolean isForGood(SQLException e) {
    return e.getSQLState() != null
        && e.getSQLState().length() == 5
        && FOR_GOOD.contains(e.getSQLState().substring(0, 2));
  }
}
