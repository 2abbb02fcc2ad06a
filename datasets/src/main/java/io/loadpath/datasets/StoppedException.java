package io.loadpath.datasets;

/**
 * The making of data was given up because a signal ends the process. The user has been told, and
 * what was unfinished is removed.
 */
public final class StoppedException extends DatasetException {
  private static final long serialVersionUID = 1;

  StoppedException() {
    super("stopped before the data was whole");
  }
}
