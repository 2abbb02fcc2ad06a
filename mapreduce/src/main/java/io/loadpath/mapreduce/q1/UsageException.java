package io.loadpath.mapreduce.q1;

/** A command line or a configuration key that cannot be used as given: exit code 2. */
final class UsageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
