package io.loadpath.datasets;

import java.io.IOException;

/** Data could not be made, read or trusted; the message says what, where and what to do next. */
public class DatasetException extends IOException {
  private static final long serialVersionUID = 1;

  public DatasetException(String message) {
    super(message);
  }

  public DatasetException(String message, Throwable cause) {
    super(message, cause);
  }
}
