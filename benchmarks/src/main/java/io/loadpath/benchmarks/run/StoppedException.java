package io.loadpath.benchmarks.run;

/** The user ended the run (Ctrl-C, TERM, HUP): what was begun is cleaned up, nothing new begins. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoppedException() {
    super("the run was stopped");
  }
}
