package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.List;
import java.util.function.LongFunction;

/** Rows of a described table for COPY of text: canonical texts that the server reads. */
final class DescribedTextRows extends DescribedRows {
  private static final int DOUBLE_BYTES = "-2.2250738585072014E-308\t".length();

  private final LongFunction<String> before;

  DescribedTextRows(
      List<Column> columns,
      TextFormat format,
      DateOrder order,
      RowWriter writer,
      Rejects rejects,
      LongFunction<String> before) {
    super(columns, format, order, writer, rejects);
    this.before = before;
  }

  /** The server reads these fields otherwise. */
  @Override
  boolean mayBePlain() {
    return false;
  }

  @Override
  int begin(int textBytes) {
    byte[] first = before.apply(offset).getBytes(US_ASCII);
    int at = writer.reserve(first.length + 2 * textBytes + DOUBLE_BYTES * types.length);
    return TextRows.put(first, writer.bytes(), at);
  }

  @Override
  void end(byte[] out, int at) throws IOException {
    out[at - 1] = TextRows.ROW_END;
    super.end(out, at);
  }

  @Override
  int putNull(byte[] out, int at) {
    return endField(out, TextRows.put(TextRows.NULL, out, at));
  }

  @Override
  int putValue(int column, byte[] text, int from, int to, byte[] out, int at)
      throws FieldException {
    boolean hex = kind(column) == Kind.BYTES;
    ColumnType type = types[column] == null && hex ? ColumnType.HEX : types[column];
    return endField(out, TextRows.putField(type, text, from, to, order, out, at));
  }

  @Override
  int putDouble(ColumnType type, double value, byte[] out, int at) throws FieldException {
    if (type != null) {
      super.putDouble(type, value, out, at); // checks it; the text comes over it
    }
    return endField(out, TextRows.put(Double.toString(value).getBytes(US_ASCII), out, at));
  }

  private static int endField(byte[] out, int at) {
    out[at] = TextRows.FIELD_END;
    return at + 1;
  }
}
