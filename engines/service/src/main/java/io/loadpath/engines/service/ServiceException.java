package io.loadpath.engines.service;

/** A failure whose message says what happened, where, and what to do next. */
public class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServiceException(String message) {
    super(message);
  }

  public ServiceException(String message, Throwable cause) {
    super(message, cause);
  }
}
