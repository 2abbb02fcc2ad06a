package io.loadpath.sqoop.exports;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.rows.BinaryCopy;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.FieldCheck;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.util.Arrays;

/**
 * Rows for COPY in PostgreSQL's text format: the server reads the fields, because a type has no
 * binary form here, or the plan keeps places, which then stand before a row's fields. Fields of
 * other types are checked by the rules of binary rows, so that the same rows are malformed whatever
 * other columns the table has. Fields are found by the rules of Sqoop's parser, which are those of
 * {@link BinaryCopy} too; they cannot go to the server as they are, because to it an escape before
 * n is a line end.
 */
final class TextRowCopy implements RowCopy {
  private static final int FLUSH_BYTES = 1 << 16;
  private static final byte FIELD_END = '\t';
  private static final byte ROW_END = '\n';
  private static final byte[] NULL = {'\\', 'N', FIELD_END};
  private static final byte[] HEX_BEGIN = {'\\', '\\', 'x'};

  private final TextFormat format;
  private final byte[][] nulls;
  private final boolean[] emptyIsNull;
  private final boolean[] hex;
  private final FieldCheck[] checks; // null where only the server knows the type
  private final boolean places;
  private final RowBoundaries boundaries;
  private final BinaryCopy.Sink sink;
  private final Rejects rejects;

  private byte[] field = new byte[1 << 10];
  private int fieldLength;
  private byte[] out = new byte[2 * FLUSH_BYTES];
  private int length;
  private long rows;

  TextRowCopy(ExportPlan plan, DateOrder order, BinaryCopy.Sink sink, Rejects rejects) {
    format = plan.format();
    int columns = plan.columns().size();
    nulls = new byte[columns][];
    emptyIsNull = new boolean[columns];
    hex = new boolean[columns];
    checks = new FieldCheck[columns];
    for (int i = 0; i < columns; i++) {
      ExportColumn column = plan.columns().get(i);
      nulls[i] = (column.textToSqoop() ? format.nullText() : format.nullOther()).getBytes(UTF_8);
      emptyIsNull[i] = !column.mayBeEmpty();
      hex[i] = column.hasHexBytes();
      checks[i] =
          column
              .binary()
              .filter(type -> type != ColumnType.TEXT) // any text is one
              .map(type -> new FieldCheck(new BinaryCopy.Column(column.name(), type), order))
              .orElse(null);
    }
    places = plan.keepsPlaces();
    boundaries = new RowBoundaries(format);
    this.sink = sink;
    this.rejects = rejects;
  }

  @Override
  public void write(RowChunk chunk) throws IOException {
    for (int start = 0; start < chunk.length(); ) {
      int next = boundaries.next(chunk.bytes(), start, chunk.length());
      int end = next < 0 ? chunk.length() : next - 1;
      int rowStart = length;
      if (places) {
        String place = chunk.piece() + "\t" + (chunk.offset() + start) + "\t";
        put(place.getBytes(US_ASCII));
      }
      String wrong = row(chunk.bytes(), start, end);
      if (wrong.isEmpty()) {
        out[length - 1] = ROW_END;
        rows++;
      } else {
        length = rowStart;
        rejects.reject(chunk.piece(), chunk.offset() + start, wrong);
      }
      if (length >= FLUSH_BYTES) {
        end();
      }
      start = next < 0 ? chunk.length() : next;
    }
  }

  /** Adds a row without its end; returns what is wrong with it, or "". */
  private String row(byte[] text, int from, int to) {
    int column = 0;
    int at = from;
    while (true) {
      int end = readField(text, at, to);
      if (end < 0) {
        return "the enclosing character does not end field %d".formatted(column + 1);
      }
      boolean last = end == to;
      if (column < nulls.length) {
        String wrong = putField(column);
        if (!wrong.isEmpty()) {
          return wrong;
        }
      } else if (!last || end > at) {
        return "other fields than the table's %d columns: at least %d"
            .formatted(nulls.length, column + 1);
      }
      column++;
      if (last) {
        return column < nulls.length
            ? "has %d fields, the table %d columns".formatted(column, nulls.length)
            : "";
      }
      at = end + 1;
    }
  }

  /**
   * Reads the field at an index without its escapes and enclosing characters.
   *
   * @return the index of the delimiter after it, or {@code to}; -1 if it is enclosed wrongly
   */
  private int readField(byte[] text, int from, int to) {
    boolean mayEnclose = format.enclosing() != TextFormat.NONE;
    boolean escapes = format.escape() != TextFormat.NONE;
    int at = from;
    boolean enclosed = mayEnclose && at < to && text[at] == format.enclosing();
    at += enclosed ? 1 : 0;
    byte until = (byte) (enclosed ? format.enclosing() : format.delimiter());
    byte escape = (byte) format.escape();
    int read = 0; // not the member, which costs more in a loop
    while (at < to && text[at] != until) {
      if (escapes && text[at] == escape && ++at == to) {
        fieldLength = read;
        return enclosed ? -1 : to;
      }
      if (read == field.length) {
        field = Arrays.copyOf(field, 2 * read);
      }
      field[read++] = text[at++];
    }
    fieldLength = read;
    if (!enclosed) {
      return at;
    }
    at++;
    return at > to || at < to && text[at] != format.delimiter() ? -1 : at;
  }

  /** Adds the field that was read; returns what is wrong with it, or "". */
  private String putField(int column) {
    byte[] none = nulls[column];
    boolean isNull =
        fieldLength == 0 && emptyIsNull[column]
            || Arrays.equals(field, 0, fieldLength, none, 0, none.length);
    if (isNull) {
      put(NULL);
      return "";
    }
    String wrong = checks[column] == null ? "" : checks[column].wrong(field, fieldLength);
    if (!wrong.isEmpty()) {
      return wrong;
    }
    if (hex[column]) {
      put(HEX_BEGIN);
    }
    room(2 * fieldLength + 1);
    int at = length;
    for (int i = 0; i < fieldLength; i++) {
      byte b = field[i];
      if (b == '\\' || b == '\t' || b == '\n' || b == '\r') {
        out[at++] = '\\';
        b = letter(b);
      }
      out[at++] = b;
    }
    out[at++] = FIELD_END;
    length = at;
    return "";
  }

  /** Returns what stands for a byte after a backslash. */
  private static byte letter(byte b) {
    return switch (b) {
      case '\t' -> 't';
      case '\n' -> 'n';
      case '\r' -> 'r';
      default -> b;
    };
  }

  private void put(byte[] text) {
    room(text.length);
    System.arraycopy(text, 0, out, length, text.length);
    length += text.length;
  }

  private void room(int more) {
    if (length + more > out.length) {
      out = Arrays.copyOf(out, Math.max(length + more, 2 * out.length));
    }
  }

  @Override
  public void end() throws IOException {
    sink.write(out, 0, length);
    length = 0;
  }

  @Override
  public long rows() {
    return rows;
  }
}
