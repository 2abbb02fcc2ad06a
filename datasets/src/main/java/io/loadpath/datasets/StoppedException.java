package io.loadpath.datasets;

import io.loadpath.tables.DatasetException;

/** A signal ended the making of data. The user was told, and the unfinished files are removed. */
public final class StoppedException extends DatasetException {
  private static final long serialVersionUID = 1;

  StoppedException() {
    super("stopped before the data was whole");
  }
}
