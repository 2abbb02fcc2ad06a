package io.loadpath.benchmarks.run;

/** The rows that arrived, or the answer, are not what they should be; the message says how. */
final class VerificationException extends Exception {
  private static final long serialVersionUID = 1L;

  VerificationException(String message) {
    super(message);
  }
}
