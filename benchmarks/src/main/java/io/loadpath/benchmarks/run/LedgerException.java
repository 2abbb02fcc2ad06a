package io.loadpath.benchmarks.run;

/** The figures of a run cannot be trusted. */
final class LedgerException extends Exception {
  private static final long serialVersionUID = 1L;

  LedgerException(String message) {
    super(message);
  }
}
