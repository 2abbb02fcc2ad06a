package io.loadpath.copy;

import java.io.IOException;
import java.util.List;

/**
 * Writes rows in the format of binary COPY, field by field, for callers that take rows apart
 * themselves. A row that turns out to be bad can be taken back before it ends.
 */
public final class BinaryRows {
  private static final int FLUSH_BYTES = 1 << 16;
  private static final int NULL = -1;
  private static final int TRAILER = -1;

  private final ColumnType[] types;
  private final DateOrder order;
  private final BinaryCopy.Sink sink;
  private final RowBuffer out = new RowBuffer(FLUSH_BYTES + (1 << 12)); // flushed after a row
  private int rowStart;

  /**
   * @param order of dates with slashes
   */
  public BinaryRows(List<ColumnType> types, DateOrder order, BinaryCopy.Sink sink) {
    this.types = types.toArray(ColumnType[]::new);
    this.order = order;
    this.sink = sink;
    BinaryCopy.putHeader(out);
  }

  /** Begins a row, which must get a field for each type. */
  public void beginRow() {
    rowStart = out.length();
    out.putShort(types.length);
  }

  /**
   * Adds the field {@code text[from..to)}, which is not NULL.
   *
   * @param column number of the field in the row, from 0
   * @throws FieldException if it is no text of the column's type
   */
  public void field(int column, byte[] text, int from, int to) throws FieldException {
    ColumnType type = types[column];
    if (from == to && type.needsText()) {
      throw new FieldException("'' is no value of the type");
    }
    type.write(text, from, to, order, out);
  }

  /** Adds a field that is NULL. */
  public void nullField() {
    out.putInt(NULL);
  }

  /** Takes the row back that was begun last. */
  public void dropRow() {
    out.truncate(rowStart);
  }

  public void endRow() throws IOException {
    if (out.length() >= FLUSH_BYTES) {
      flush();
    }
  }

  /** Sends the end of the format. */
  public void end() throws IOException {
    out.putShort(TRAILER);
    flush();
  }

  private void flush() throws IOException {
    sink.write(out.bytes(), 0, out.length());
    out.clear();
  }
}
