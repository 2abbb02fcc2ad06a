package io.loadpath.rows;

import java.io.IOException;

/** A row that cannot be sent. The message names line, column and value. */
public final class RowException extends IOException {
  private static final long serialVersionUID = 1;

  private static final String SEPARATOR = ", ";

  private final long offset;
  private final String wrong;

  RowException(long row, long offset, String message) {
    super("line %d%s".formatted(row, message));
    this.offset = offset;
    wrong = message.startsWith(SEPARATOR) ? message.substring(SEPARATOR.length()) : message.strip();
  }

  /** Returns the bytes of its text before the row. */
  public long offset() {
    return offset;
  }

  /** Returns the problem of the row, without its number. */
  public String wrong() {
    return wrong;
  }
}
