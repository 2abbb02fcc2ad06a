package io.loadpath.rows;

import java.io.IOException;
import java.sql.SQLException;

/**
 * Carries the server's error through a {@link RowCopy.Sink}, which can throw no other exception.
 */
public final class LostCopyException extends IOException {
  private static final long serialVersionUID = 1;

  private final SQLException error;

  /** Wraps the error. */
  public LostCopyException(SQLException error) {
    super(error);
    this.error = error;
  }

  /** Returns the server's or the driver's error. */
  public SQLException sqlException() {
    return error;
  }
}
