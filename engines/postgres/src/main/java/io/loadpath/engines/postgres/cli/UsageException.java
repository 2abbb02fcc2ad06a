package io.loadpath.engines.postgres.cli;

/** Wrong arguments; exit code 2. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
