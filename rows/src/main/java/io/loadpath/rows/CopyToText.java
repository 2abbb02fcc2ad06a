package io.loadpath.rows;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Takes a stream of binary COPY and writes its rows as text, each with LF at its end. It is the
 * inverse of {@link RowCopy}. Not thread-safe.
 */
public final class CopyToText extends OutputStream {
  /** The reader of the text. */
  public enum Form {
    /**
     * PostgreSQL's COPY: tabs between fields, backslashes before special characters, NULL is \N.
     */
    POSTGRES,

    /**
     * Oracle's loaders, {@code FIELDS CSV WITH EMBEDDED}: commas between fields, quotes around a
     * text with special characters. NULL is empty, and so is an empty text. Truth is 1 or 0.
     */
    ORACLE
  }

  private static final int HEADER_BYTES = 19;
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int TRAILER = -1;
  private static final int INCOMPLETE = -1;

  private final Form form;
  private final ColumnType[] types;
  private final List<RowCopy.Column> columns;
  private final OutputStream out;
  private final TextBuffer text = new TextBuffer(BLOCK_BYTES);
  private byte[] input = new byte[2 * BLOCK_BYTES];
  private int length; // of input that is not written yet
  private boolean begun;

  /**
   * @param columns of the rows, all with a type
   */
  public CopyToText(Form form, List<RowCopy.Column> columns, OutputStream out) {
    this.form = form;
    this.columns = List.copyOf(columns);
    this.out = out;
    types = columns.stream().map(RowCopy.Column::type).toArray(ColumnType[]::new);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * @throws IOException naming column and value if Oracle cannot hold the value
   */
  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (count > input.length - length) {
      input = Arrays.copyOf(input, Math.max(2 * input.length, length + count));
    }
    System.arraycopy(bytes, from, input, length, count);
    length += count;
    int at = 0;
    if (!begun && length >= HEADER_BYTES) {
      begun = true;
      at = HEADER_BYTES;
    }
    if (begun) {
      at = writeRows(at);
    }
    System.arraycopy(input, at, input, 0, length - at);
    length -= at;
  }

  /** Writes all complete rows; returns the index after them. */
  private int writeRows(int from) throws IOException {
    int at = from;
    for (int end = endOfRow(at); end != INCOMPLETE; end = endOfRow(at)) {
      if (end - at > Short.BYTES) { // otherwise it is the trailer
        addRow(at + Short.BYTES);
      }
      at = end;
      if (text.length() >= BLOCK_BYTES) {
        text.writeTo(out);
      }
    }
    text.writeTo(out);
    return at;
  }

  private int endOfRow(int from) {
    int at = from + Short.BYTES;
    if (at > length || Bytes.getShort(input, from) == TRAILER) {
      return at > length ? INCOMPLETE : at;
    }
    for (int i = 0; i < types.length; i++) {
      if (at + Integer.BYTES > length) {
        return INCOMPLETE;
      }
      at += Integer.BYTES + Math.max(0, Bytes.getInt(input, at));
    }
    return at > length ? INCOMPLETE : at;
  }

  private void addRow(int from) throws IOException {
    int at = from;
    for (int i = 0; i < types.length; i++) {
      if (i > 0) {
        text.add(form == Form.POSTGRES ? '\t' : ',');
      }
      int bytes = Bytes.getInt(input, at);
      at += Integer.BYTES;
      if (bytes >= 0) {
        addField(i, at, bytes);
        at += bytes;
      } else if (form == Form.POSTGRES) {
        text.add("\\N");
      }
    }
    text.add('\n');
  }

  private void addField(int column, int from, int bytes) throws IOException {
    ColumnType type = types[column];
    if (type == ColumnType.TEXT || type == ColumnType.CHAR) {
      int end = type == ColumnType.CHAR && input[from] == 0 ? from : from + bytes;
      if (form == Form.POSTGRES) {
        addEscaped(from, end);
      } else {
        addEnclosed(from, end);
      }
      return;
    }
    if (form == Form.POSTGRES && (type == ColumnType.BYTEA || type == ColumnType.HEX)) {
      text.add('\\'); // COPY doubles the backslash of \x
    }
    try {
      FieldText.add(type, form == Form.ORACLE, input, from, bytes, text);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "column %s: %s".formatted(columns.get(column).name(), e.getMessage()), e);
    }
  }

  private void addEscaped(int from, int end) {
    int plain = from;
    for (int i = from; i < end; i++) {
      int escaped =
          switch (input[i]) {
            case '\\' -> '\\';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            default -> 0;
          };
      if (escaped != 0) {
        text.add(input, plain, i);
        text.add('\\');
        text.add(escaped);
        plain = i + 1;
      }
    }
    text.add(input, plain, end);
  }

  private void addEnclosed(int from, int end) {
    boolean special = from < end && (isBlank(input[from]) || isBlank(input[end - 1]));
    for (int i = from; i < end && !special; i++) {
      byte b = input[i];
      special = b == ',' || b == '"' || b == '\n' || b == '\r';
    }
    if (!special) {
      text.add(input, from, end);
      return;
    }
    text.add('"');
    for (int i = from; i < end; i++) {
      if (input[i] == '"') {
        text.add('"');
      }
      text.add(input[i]);
    }
    text.add('"');
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
