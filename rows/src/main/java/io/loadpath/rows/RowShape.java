package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/** Columns, marks of NULL and messages of a row. */
final class RowShape {
  private final List<BinaryCopy.Column> columns;
  private final ColumnType[] types;
  private final byte[][] nulls;
  private final boolean[] emptyIsNull;
  private final DateOrder order;
  private final boolean delimiterAlways;

  RowShape(List<BinaryCopy.Column> columns, TextFormat format, DateOrder order) {
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

  int columns() {
    return types.length;
  }

  /** Whether a field is one that stands for NULL. */
  boolean isNull(int column, byte[] text, int from, int to) {
    if (from == to) {
      return emptyIsNull[column];
    }
    byte[] none = nulls[column];
    return to - from == none.length && Arrays.equals(text, from, to, none, 0, none.length);
  }

  /** Whether an empty field of a column is a value. */
  boolean mayBeEmpty(int column) {
    return types[column].mayBeEmpty();
  }

  /**
   * Returns how many bytes of a column's NULL have been found in a field, with one more byte; -1 if
   * they are other bytes.
   */
  int sameAsNull(int column, int found, byte next) {
    boolean same =
        column < nulls.length
            && found >= 0
            && found < nulls[column].length
            && nulls[column][found] == next;
    return same ? found + 1 : -1;
  }

  /** Whether bytes that were found are all of a column's NULL, and more than none. */
  boolean isNull(int column, int found) {
    return found > 0 && found == nulls[column].length;
  }

  /** Writes a field that is not NULL; returns the index after it. */
  int write(int column, byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    return types[column].write(text, from, to, order, out, at);
  }

  /** Returns a message of a wrong field. */
  String wrong(int column, String how) {
    String name = column < types.length ? columns.get(column).name() : "after the last one";
    return ", column " + name + ": " + how;
  }

  /**
   * Returns a message of a row that has not the fields of a row.
   *
   * @param parts of the row between its delimiters
   * @param lastIsEmpty whether the last part is
   */
  String otherFields(int parts, boolean lastIsEmpty) {
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
