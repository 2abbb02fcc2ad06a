package io.loadpath.benchmarks;

/** An error about a name from before version 0.2.0; the message has the new name. */
public final class OldNameException extends UsageException {
  private static final long serialVersionUID = 1L;

  public OldNameException(String message) {
    super(message);
  }
}
