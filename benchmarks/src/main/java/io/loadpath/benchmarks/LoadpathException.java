package io.loadpath.benchmarks;

/** An error for the user: its message says what happened, where, and what to do next. */
public class LoadpathException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LoadpathException(String message) {
    super(message);
  }

  public LoadpathException(String message, Throwable cause) {
    super(message, cause);
  }
}
