package io.loadpath.rows;

import java.io.IOException;
import java.util.Arrays;

/** A format of COPY, on its way to a sink. Rows of which one field is wrong are not in it. */
final class RowWriter {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final int FLUSH_BYTES = 1 << 16;
  private static final int NULL = -1;
  private static final int TRAILER = -1;

  private final RowCopy.Sink sink;
  private final int columns;
  private final boolean binary;
  private byte[] bytes = new byte[FLUSH_BYTES + FLUSH_BYTES / 2];
  private int length; // of whole rows
  private long rows;

  RowWriter(int columns, boolean binary, RowCopy.Sink sink) {
    this.columns = columns;
    this.binary = binary;
    this.sink = sink;
    if (binary) {
      System.arraycopy(SIGNATURE, 0, bytes, 0, SIGNATURE.length);
      length = Bytes.putInt(bytes, SIGNATURE.length, 0); // flags
      length = Bytes.putInt(bytes, length, 0); // length of an extension
    }
  }

  /** Begins a row of at most a number of bytes of text; returns the index for its first field. */
  int begin(int textBytes) {
    int at = reserve(Short.BYTES + textBytes); // which may replace the bytes
    return Bytes.putShort(bytes, at, columns);
  }

  /** Makes room for a row; returns where it begins. */
  int reserve(int rowBytes) {
    int most = length + rowBytes + columns * ColumnType.MAX_MORE_BYTES;
    if (most > bytes.length - Bytes.SLACK) {
      bytes = Arrays.copyOf(bytes, Math.max(most + Bytes.SLACK, 2 * bytes.length));
    }
    return length;
  }

  /** Returns where fields are put, until the next row begins. */
  byte[] bytes() {
    return bytes;
  }

  static int putNull(byte[] out, int at) {
    return Bytes.putInt(out, at, NULL);
  }

  /** Ends a row before an index. A row that is not ended is forgotten. */
  void end(int at) throws IOException {
    length = at;
    rows++;
    if (length >= FLUSH_BYTES) {
      flush();
    }
  }

  long rows() {
    return rows;
  }

  /** Ends the format. */
  void end() throws IOException {
    if (binary) {
      length = Bytes.putShort(bytes, length, TRAILER);
    }
    flush();
  }

  private void flush() throws IOException {
    sink.write(bytes, 0, length);
    length = 0;
  }
}
