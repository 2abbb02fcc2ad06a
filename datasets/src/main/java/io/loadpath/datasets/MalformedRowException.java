package io.loadpath.datasets;

/** A row that is not one of its table. */
public final class MalformedRowException extends DatasetException {
  private static final long serialVersionUID = 1;

  private final long rowIndex;

  MalformedRowException(long rowIndex, String column, String problem) {
    super("column " + column + ": " + problem);
    this.rowIndex = rowIndex;
  }

  /** Which row of the given bytes it is, from 0. */
  long rowIndex() {
    return rowIndex;
  }
}
