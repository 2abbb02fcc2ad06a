package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Finds the rows of a text and sends them; knows columns, marks of NULL and messages of a row. */
abstract class RowScanner {
  private static final int MAX_MIB = 16;

  /** The longest row, without its end. */
  static final int MAX_BYTES = MAX_MIB << 20;

  final RowWriter writer;
  private final BinaryCopy.Rejects rejects;
  private final List<BinaryCopy.Column> columns;
  private final ColumnType[] types;
  private final byte[][] nulls;
  private final boolean[] emptyIsNull;
  private final DateOrder order;
  private final boolean delimiterAlways;
  private final String lineEnd;

  /** The number of the row that was begun last. */
  long row;

  /** Where in the text the row begins that is read. */
  long offset;

  RowScanner(
      List<BinaryCopy.Column> columns,
      TextFormat format,
      DateOrder order,
      RowWriter writer,
      BinaryCopy.Rejects rejects) {
    this.writer = writer;
    this.rejects = rejects;
    this.lineEnd = TextFormat.describe(format.lineEnd());
    this.columns = List.copyOf(columns);
    this.order = order;
    delimiterAlways = format.delimiterAtEnd() == TextFormat.DelimiterAtEnd.ALWAYS;
    types = columns.stream().map(BinaryCopy.Column::type).toArray(ColumnType[]::new);
    nulls = new byte[types.length][];
    emptyIsNull = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      String none = types[i].isText() ? format.nullText() : format.nullOther();
      nulls[i] = none.getBytes(UTF_8);
      // one byte that is empty is the byte 0 to PostgreSQL, and a text like others to Sqoop
      boolean sayNull = types[i] != ColumnType.CHAR || format.nullParsed();
      emptyIsNull[i] = !types[i].mayBeEmpty() || sayNull && none.isEmpty();
    }
  }

  /** Takes the next piece of the text, {@code text[from..to)}. */
  abstract void write(byte[] text, int from, int to) throws IOException;

  /** Takes what is left of the text as its last row. */
  abstract void endRow() throws IOException;

  /** Ends the text; another one may follow. */
  final void end() throws IOException {
    endRow();
    row = 0;
    offset = 0;
  }

  final void reject(String why) throws IOException {
    rejects.rejected(new RowException(row, offset, why));
  }

  /** Ends everything: the rest of the text would be one more row of this kind. */
  final RowException tooLong() {
    return new RowException(
        row, offset, " is longer than %d MiB: rows must end with %s".formatted(MAX_MIB, lineEnd));
  }

  final String endsWithCrLf() {
    return " ends with CR LF: rows must end with LF";
  }

  /** Whether a field is one that stands for NULL. */
  final boolean isNull(int column, byte[] text, int from, int to) {
    if (from == to) {
      return emptyIsNull[column];
    }
    byte[] none = nulls[column];
    return to - from == none.length && Arrays.equals(text, from, to, none, 0, none.length);
  }

  /** Whether an empty field of a column is a value. */
  final boolean mayBeEmpty(int column) {
    return types[column].mayBeEmpty();
  }

  /**
   * Returns how many bytes of a column's NULL have been found in a field, with one more byte; -1 if
   * they are other bytes.
   */
  final int sameAsNull(int column, int found, byte next) {
    boolean same =
        column < nulls.length
            && found >= 0
            && found < nulls[column].length
            && nulls[column][found] == next;
    return same ? found + 1 : -1;
  }

  /** Whether bytes that were found are all of a column's NULL, and more than none. */
  final boolean isNull(int column, int found) {
    return found > 0 && found == nulls[column].length;
  }

  /** Writes a field that is not NULL; returns the index after it. */
  final int write(int column, byte[] text, int from, int to, byte[] out, int at)
      throws FieldException {
    return types[column].write(text, from, to, order, out, at);
  }

  /** Returns a message of a wrong field. */
  final String wrong(int column, String how) {
    String name = column < types.length ? columns.get(column).name() : "after the last one";
    return ", column " + name + ": " + how;
  }

  /**
   * Returns a message of a row that has not the fields of a row.
   *
   * @param parts of the row between its delimiters
   * @param lastIsEmpty whether the last part is
   */
  final String otherFields(int parts, boolean lastIsEmpty) {
    boolean atEnd = delimiterAlways && lastIsEmpty && parts > 1;
    int found = atEnd ? parts - 1 : parts;
    if (delimiterAlways && !atEnd && found == types.length) {
      return " lacks the delimiter after its last field";
    }
    if (delimiterAlways && !atEnd && found == types.length + 1) {
      return " has text after its last delimiter";
    }
    return " has %d %s, the table %d %s"
        .formatted(
            found,
            found == 1 ? "field" : "fields",
            types.length,
            types.length == 1 ? "column" : "columns");
  }
}
