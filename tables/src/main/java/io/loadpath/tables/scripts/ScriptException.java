package io.loadpath.tables.scripts;

/** A tool cannot hold a table; the message says why and what to do. */
public final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ScriptException(String message) {
    super(message);
  }
}
