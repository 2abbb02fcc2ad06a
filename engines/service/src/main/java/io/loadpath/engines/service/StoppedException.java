package io.loadpath.engines.service;

/** The user ended the work (Ctrl-C, TERM, HUP): begun work is cleaned up, no new work begins. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoppedException() {
    super("the run was stopped");
  }
}
