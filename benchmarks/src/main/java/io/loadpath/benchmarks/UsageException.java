package io.loadpath.benchmarks;

/** An error in the user's command line. */
public class UsageException extends LoadpathException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
