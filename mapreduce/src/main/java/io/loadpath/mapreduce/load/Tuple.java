package io.loadpath.mapreduce.load;

import org.apache.hadoop.io.WritableComparator;

/** The fields of a row, as one tuple of binary COPY holds them. Reused for each row. */
public final class Tuple {
  private final int[] starts;
  private final int[] lengths;
  private byte[] bytes;

  /** A row of this number of columns. */
  public Tuple(int columns) {
    starts = new int[columns];
    lengths = new int[columns];
  }

  /** Finds the fields of the tuple that begins at an index. */
  public void read(byte[] tuple, int from) {
    bytes = tuple;
    int at = from + Short.BYTES; // the number of fields
    for (int i = 0; i < starts.length; i++) {
      lengths[i] = WritableComparator.readInt(tuple, at);
      starts[i] = at + Integer.BYTES;
      at = starts[i] + Math.max(0, lengths[i]);
    }
  }

  /** Returns the bytes that hold the fields. They are valid until the next row is read. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the index of a field's first byte. */
  public int start(int column) {
    return starts[column];
  }

  /** Returns the length of a field; -1 for NULL. */
  public int length(int column) {
    return lengths[column];
  }
}
