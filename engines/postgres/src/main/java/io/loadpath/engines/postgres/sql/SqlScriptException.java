package io.loadpath.engines.postgres.sql;

/**
 * An error in a script or from the server; the message begins with the script's name and the line.
 */
final class SqlScriptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SqlScriptException(String script, int line, String message) {
    super(script + ":" + line + ": " + message);
  }

  SqlScriptException(String script, int line, String message, Throwable cause) {
    super(script + ":" + line + ": " + message, cause);
  }
}
