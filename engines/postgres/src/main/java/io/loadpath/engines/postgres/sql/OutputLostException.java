package io.loadpath.engines.postgres.sql;

/** A session's rows could not be printed, so it ended. */
public final class OutputLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutputLostException() {
    super("cannot write to standard output");
  }
}
