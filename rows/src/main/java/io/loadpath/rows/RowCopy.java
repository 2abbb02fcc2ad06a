package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Turns rows of text into input of PostgreSQL's COPY. The binary format costs the server less CPU
 * time than the text format, and the client more. The manual describes both ("COPY"). Not
 * thread-safe.
 */
public abstract class RowCopy {
  /**
   * The destination of the bytes. A piece has at most 64 KiB and a row, unless the row is longer.
   */
  public interface Sink {
    void write(byte[] bytes, int start, int length) throws IOException;
  }

  /** The destination of rows that are handed over one by one. */
  public interface Tuples {
    /**
     * Takes a row as one tuple of the binary format: {@code bytes[from..to)}, valid during the
     * call.
     *
     * @param offset of the row in its text
     */
    void tuple(byte[] bytes, int from, int to, long offset) throws IOException;
  }

  /** Decides about a row that cannot be sent. */
  public interface Rejects {
    /** Returns if the row is to be left out; throws otherwise. */
    void rejected(RowException row) throws IOException;
  }

  /**
   * A column that the rows have, in their order.
   *
   * @param name for messages
   * @param type null if only the server reads it
   * @param isText whether Sqoop holds its values as text
   * @param mayBeEmpty whether an empty field is a value of it
   */
  public record Column(String name, ColumnType type, boolean isText, boolean mayBeEmpty) {
    public Column(String name, ColumnType type) {
      this(name, type, type.isText(), type.mayBeEmpty());
    }
  }

  private static final int MAX_MIB = 16;

  /** The longest row, without its end. */
  static final int MAX_BYTES = MAX_MIB << 20;

  /** No field that is not empty has this text. */
  private static final byte[] NO_NULL = {};

  final RowWriter writer;
  final ColumnType[] types;
  final DateOrder order;
  private final Rejects rejects;
  private final List<Column> columns;
  private final byte[][] nulls;
  private final boolean[] emptyIsNull;
  private final boolean delimiterAlways;
  private final String lineEnd;

  /** The number of the row that was begun last. */
  long row;

  /** The offset of the current row in the text. */
  long offset;

  RowCopy(
      List<Column> columns, TextFormat format, DateOrder order, RowWriter writer, Rejects rejects) {
    this.writer = writer;
    this.rejects = rejects;
    this.lineEnd = TextFormat.describe(format.lineEnd());
    this.columns = List.copyOf(columns);
    this.order = order;
    delimiterAlways = format.delimiterAtEnd() == TextFormat.DelimiterAtEnd.ALWAYS;
    types = columns.stream().map(Column::type).toArray(ColumnType[]::new);
    nulls = new byte[types.length][];
    emptyIsNull = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      Column column = columns.get(i);
      String none = column.isText() ? format.nullText() : format.nullOther();
      TextFormat.Described described = format.described();
      boolean nullable = described == null || described.columns().get(i).nullable();
      nulls[i] = nullable ? none.getBytes(UTF_8) : NO_NULL;
      // one byte that is empty is the byte 0 to PostgreSQL, and a text like others to Sqoop
      boolean sayNull = types[i] != ColumnType.CHAR || format.nullParsed() || described != null;
      emptyIsNull[i] =
          described == null && !column.mayBeEmpty() || nullable && sayNull && none.isEmpty();
    }
  }

  /**
   * For binary COPY.
   *
   * @param columns all with a type
   * @param order of dates with slashes
   * @param rejects gets each row with a field that does not fit its type, with more or fewer fields
   *     than columns, or with CR LF at its end
   */
  public static RowCopy binary(
      List<Column> columns, TextFormat format, DateOrder order, Rejects rejects, Sink sink) {
    return binary(columns, format, order, rejects, RowWriter.binary(columns.size(), sink));
  }

  /** Like {@link #binary}, but row by row, without the header and the trailer of the format. */
  public static RowCopy tuples(
      List<Column> columns, TextFormat format, DateOrder order, Rejects rejects, Tuples sink) {
    return binary(columns, format, order, rejects, RowWriter.tuples(columns.size(), sink));
  }

  private static RowCopy binary(
      List<Column> columns, TextFormat format, DateOrder order, Rejects rejects, RowWriter writer) {
    if (format.described() != null) {
      return new DescribedRows(columns, format, order, writer, rejects);
    }
    return format.hasEscapes()
        ? new EscapedRows(columns, format, order, writer, rejects)
        : new PlainRows(columns, format, order, writer, rejects);
  }

  /** For binary COPY of text whose malformed rows are errors. */
  public static RowCopy binary(
      List<Column> columns, TextFormat format, DateOrder order, Sink sink) {
    Rejects none =
        row -> {
          throw row;
        };
    return binary(columns, format, order, none, sink);
  }

  /**
   * For COPY of text with tabs: the server reads the fields. Fields of types that are known here
   * are checked by the rules of binary rows. So the same rows are malformed, whatever other columns
   * the table has.
   *
   * @param before the ASCII text that comes before the row at an offset in its text
   */
  public static RowCopy text(
      List<Column> columns,
      TextFormat format,
      DateOrder order,
      Rejects rejects,
      LongFunction<String> before,
      Sink sink) {
    RowWriter writer = RowWriter.text(columns.size(), sink);
    return format.described() == null
        ? new TextRows(columns, format, order, writer, rejects, before)
        : new DescribedTextRows(columns, format, order, writer, rejects, before);
  }

  /**
   * Sends the rows of a piece of the text, {@code text[from..to)}; a row may go on in the next
   * piece.
   *
   * @throws RowException if a row is longer than 16 MiB; nothing can be sent after it
   */
  public abstract void write(byte[] text, int from, int to) throws IOException;

  /** Takes the rest of the text as its last row. */
  abstract void endRow() throws IOException;

  /** Counts lines before the first row, so that messages name a row by its line. */
  public final void countLines(int lines) {
    row += lines;
  }

  /**
   * Sends the last row of a text, which may lack its end. The next bytes are another text, whose
   * rows and bytes are counted from 0 again.
   */
  public final void endText() throws IOException {
    endRow();
    row = 0;
    offset = 0;
  }

  /** Sends the last row, which may lack its end, and the end of the format. */
  public final void end() throws IOException {
    endText();
    writer.end();
  }

  /** Returns the number of rows of all texts so far, without those that were left out. */
  public final long rows() {
    return writer.rows();
  }

  final void reject(String why) throws IOException {
    rejects.rejected(new RowException(row, offset, why));
  }

  /** Ends the copy: the rest of the text would be one more row of this kind. */
  final RowException tooLong() {
    return new RowException(
        row, offset, " is longer than %d MiB: rows must end with %s".formatted(MAX_MIB, lineEnd));
  }

  final String endsWithCrLf() {
    return " ends with CR LF: rows must end with LF";
  }

  /** Whether a field stands for NULL. */
  final boolean isNull(int column, byte[] text, int from, int to) {
    if (from == to) {
      return emptyIsNull[column];
    }
    byte[] none = nulls[column];
    return to - from == none.length && Arrays.equals(text, from, to, none, 0, none.length);
  }

  /** Whether an empty field of a column is a value. */
  final boolean mayBeEmpty(int column) {
    return columns.get(column).mayBeEmpty();
  }

  /** Writes a field that is not NULL; returns the index after it. */
  int write(int column, byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    return types[column].write(text, from, to, order, out, at);
  }

  /** Returns the message about a malformed field. */
  final String wrong(int column, String how) {
    String name = column < types.length ? columns.get(column).name() : "after the last one";
    return ", column " + name + ": " + how;
  }

  /**
   * Returns the problem of the number of fields of a row.
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
