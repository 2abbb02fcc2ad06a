package io.loadpath.tables.scripts;

/** A table that a tool cannot hold; the message names what and says what to do. */
public final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ScriptException(String message) {
    super(message);
  }
}
