package io.loadpath.rows;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Rows whose fields may have escapes and enclosing characters, which are taken away first. */
class EscapedRows extends RowCopy {
  private static final int NONE = 1 << Byte.SIZE; // not a byte

  private final RowBoundaries boundaries;
  private final int delimiter;
  private final int escape;
  private final int enclosing;
  private final boolean nullParsed;
  private final TextFormat.DelimiterAtEnd delimiterAtEnd;
  private final boolean refusesCr;

  private byte[] begun = new byte[1 << 10];
  private int begunLength;

  /** Number of bytes at which the begun row is searched for its end. */
  private int searchFrom;

  // the current row, without escapes and enclosing characters
  byte[] fields = new byte[1 << 10];
  int length;
  final int[] ends;
  final boolean[] nulls;
  private String wrong;

  EscapedRows(
      List<Column> columns, TextFormat format, DateOrder order, RowWriter writer, Rejects rejects) {
    super(columns, format, order, writer, rejects);
    boundaries = new RowBoundaries(format);
    delimiter = format.delimiter();
    escape = format.escape() == TextFormat.NONE ? NONE : format.escape();
    enclosing = format.enclosing() == TextFormat.NONE ? NONE : format.enclosing();
    nullParsed = format.nullParsed();
    delimiterAtEnd = format.delimiterAtEnd();
    refusesCr =
        format.refusesCr() && format.lineEnd() == '\n' && delimiter != '\r' && enclosing != '\r';
    ends = new int[columns.size()];
    nulls = new boolean[columns.size()];
  }

  @Override
  public void write(byte[] text, int from, int to) throws IOException {
    if (begunLength == 0) {
      keep(text, rows(text, from, to), to);
      return;
    }
    keep(text, from, to);
    if (begunLength >= searchFrom) {
      sendBegun();
    }
  }

  /**
   * Sends the whole rows of the begun text. A long row is searched only each time it has doubled.
   */
  private void sendBegun() throws IOException {
    int end = rows(begun, 0, begunLength);
    begunLength -= end;
    System.arraycopy(begun, end, begun, 0, begunLength);
    searchFrom = 2 * begunLength;
  }

  private void keep(byte[] text, int from, int to) throws RowException {
    int kept = begunLength + to - from;
    if (kept > begun.length) {
      begun = Arrays.copyOf(begun, Math.max(kept, 2 * begun.length));
    }
    System.arraycopy(text, from, begun, begunLength, to - from);
    begunLength = kept;
  }

  @Override
  void endRow() throws IOException {
    sendBegun();
    if (begunLength > 0) {
      row(begun, 0, begunLength, false);
      begunLength = 0;
    }
    searchFrom = 0;
  }

  /** Sends the rows that end in a piece; returns where the next one begins. */
  private int rows(byte[] text, int from, int to) throws IOException {
    int at = from;
    for (int next = boundaries.next(text, at, to); next >= 0; ) {
      row(text, at, next - 1, refusesCr);
      offset += next - at;
      at = next;
      next = boundaries.next(text, at, to);
    }
    if (to - at > MAX_BYTES) {
      row++;
      throw tooLong();
    }
    return at;
  }

  private void row(byte[] text, int from, int to, boolean noCr) throws IOException {
    row++;
    if (to - from > MAX_BYTES) {
      throw tooLong();
    }
    if (to - from + Bytes.SLACK > fields.length) {
      fields = new byte[Math.max(to - from + Bytes.SLACK, 2 * fields.length)];
    }
    length = 0;
    wrong = "";
    int column = 0;
    int end = from - 1;
    int begin;
    boolean afterLast;
    do {
      begin = end + 1;
      afterLast =
          begin == to && column == ends.length && delimiterAtEnd != TextFormat.DelimiterAtEnd.NEVER;
      if (!afterLast) {
        end = field(column, text, begin, to);
        column++;
      }
    } while (end < to && !afterLast);
    boolean asManyAsColumns =
        column == ends.length && (afterLast || delimiterAtEnd != TextFormat.DelimiterAtEnd.ALWAYS);
    if (noCr && to > from && text[to - 1] == '\r' && !boundaries.isEscaped(text, from, to - 1)) {
      reject(endsWithCrLf());
    } else if (!wrong.isEmpty()) {
      reject(wrong);
    } else if (!asManyAsColumns) {
      reject(otherFields(column, begin == to));
    } else {
      send();
    }
  }

  /** Adds a field to the row; returns the index of the delimiter after it, or {@code to}. */
  private int field(int column, byte[] text, int from, int to) {
    byte[] out = fields; // local variables, because fields cost more in a loop
    int next = length;
    int at = from;
    boolean enclosed = at < to && text[at] == enclosing;
    if (enclosed) {
      for (at++; at < to && text[at] != enclosing; at++) {
        if (text[at] == escape && ++at == to) {
          break;
        }
        out[next++] = text[at];
      }
      if (at == to) {
        note(column, "no enclosing character at its end");
      } else if (++at < to && text[at] != delimiter) {
        note(column, "text after the enclosing character");
      }
    }
    for (; at < to && text[at] != delimiter; at++) {
      if (text[at] == escape && ++at == to) {
        note(column, "nothing after the escape");
        break;
      }
      out[next++] = text[at];
    }
    if (column < ends.length) {
      int begin = length;
      ends[column] = next;
      nulls[column] =
          nullParsed || !enclosed && begin == next
              ? isNull(column, out, begin, next)
              : isNull(column, text, from, at) || begin == next && !mayBeEmpty(column);
    }
    length = next;
    return at;
  }

  private void note(int column, String how) {
    wrong = wrong.isEmpty() ? wrong(column, how) : wrong;
  }

  /** Sends the row that was read. */
  void send() throws IOException {
    int at = writer.begin(length);
    byte[] out = writer.bytes();
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      try {
        at = nulls[i] ? RowWriter.putNull(out, at) : write(i, fields, from, ends[i], out, at);
      } catch (FieldException e) {
        reject(wrong(i, e.getMessage()));
        return;
      }
      from = ends[i];
    }
    writer.end(at, offset);
  }
}
