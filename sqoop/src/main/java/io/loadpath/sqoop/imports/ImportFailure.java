package io.loadpath.sqoop.imports;

import java.io.IOException;
import java.sql.SQLException;

/** Errors of the server in words that say what to do. */
final class ImportFailure {
  static final String CLIENT_IS_GONE =
      ". The session of the client that held the snapshot is gone (the client ended, lost its connection, or the"
          + " server ended the session or started again), or the URL names several servers and this mapper reached"
          + " another one: run the import again, with one server in the URL";

  private ImportFailure() {}

  /**
   * @param where what was being done
   */
  static IOException of(SQLException e, String where) {
    return new IOException("%s: %s%s".formatted(where, e.getMessage(), advice(e)), e);
  }

  private static String advice(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    String message = String.valueOf(e.getMessage());
    if (state.equals("53300")) {
      return ". The server takes no more sessions (max_connections, or a limit of the role or the database): an import"
          + " needs one for each mapper that runs, and one that holds the snapshot. Use fewer --num-mappers";
    }
    if (state.equals("55P03")) {
      return ". Another session waits to change the table, and holds up all who want to read it, until this job ends:"
          + " end that session's statement, and run the import again";
    }
    if (message.contains("snapshot") && (state.equals("42704") || state.equals("22023"))) {
      return CLIENT_IS_GONE;
    }
    if (state.equals("25P04") || state.equals("57014")) {
      return ". A limit of the role or the database ended it, or somebody did: raise statement_timeout or"
          + " transaction_timeout, for instance with -Dloadpath.session.statements";
    }
    if (state.startsWith("08") || state.startsWith("57P")) {
      return ". The connection to the server is lost: run the import again";
    }
    return "";
  }
}
