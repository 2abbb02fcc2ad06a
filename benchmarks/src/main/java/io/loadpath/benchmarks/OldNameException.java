package io.loadpath.benchmarks;

/** A name that was in use before version 0.2.0; the message says the new one. */
public final class OldNameException extends UsageException {
  private static final long serialVersionUID = 1L;

  public OldNameException(String message) {
    super(message);
  }
}
