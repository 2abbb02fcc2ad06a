package io.loadpath.copy;

import java.io.IOException;

/** A row that cannot be sent. The message names line, column and value. */
public final class RowException extends IOException {
  private static final long serialVersionUID = 1;

  RowException(long line, String message) {
    super("line %d%s".formatted(line, message));
  }
}
