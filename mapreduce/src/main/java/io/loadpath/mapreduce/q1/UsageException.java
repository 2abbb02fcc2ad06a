package io.loadpath.mapreduce.q1;

/** A wrong command line or configuration key: exit code 2. */
final class UsageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
