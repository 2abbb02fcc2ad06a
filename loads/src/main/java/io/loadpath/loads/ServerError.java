package io.loadpath.loads;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The server's errors, with advice. */
public final class ServerError {
  /** The message of an import's mapper when the client's session is gone. */
  public static final String CLIENT_IS_GONE =
      "the session of the client that held the snapshot is gone (the client ended, lost its connection, or the server ended the session or started again), or the URL names several servers and this mapper reached another one: run the import again, with one server in the URL";

  /**
   * Classes of errors that another attempt would meet, too: bad values, broken constraints, missing
   * names and rights.
   */
  private static final Set<String> FOR_GOOD = Set.of("22", "23", "42", "44", "0A", "P0");

  private ServerError() {}

  /**
   * @param where the failed action
   */
  public static IOException of(SQLException e, String where) {
    return new IOException(where + ": " + describe(e), e);
  }

  /** The message, with the server's detail, hint and context, and advice. */
  public static String describe(SQLException e) {
    ServerErrorMessage server =
        e instanceof PSQLException known ? known.getServerErrorMessage() : null;
    StringBuilder text =
        new StringBuilder(String.valueOf(server == null ? e.getMessage() : server.getMessage()));
    if (server == null) {
      append(text, ": ", lostLink(e), "");
    } else {
      append(text, " (", server.getDetail(), ")");
      append(text, "; ", server.getHint(), "");
      append(text, "; ", server.getWhere(), "");
    }
    append(text, "; ", advice(String.valueOf(e.getSQLState()), text.toString()), "");
    return text.toString();
  }

  /** Returns the message of a session that ended because of its link; null for another error. */
  private static String lostLink(Throwable error) {
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof WatchedSocket.LostLinkException) {
        return cause.getMessage();
      }
    }
    return null;
  }

  private static String advice(String state, String message) {
    if (state.equals("53300")) {
      return "the server takes no more sessions (max_connections, or a limit of the role or the database). A job needs one for each running mapper or writer, one for the client and one for an export's commit: use fewer mappers or writers";
    }
    if (state.equals("53100")) {
      return "a disk of the database's server is full: make room there, and run it again";
    }
    if (state.equals(Sql.NO_LOCK)) {
      return "another session holds the table, or waits to change it (TRUNCATE, CREATE INDEX, ALTER TABLE) and so blocks later ones: end that statement, or wait, and run the job again; -Dloadpath.session.statements='SET lock_timeout = …' waits longer";
    }
    if (message.contains("snapshot")
        && (state.equals(Sql.UNDEFINED_OBJECT) || state.equals("22023"))) {
      return CLIENT_IS_GONE;
    }
    if (state.equals("25P04") || state.equals("57014")) {
      return "a limit of the role or the database, or another user, ended it: raise statement_timeout or transaction_timeout, for instance with -Dloadpath.session.statements";
    }
    return state.startsWith("08") || state.startsWith("57P")
        ? "the connection to the server is lost: run the job again"
        : "";
  }

  private static void append(StringBuilder text, String before, String part, String after) {
    if (part != null && !part.isBlank()) {
      text.append(before).append(part.strip()).append(after);
    }
  }

  /** Whether another attempt would fail too. */
  public static boolean isForGood(SQLException e) {
    return e.getSQLState() != null
        && e.getSQLState().length() == 5
        && FOR_GOOD.contains(e.getSQLState().substring(0, 2));
  }
}
