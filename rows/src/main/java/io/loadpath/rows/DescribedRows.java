package io.loadpath.rows;

import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.rows.parser.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Rows of a described table. {@link RowParser} reads them, and its canonical texts become the
 * fields. Rows without special bytes take the shorter way of {@link PlainRows}, as long as the
 * result is the same.
 */
class DescribedRows extends PlainRows {
  private static final long CRS = Bytes.eightTimes('\r');
  private static final long ONES = Bytes.eightTimes(1);

  /** Says that a field must become canonical text first. */
  private static final FieldException NOT_PLAIN = new FieldException(new byte[0], 0, 0, "");

  private final RowParser parser;
  private final Type[] described;
  private final PlainField[] plain;
  private final boolean plainTypes;
  private final boolean latin1;

  /** The quote or the escape, eight times; CR if there are none. */
  private final long specials;

  /** Number of bytes at which the begun row is searched for its end. */
  private int searchFrom;

  private byte[] utf8 = new byte[0];

  /**
   * @param order of dates in columns that the description calls text
   */
  DescribedRows(
      List<Column> columns, TextFormat format, DateOrder order, RowWriter writer, Rejects rejects) {
    super(targets(columns, format.described()), format, order(format, order), writer, rejects);
    FileFormat file = format.described().format();
    List<io.loadpath.rows.Column> from = format.described().columns();
    parser = new RowParser(from, file, false);
    described = from.stream().map(io.loadpath.rows.Column::type).toArray(Type[]::new);
    plain = new PlainField[types.length];
    boolean all = file.lineEnd() == FileFormat.LineEnd.LF;
    for (int i = 0; i < types.length; i++) {
      plain[i] = new PlainField(from.get(i), file, mayBeEmpty(i), i == 0);
      all &= PlainField.may(from.get(i), file, types[i]);
    }
    plainTypes = all;
    latin1 = file.encoding().equals(StandardCharsets.ISO_8859_1);
    Character special = file.quote() == null ? file.escape() : file.quote();
    specials = Bytes.eightTimes(special == null ? '\r' : special);
  }

  private static DateOrder order(TextFormat format, DateOrder order) {
    return switch (format.described().format().dateForm()) {
      case AMERICAN -> DateOrder.MDY;
      case BRITISH -> DateOrder.DMY;
      default -> order;
    };
  }

  /**
   * Returns the columns with types that read canonical text.
   *
   * @throws IllegalArgumentException if one cannot take the described column
   */
  private static List<Column> targets(List<Column> columns, TextFormat.Described described) {
    List<io.loadpath.rows.Column> from = described.columns();
    if (from.size() != columns.size()) {
      throw new IllegalArgumentException(
          "columns: the description has %d, %d are loaded".formatted(from.size(), columns.size()));
    }
    List<Column> targets = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Type type = from.get(i).type();
      ColumnType target = columns.get(i).type();
      boolean takes =
          switch (type.kind()) {
            case DOUBLE ->
                target == null || target == ColumnType.FLOAT8 || target == ColumnType.FLOAT4;
            case TIMESTAMP ->
                target != (type.zone() ? ColumnType.TIMESTAMP : ColumnType.TIMESTAMPTZ);
            default -> true;
          };
      if (!takes) {
        throw new IllegalArgumentException(
            "column %s: type: %s cannot be loaded into a column of type %s; describe the column as the target's type, or load it into another table"
                .formatted(from.get(i).name(), type, target.name().toLowerCase(Locale.ROOT)));
      }
      boolean hex = type.kind() == Kind.BYTES && target == ColumnType.BYTEA;
      targets.add(hex ? new Column(columns.get(i).name(), ColumnType.HEX) : columns.get(i));
    }
    return targets;
  }

  @Override
  public void write(byte[] text, int from, int to) throws IOException {
    if (begunLength == 0 && mayBePlain() && isPlain(text, from, to)) {
      super.write(text, from, to);
      return;
    }
    if (latin1) {
      int length = toUtf8(text, from, to);
      parse(utf8, 0, length);
    } else {
      parse(text, from, to);
    }
  }

  /** Whether each column's type reads most of its fields as the description does. */
  boolean mayBePlain() {
    return plainTypes;
  }

  private void parse(byte[] text, int from, int to) throws IOException {
    if (begunLength == 0) {
      keep(text, parseRows(text, from, to, false), to);
      return;
    }
    keep(text, from, to);
    if (begunLength >= searchFrom) { // a long row is searched only each time it has doubled
      int end = parseRows(begun, 0, begunLength, false);
      begunLength -= end;
      System.arraycopy(begun, end, begun, 0, begunLength);
      searchFrom = 2 * begunLength;
    }
  }

  @Override
  void endRow() throws IOException {
    parseRows(begun, 0, begunLength, true);
    begunLength = 0;
    searchFrom = 0;
  }

  /** Sends the rows that end in a piece; returns where the next one begins. */
  private int parseRows(byte[] text, int from, int to, boolean last) throws IOException {
    int at = from;
    while (at < to) {
      row++;
      int next = parseRow(text, at, to, last);
      if (next == RowParser.MORE) {
        row--;
        return at;
      }
      offset += next - at - (latin1 ? continuations(text, at, next) : 0);
      at = next;
    }
    return at;
  }

  private int parseRow(byte[] text, int from, int to, boolean last) throws IOException {
    int next;
    try {
      next = parser.parse(text, from, to, last);
    } catch (MalformedRowException e) {
      reject(", " + e.getMessage());
      return e.next();
    }
    if (next != RowParser.MORE) {
      send();
    }
    return next;
  }

  /** Sends the row that the parser holds. */
  private void send() throws IOException {
    byte[] canonical = parser.row();
    int[] ends = parser.ends();
    int at = begin(ends.length == 0 ? 0 : ends[ends.length - 1]);
    byte[] out = writer.bytes();
    int from = 0;
    int text = 0;
    int number = 0;
    for (int i = 0; i < types.length; i++) {
      try {
        if (kind(i) == Kind.DOUBLE) {
          at =
              parser.doubleIsNull()[number]
                  ? putNull(out, at)
                  : putDouble(types[i], parser.doubles()[number], out, at);
          number++;
        } else {
          at = putField(i, canonical, from, ends[text], out, at);
          from = ends[text] + 1;
          text++;
        }
      } catch (FieldException e) {
        reject(wrong(i, e.getMessage()));
        return;
      }
    }
    end(out, at);
  }

  private int putField(int column, byte[] canonical, int from, int to, byte[] out, int at)
      throws FieldException {
    boolean backslash = to > from && canonical[from] == '\\';
    if (backslash && to - from == 2 && canonical[from + 1] == 'N') {
      return putNull(out, at);
    }
    int end = to;
    if (described[column].zone()) {
      canonical[end++] = 'Z'; // the canonical text is in UTC
    }
    int begin = backslash ? from + 1 : from; // which is doubled
    if (begin == end && types[column] != null && !mayBeEmpty(column)) {
      throw new FieldException(canonical, begin, end, " is not a value of the target's type");
    }
    return putValue(column, canonical, begin, end, out, at);
  }

  final Kind kind(int column) {
    return described[column].kind();
  }

  /** Begins a row whose canonical text has a number of bytes; returns the index of its fields. */
  int begin(int textBytes) {
    return writer.begin(textBytes);
  }

  void end(byte[] out, int at) throws IOException {
    writer.end(at, offset);
  }

  // The next three write a field, and return the index after it.

  int putNull(byte[] out, int at) {
    return RowWriter.putNull(out, at);
  }

  int putValue(int column, byte[] text, int from, int to, byte[] out, int at)
      throws FieldException {
    return types[column].write(text, from, to, order, out, at);
  }

  int putDouble(ColumnType type, double value, byte[] out, int at) throws FieldException {
    if (type == ColumnType.FLOAT8) {
      return Bytes.putLong(
          out, Bytes.putInt(out, at, Double.BYTES), Double.doubleToLongBits(value));
    }
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value) || rounded == 0 && value != 0) {
      byte[] shown = Double.toString(value).getBytes(StandardCharsets.US_ASCII);
      throw new FieldException(shown, 0, shown.length, " is too large or too small for its type");
    }
    return Bytes.putInt(out, Bytes.putInt(out, at, Float.BYTES), Float.floatToIntBits(rounded));
  }

  @Override
  int write(int column, byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    if (!plain[column].is(text, from, to)) {
      throw NOT_PLAIN;
    }
    return types[column].write(text, from, to, order, out, at);
  }

  /** Sends a row that is not plain after all, or leaves it out. */
  @Override
  int rejected(byte[] text, int from, boolean noCr, String wrong) throws IOException {
    int end = from;
    while (text[end] != '\n') {
      end++;
    }
    return parseRow(text, from, end + 1, true);
  }

  /** Whether a piece has no quotes and escapes, and no bytes that a field must not have. */
  private boolean isPlain(byte[] text, int from, int to) {
    long high = 0;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long word = Bytes.word(text, at);
      high |= word;
      if (((zero(word) | zero(word ^ CRS) | zero(word ^ specials)) & Bytes.HIGHS) != 0) {
        return false;
      }
    }
    for (; at < to; at++) {
      byte b = text[at];
      high |= b;
      if (b == 0 || b == '\r' || b == (byte) specials) {
        return false;
      }
    }
    return (high & Bytes.HIGHS) == 0 || !latin1 && Utf8.firstInvalid(text, from, to) < 0;
  }

  /** Sets a highest bit if one of eight bytes is 0, otherwise none. */
  private static long zero(long word) {
    return (word - ONES) & ~word;
  }

  /** Turns Latin-1 into UTF-8; returns its length. */
  private int toUtf8(byte[] text, int from, int to) {
    if (utf8.length < 2 * (to - from)) {
      utf8 = new byte[2 * (to - from)];
    }
    int at = 0;
    for (int i = from; i < to; i++) {
      byte b = text[i];
      if (b < 0) {
        utf8[at++] = (byte) (0xC0 | (b & 0xFF) >> 6);
        b = (byte) (0x80 | b & 0x3F);
      }
      utf8[at++] = b;
    }
    return at;
  }

  /** The bytes that UTF-8 has more than Latin-1. */
  private static int continuations(byte[] text, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      count += (text[i] & 0xC0) == 0x80 ? 1 : 0;
    }
    return count;
  }
}
