package io.loadpath.rows.parser;

import io.loadpath.rows.Column;
import io.loadpath.rows.FieldException;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.Floats;
import io.loadpath.rows.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Parses rows of UTF-8 text, and writes their canonical texts. For one thread.
 *
 * <p>After {@link #parse}, {@link #row()} has the canonical texts of all columns except DOUBLE,
 * joined with '|'; {@link #ends()} has the end of each.
 */
public final class RowParser {

  /** The result of {@link #parse} if the row goes on after the bytes. */
  public static final int MORE = -1;

  private static final int START_BYTES = 512;
  private static final int SPARE_BYTES = CanonicalText.MAX_GROWTH + 1 + Long.BYTES;

  private final Column[] columns;
  private final Kind[] kinds;
  private final boolean[] isDouble;
  private final CanonicalText[] texts;
  private final FieldReader field;
  private final int[] outside;
  private final boolean crlf;
  private final byte delimiter;
  private final boolean delimiterAfterLast;
  private final byte[] nullText;

  private byte[] row = new byte[START_BYTES];
  private final int[] ends;
  private final double[] doubles;
  private final boolean[] doubleIsNull;
  private int lines;
  private int seenBits;
  private boolean sawEmptyText;
  private boolean sawQuotes;

  /** The row's first problem; null: there is none. */
  private String problem;

  private int problemColumn;
  private int problemLine;

  /**
   * Reads rows of a table.
   *
   * @param columns in their order
   * @param postgresBytes whether bytes may also be written as {@code \x00ff}, as PostgreSQL does
   */
  public RowParser(List<Column> columns, FileFormat format, boolean postgresBytes) {
    this.columns = columns.toArray(new Column[0]);
    kinds = columns.stream().map(column -> column.type().kind()).toArray(Kind[]::new);
    texts =
        columns.stream()
            .map(column -> new CanonicalText(column.type(), format, postgresBytes))
            .toArray(CanonicalText[]::new);
    isDouble = new boolean[kinds.length];
    int doubleColumns = 0;
    for (int i = 0; i < kinds.length; i++) {
      isDouble[i] = kinds[i] == Kind.DOUBLE;
      doubleColumns += isDouble[i] ? 1 : 0;
    }
    field = new FieldReader(format);
    outside = field.outside();
    crlf = format.lineEnd() == LineEnd.CRLF;
    delimiter = (byte) format.delimiter();
    delimiterAfterLast = format.delimiterAfterLast();
    nullText = format.nullText().getBytes(StandardCharsets.UTF_8);
    ends = new int[kinds.length - doubleColumns];
    doubles = new double[doubleColumns];
    doubleIsNull = new boolean[doubleColumns];
  }

  /** The last row's canonical texts, each followed by '|'; readable 8 bytes further. */
  public byte[] row() {
    return row;
  }

  /** The end of the text of each column except DOUBLE; the next one starts after the '|'. */
  public int[] ends() {
    return ends;
  }

  /** The values of the DOUBLE columns, in order. */
  public double[] doubles() {
    return doubles;
  }

  /** Whether the DOUBLE columns are NULL. */
  public boolean[] doubleIsNull() {
    return doubleIsNull;
  }

  /** Line ends that the row or the header line took. */
  public int lines() {
    return lines;
  }

  /** Whether a value so far had one of these bits of {@link FieldReader}. */
  public boolean saw(int bits) {
    return (seenBits & bits) != 0;
  }

  /** Whether a TEXT or BYTES value so far was empty and not NULL. */
  public boolean sawEmptyText() {
    return sawEmptyText;
  }

  /** Whether a field so far, or a name in the header line, was in quotes. */
  public boolean sawQuotes() {
    return sawQuotes;
  }

  /**
   * Parses the row at {@code from}.
   *
   * @param last whether the text ends at {@code to}
   * @return the start of the next row, or {@link #MORE}
   * @throws MalformedRowException at a row that does not fit the table; its lines count from this
   *     row's first one
   */
  public int parse(byte[] text, int from, int to, boolean last) throws MalformedRowException {
    lines = 0;
    problem = null;
    boolean[] isDouble = this.isDouble;
    int end = 0;
    int textColumn = 0;
    int doubleColumn = 0;
    int at = from - 1;
    int i = 0;
    while (i < columns.length && (i == 0 || isDelimiter(text, at, to))) {
      int start = at + 1;
      at = endOfPlain(text, start, to);
      byte[] value = text;
      int valueFrom = start;
      int valueTo = at;
      boolean quoted = false;
      if (at < to ? text[at] != delimiter && (text[at] != '\n' || crlf) : !last) {
        at = field.read(text, start, to, last);
        if (at == MORE) {
          return MORE;
        }
        value = field.value;
        valueFrom = field.from;
        valueTo = field.to;
        quoted = field.quoted;
        sawQuotes |= quoted;
        checkField(i);
      }
      if (!quoted && isNull(text, start, at)) {
        if (!columns[i].nullable()) {
          reportNull(i);
        }
        if (isDouble[i]) {
          doubleIsNull[doubleColumn++] = true;
        } else {
          end = appendNull(end);
          ends[textColumn++] = end;
          row[end++] = '|';
        }
      } else if (isDouble[i]) {
        doubleIsNull[doubleColumn] = false;
        doubles[doubleColumn++] = parseDouble(i, value, valueFrom, valueTo);
      } else {
        end = append(i, value, valueFrom, valueTo, end);
        ends[textColumn++] = end;
        row[end++] = '|';
      }
      i++;
    }
    if (i < columns.length) {
      if (at == from) { // rather than that the first column is empty
        problem = null;
      }
      reportMissing(i, at == from);
    } else {
      at = readRowEnd(text, at, to, last);
      if (at == MORE) {
        return MORE;
      }
    }
    return endLine(text, at, to);
  }

  /** Goes to the byte after the line end at {@code at}, or reports the row's first problem. */
  private int endLine(byte[] text, int at, int to) throws MalformedRowException {
    int next = at;
    if (at < to) {
      lines++;
      next = text[at] == '\r' ? Math.min(at + 2, to) : at + 1;
    }
    if (problem != null) {
      throw new MalformedRowException(problemLine, columns[problemColumn].name(), problem, next);
    }
    return next;
  }

  /**
   * Checks a header line at {@code from}.
   *
   * @return the start of the first row, or {@link #MORE}
   * @throws MalformedRowException if it does not name the table's columns
   */
  public int parseHeader(byte[] text, int from, int to, boolean last) throws MalformedRowException {
    lines = 0;
    problem = null;
    int at = from - 1;
    int i = 0;
    do {
      at = field.read(text, at + 1, to, last);
      if (at == MORE) {
        return MORE;
      }
      sawQuotes |= field.quoted;
      String name =
          new String(field.value, field.from, field.to - field.from, StandardCharsets.UTF_8);
      boolean afterLast = i == columns.length && name.isEmpty() && !isDelimiter(text, at, to);
      if (i < columns.length) {
        String described = columns[i].headerName();
        if (!name.equals(described)) {
          report(
              i,
              "the header line has '%s' here, the description '%s'".formatted(name, described),
              0);
        }
      } else if (!afterLast) {
        report(columns.length - 1, "is not the last: '" + name + "' follows in the header line", 0);
      }
      if (field.problem != null) {
        report(Math.min(i, columns.length - 1), "in the header line: " + field.problem, 0);
      }
      lines += field.lines;
      i++;
    } while (isDelimiter(text, at, to));
    if (i < columns.length) {
      report(i, "is missing, the header line has %d of %d names".formatted(i, columns.length), 0);
    }
    return endLine(text, at, to);
  }

  private boolean isDelimiter(byte[] text, int at, int to) {
    return at < to && text[at] == delimiter;
  }

  /** Goes to the first special byte after {@code from}; most fields end there. */
  private int endOfPlain(byte[] text, int from, int to) {
    int at = from;
    int[] classes = outside;
    while (at < to && classes[text[at] & 0xFF] == 0) {
      at++;
    }
    return at;
  }

  /** Takes over the result of the field reader for a field that is not plain. */
  private void checkField(int i) {
    if (field.problem != null) {
      report(i, field.problem, lines + field.problemLine);
    }
    lines += field.lines;
    boolean isNull = !field.quoted && isNull(field.value, field.from, field.to);
    if (field.bits != 0 && !isNull) {
      seenBits |= field.bits;
      String wrong = field.wrongText(i == 0);
      if (wrong != null) {
        report(i, wrong, 0);
      }
    }
  }

  /** Checks that nothing but the delimiter after the last field follows, and finds the line end. */
  private int readRowEnd(byte[] text, int afterLast, int to, boolean last) {
    int lastColumn = columns.length - 1;
    boolean delimited = isDelimiter(text, afterLast, to);
    if (!delimited) {
      if (delimiterAfterLast) {
        report(lastColumn, "is not followed by a delimiter, as the description says", 0);
      }
      return afterLast;
    }
    if (delimiterAfterLast && !crlf && afterLast + 1 < to && text[afterLast + 1] == '\n') {
      return afterLast + 1; // as in most files
    }
    int at = afterLast;
    boolean more = !delimiterAfterLast;
    while (isDelimiter(text, at, to)) {
      int start = at + 1;
      at = field.read(text, start, to, last);
      if (at == MORE) {
        return MORE;
      }
      more |= at > start || isDelimiter(text, at, to);
      if (field.problem != null && !more) {
        report(lastColumn, field.problem, lines);
      }
      lines += field.lines;
    }
    if (more) {
      report(lastColumn, "is not the last: the row has more than " + columns.length + " fields", 0);
    }
    return at;
  }

  /** Whether the field in[from, to) stands for NULL; it has no quotes. */
  private boolean isNull(byte[] in, int from, int to) {
    return to - from == nullText.length
        && (from == to || Arrays.equals(in, from, to, nullText, 0, nullText.length));
  }

  private int appendNull(int end) {
    reserve(end);
    row[end] = '\\';
    row[end + 1] = 'N';
    return end + 2;
  }

  private int append(int i, byte[] value, int from, int to, int at) {
    reserve(at + to - from);
    if (from == to) {
      return appendEmpty(i, at);
    }
    int end = texts[i].append(value, from, to, row, at);
    if (end < 0) {
      report(i, texts[i].problem(value, from, to), 0);
      return at;
    }
    return end;
  }

  private int appendEmpty(int i, int at) {
    if (kinds[i] == Kind.TEXT || kinds[i] == Kind.BYTES) {
      sawEmptyText = true;
    } else if (problem == null) {
      report(
          i,
          "is an empty text, which is not a value of %s; NULL is written %s"
              .formatted(columns[i].type(), nullForm()),
          0);
    }
    return at;
  }

  private String nullForm() {
    return nullText.length == 0
        ? "without quotes"
        : CanonicalText.shown(nullText, 0, nullText.length);
  }

  private double parseDouble(int i, byte[] value, int from, int to) {
    try {
      return Floats.float8(value, from, to);
    } catch (FieldException e) {
      report(i, texts[i].problem(value, from, to), 0);
      return 0;
    }
  }

  /** Makes room for a field that ends near {@code end}, and for reading a little past it. */
  private void reserve(int end) {
    if (end + SPARE_BYTES > row.length) {
      row = Arrays.copyOf(row, 2 * (end + SPARE_BYTES));
    }
  }

  /** Frees the room that a long row took; the last row's texts are lost. */
  public void shrink() {
    row = new byte[START_BYTES];
    field.shrink();
  }

  private void reportNull(int i) {
    String shown = nullText.length == 0 ? "empty" : new String(nullText, StandardCharsets.UTF_8);
    report(i, "is " + shown + " but must not be NULL", 0);
  }

  private void reportMissing(int i, boolean emptyLine) {
    String found =
        emptyLine
            ? "the line is empty"
            : "the row has %d of %d fields".formatted(i, columns.length);
    report(i, "is missing, " + found, 0);
  }

  private void report(int column, String what, int line) {
    if (problem == null) {
      problem = what;
      problemColumn = column;
      problemLine = line;
    }
  }
}
