package io.loadpath.tables.yaml;

/** A file that a user writes is not valid: the message says where, why, and what is allowed. */
public final class InvalidFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public InvalidFileException(String message) {
    super(message);
  }

  public InvalidFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
