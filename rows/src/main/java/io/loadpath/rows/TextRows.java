package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Rows for COPY of text. Fields cannot go to the server unchanged: to it, an escape before n is a
 * line end.
 */
final class TextRows extends EscapedRows {
  static final byte FIELD_END = '\t';
  static final byte ROW_END = '\n';
  static final byte[] NULL = {'\\', 'N'};
  private static final byte[] HEX_BEGIN = {'\\', '\\', 'x'};

  private final LongFunction<String> before;

  TextRows(
      List<Column> columns,
      TextFormat format,
      DateOrder order,
      RowWriter writer,
      Rejects rejects,
      LongFunction<String> before) {
    super(columns, format, order, writer, rejects);
    this.before = before;
  }

  @Override
  void send() throws IOException {
    byte[] first = before.apply(offset).getBytes(US_ASCII);
    int at = writer.reserve(first.length + 2 * length);
    byte[] out = writer.bytes();
    at = put(first, out, at);
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      try {
        at =
            nulls[i]
                ? put(NULL, out, at)
                : putField(types[i], fields, from, ends[i], order, out, at);
      } catch (FieldException e) {
        reject(wrong(i, e.getMessage()));
        return;
      }
      out[at++] = FIELD_END;
      from = ends[i];
    }
    out[at - 1] = ROW_END;
    writer.end(at, offset);
  }

  /** Writes a field as the server reads it; returns the index after it. */
  static int putField(
      ColumnType type, byte[] fields, int from, int to, DateOrder order, byte[] out, int at)
      throws FieldException {
    if (type != null && type != ColumnType.TEXT) { // any text is one
      type.write(fields, from, to, order, out, at); // the text comes over it
    }
    int end = type == ColumnType.HEX ? put(HEX_BEGIN, out, at) : at;
    for (int i = from; i < to; i++) {
      byte b = fields[i];
      if (b == '\\' || b == '\t' || b == '\n' || b == '\r') {
        out[end++] = '\\';
        b = letter(b);
      }
      out[end++] = b;
    }
    return end;
  }

  /** Returns the character that stands for a byte after a backslash. */
  private static byte letter(byte b) {
    return switch (b) {
      case '\t' -> 't';
      case '\n' -> 'n';
      case '\r' -> 'r';
      default -> b;
    };
  }

  static int put(byte[] text, byte[] out, int at) {
    System.arraycopy(text, 0, out, at, text.length);
    return at + text.length;
  }
}
