package io.loadpath.engines.service;

/**
 * The user ended the work (Ctrl-C, TERM, HUP): what was begun is cleaned up, nothing new begins.
 */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoppedException() {
    super("the run was stopped");
  }
}
