package io.loadpath.copy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Turns rows of text into the format of binary COPY, which costs the server less CPU time and the
 * client more. A row ends with LF; its fields end with a delimiter, but for the last one. There are
 * no quotes and no escapes. An empty field is NULL. The format is in PostgreSQL's manual, "COPY".
 */
public final class BinaryCopy {
  /** Where the bytes go. */
  public interface Sink {
    void write(byte[] bytes, int start, int length) throws IOException;
  }

  /**
   * A column that the rows have, in their order.
   *
   * @param name for messages
   */
  public record Column(String name, ColumnType type) {}

  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
  };
  private static final int FLUSH_BYTES = 1 << 14;
  private static final int MAX_ROW_MIB = 16;
  private static final int MAX_ROW_BYTES = MAX_ROW_MIB << 20;
  private static final int NULL = -1;
  private static final int TRAILER = -1;

  private final List<Column> columns;
  private final ColumnType[] types;
  private final byte delimiter;
  private final DateOrder order;
  private final Sink sink;
  private final RowBuffer out = new RowBuffer(FLUSH_BYTES + (1 << 10)); // flushed after a row
  private byte[] begun = new byte[1 << 10];
  private int begunLength;
  private long rows;

  /**
   * @param delimiter an ASCII character that no field holds
   * @param order of dates with slashes
   */
  public BinaryCopy(List<Column> columns, char delimiter, DateOrder order, Sink sink) {
    this.columns = List.copyOf(columns);
    this.types = columns.stream().map(Column::type).toArray(ColumnType[]::new);
    this.delimiter = (byte) delimiter;
    this.order = order;
    this.sink = sink;
    out.put(SIGNATURE, 0, SIGNATURE.length);
    out.putInt(0); // flags
    out.putInt(0); // length of an extension
  }

  /**
   * Sends the rows of a piece of the text; a row may go on in the next piece.
   *
   * @throws RowException if a field is no text of its type, or a row has other fields, ends with CR
   *     LF or is too long
   */
  public void write(byte[] text, int length) throws IOException {
    int at = 0;
    if (begunLength > 0) {
      int end = lineEnd(text, 0, length);
      keep(text, 0, Math.min(end, length));
      if (end == length) {
        return;
      }
      line(begun, 0, begunLength);
      begunLength = 0;
      at = end + 1;
    }
    for (int end = lineEnd(text, at, length); end < length; end = lineEnd(text, at, length)) {
      line(text, at, end);
      at = end + 1;
    }
    keep(text, at, length);
  }

  /** Sends the last row, which may lack its LF, and the end of the format. */
  public void end() throws IOException {
    if (begunLength > 0) {
      row(begun, 0, begunLength);
    }
    out.putShort(TRAILER);
    flush();
  }

  private void keep(byte[] text, int from, int to) throws RowException {
    int length = begunLength + to - from;
    if (length > MAX_ROW_BYTES) {
      throw new RowException(
          rows + 1, " is longer than %d MiB: rows must end with LF".formatted(MAX_ROW_MIB));
    }
    if (length > begun.length) {
      begun = Arrays.copyOf(begun, Math.max(length, Math.min(2 * begun.length, MAX_ROW_BYTES)));
    }
    System.arraycopy(text, from, begun, begunLength, to - from);
    begunLength = length;
  }

  private static int lineEnd(byte[] text, int from, int to) {
    int at = from;
    while (at < to && text[at] != '\n') {
      at++;
    }
    return at;
  }

  /** Sends a row that ends with LF. */
  private void line(byte[] text, int from, int to) throws IOException {
    if (to > from && text[to - 1] == '\r') {
      throw new RowException(rows + 1, " ends with CR LF: rows must end with LF");
    }
    row(text, from, to);
  }

  private void row(byte[] text, int from, int to) throws IOException {
    rows++;
    out.putShort(types.length);
    int start = from;
    for (int column = 0; column < types.length; column++) {
      int end = start;
      while (end < to && text[end] != delimiter) {
        end++;
      }
      boolean last = column == types.length - 1;
      if (last != (end == to)) {
        throw otherFields(text, from, to);
      }
      field(text, start, end, column);
      start = end + 1;
    }
    if (out.length() >= FLUSH_BYTES) {
      flush();
    }
  }

  private void field(byte[] text, int from, int to, int column) throws RowException {
    ColumnType type = types[column];
    if (from == to && type != ColumnType.CHAR) {
      out.putInt(NULL);
      return;
    }
    try {
      type.write(text, from, to, order, out);
    } catch (FieldException e) {
      throw new RowException(
          rows, ", column " + columns.get(column).name() + ": " + e.getMessage());
    }
  }

  private RowException otherFields(byte[] text, int from, int to) {
    int fields = 1;
    for (int i = from; i < to; i++) {
      fields += text[i] == delimiter ? 1 : 0;
    }
    return new RowException(
        rows,
        " has %d %s, the table %d %s"
            .formatted(
                fields,
                fields == 1 ? "field" : "fields",
                types.length,
                types.length == 1 ? "column" : "columns"));
  }

  private void flush() throws IOException {
    sink.write(out.bytes(), 0, out.length());
    out.clear();
  }
}
