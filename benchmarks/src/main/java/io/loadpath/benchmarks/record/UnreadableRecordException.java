package io.loadpath.benchmarks.record;

import java.io.IOException;

/** A file that is no record of a version known here; the message says what and what to do next. */
public final class UnreadableRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  UnreadableRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
