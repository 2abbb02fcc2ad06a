package io.loadpath.copy;

/** A field that is no text of its type. The message says what is wrong with it, not where it is. */
final class FieldException extends Exception {
  private static final long serialVersionUID = 1;

  FieldException(String message) {
    super(message, null, false, false);
  }
}
