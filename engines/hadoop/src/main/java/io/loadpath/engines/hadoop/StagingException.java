package io.loadpath.engines.hadoop;

import java.io.IOException;

/** Files cannot be staged; the message says why, and what to do. */
public final class StagingException extends IOException {
  private static final long serialVersionUID = 1;

  StagingException(String message) {
    super(message);
  }
}
