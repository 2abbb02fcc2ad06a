package io.loadpath.engines.postgres;

import io.loadpath.engines.service.ServiceException;

/** A failure of the bundled server or of its client. */
public final class PostgresException extends ServiceException {
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
