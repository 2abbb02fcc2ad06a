package io.loadpath.engines.service;

/** A failure whose message says what happened, where, and what to do next. */
public class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure that a service found itself. */
  public ServiceException(String message) {
    super(message);
  }

  /** A failure that the operating system or a server reported. */
  public ServiceException(String message, Throwable cause) {
    super(message, cause);
  }
}
