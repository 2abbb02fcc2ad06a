package io.loadpath.rows;

import java.io.IOException;
import java.util.Arrays;

/**
 * Rows in a format of COPY, on their way to a sink: in pieces, or one by one. Rows of which one
 * field is wrong are not in it.
 */
final class RowWriter {
  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final int FLUSH_BYTES = 1 << 16;
  private static final int NULL = -1;
  private static final int TRAILER = -1;

  /** Every row has more bytes. */
  private static final int FLUSH_EACH_ROW = 0;

  private final RowCopy.Tuples sink;
  private final int columns;
  private final boolean framed; // by the header and the trailer of the binary format
  private final int flushBytes;
  private byte[] bytes = new byte[FLUSH_BYTES + FLUSH_BYTES / 2];
  private int length; // of whole rows
  private long rows;

  private RowWriter(int columns, boolean framed, int flushBytes, RowCopy.Tuples sink) {
    this.columns = columns;
    this.framed = framed;
    this.flushBytes = flushBytes;
    this.sink = sink;
    if (framed) {
      System.arraycopy(SIGNATURE, 0, bytes, 0, SIGNATURE.length);
      length = Bytes.putInt(bytes, SIGNATURE.length, 0); // flags
      length = Bytes.putInt(bytes, length, 0); // length of an extension
    }
  }

  static RowWriter binary(int columns, RowCopy.Sink sink) {
    return new RowWriter(columns, true, FLUSH_BYTES, inPieces(sink));
  }

  static RowWriter text(int columns, RowCopy.Sink sink) {
    return new RowWriter(columns, false, FLUSH_BYTES, inPieces(sink));
  }

  static RowWriter tuples(int columns, RowCopy.Tuples sink) {
    return new RowWriter(columns, false, FLUSH_EACH_ROW, sink);
  }

  private static RowCopy.Tuples inPieces(RowCopy.Sink sink) {
    return (bytes, from, to, offset) -> sink.write(bytes, from, to - from);
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

  /**
   * Ends a row before an index. A row that is not ended is forgotten.
   *
   * @param offset of the row in its text
   */
  void end(int at, long offset) throws IOException {
    length = at;
    rows++;
    if (length >= flushBytes) {
      flush(offset);
    }
  }

  long rows() {
    return rows;
  }

  /** Ends the format. */
  void end() throws IOException {
    if (framed) {
      length = Bytes.putShort(bytes, length, TRAILER);
    }
    if (flushBytes != FLUSH_EACH_ROW) {
      flush(0);
    }
  }

  private void flush(long offset) throws IOException {
    sink.tuple(bytes, 0, length, offset);
    length = 0;
  }
}
