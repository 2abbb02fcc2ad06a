package io.loadpath.engines.postgres;

/** A failure whose message says what happened, where, and what to do next. */
public final class PostgresException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure that this module found itself. */
  public PostgresException(String message) {
    super(message);
  }

  /** A failure that the operating system or the database reported. */
  public PostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
