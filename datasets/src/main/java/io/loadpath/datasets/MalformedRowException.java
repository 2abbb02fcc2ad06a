package io.loadpath.datasets;

/** A row that does not fit its table. */
public final class MalformedRowException extends DatasetException {
  private static final long serialVersionUID = 1;

  private final long rowIndex;

  MalformedRowException(long rowIndex, String column, String problem) {
    super("column " + column + ": " + problem);
    this.rowIndex = rowIndex;
  }

  /** The row's number in the given bytes, from 0. */
  long rowIndex() {
    return rowIndex;
  }
}
