package io.loadpath.rows;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Rows without escapes: each delimiter and each line end counts. */
class PlainRows extends RowCopy {
  private final int last;
  private final byte delimiter;
  private final byte lineEnd;
  private final long delimiters;
  private final long lineEnds;
  private final boolean refusesCr;
  private final boolean mayEndWithDelimiter;
  private final boolean mustEndWithDelimiter;

  /** The beginning of a row that goes on in the next piece. */
  byte[] begun = new byte[1 << 10];

  int begunLength;

  PlainRows(
      List<Column> columns, TextFormat format, DateOrder order, RowWriter writer, Rejects rejects) {
    super(columns, format, order, writer, rejects);
    last = columns.size() - 1;
    delimiter = (byte) format.delimiter();
    lineEnd = (byte) format.lineEnd();
    delimiters = Bytes.eightTimes(delimiter);
    lineEnds = Bytes.eightTimes(lineEnd);
    mayEndWithDelimiter = format.delimiterAtEnd() != TextFormat.DelimiterAtEnd.NEVER;
    mustEndWithDelimiter = format.delimiterAtEnd() == TextFormat.DelimiterAtEnd.ALWAYS;
    refusesCr = format.refusesCr() && lineEnd == '\n' && delimiter != '\r';
  }

  @Override
  public void write(byte[] text, int from, int to) throws IOException {
    int at = from;
    if (begunLength > 0) {
      while (at < to && text[at] != lineEnd) {
        at++;
      }
      keep(text, from, at);
      if (at == to) {
        return;
      }
      at++;
      begunRow(refusesCr);
    }
    int end = afterLastRow(text, at, Math.min(to, text.length - Bytes.SLACK));
    if (at < end) {
      rows(text, at, end, refusesCr);
    }
    if (to <= text.length - Bytes.SLACK) {
      keep(text, end, to);
      return;
    }
    // rows that end where eight bytes cannot be read at once: few, and short
    for (at = end; at < to; at++) {
      if (text[at] == lineEnd) {
        keep(text, end, at);
        begunRow(refusesCr);
        end = at + 1;
      }
    }
    keep(text, end, to);
  }

  @Override
  void endRow() throws IOException {
    if (begunLength > 0) {
      begunRow(false);
    }
  }

  private int afterLastRow(byte[] text, int from, int to) {
    int end = to;
    while (end > from && text[end - 1] != lineEnd) {
      end--;
    }
    return Math.max(from, end);
  }

  final void keep(byte[] text, int from, int to) throws RowException {
    int length = begunLength + to - from;
    if (length > MAX_BYTES) {
      row++;
      throw tooLong();
    }
    int room = length + 1 + Bytes.SLACK; // 1 for the line end
    if (room > begun.length) {
      begun = Arrays.copyOf(begun, Math.max(room, 2 * begun.length));
    }
    System.arraycopy(text, from, begun, begunLength, to - from);
    begunLength = length;
  }

  /** Sends the row that came in pieces. */
  private void begunRow(boolean noCr) throws IOException {
    begun[begunLength] = lineEnd;
    int length = begunLength + 1;
    begunLength = 0;
    rows(begun, 0, length, noCr);
  }

  /**
   * Sends whole rows. One loop over their marks keeps these in registers; without, it is half as
   * fast.
   */
  private void rows(byte[] text, int from, int to, boolean noCr) throws IOException {
    int last = this.last;
    int block = Bytes.blockOf(from);
    long marks = marksFrom(text, from);
    for (int begin = from, next; begin < to; begin = next) {
      row++;
      int at = writer.begin(to - begin);
      byte[] out = writer.bytes();
      String wrong = null;
      next = begin;
      for (int column = 0; ; column++) {
        while (marks == 0) {
          block += Bytes.BLOCK;
          marks = Bytes.marks(text, block, delimiters, lineEnds);
        }
        int start = next;
        int end = block + Long.numberOfTrailingZeros(marks);
        marks &= marks - 1;
        next = end + 1;
        boolean isLast = text[end] == lineEnd;
        boolean withCr = isLast && noCr && endsWithCr(text, begin, end);
        if (mayEndWithDelimiter && column == last) {
          if (isLast) {
            isLast = !mustEndWithDelimiter;
          } else if (text[next] == lineEnd) {
            isLast = true;
            next++;
            if (marks == 0) {
              block += Bytes.BLOCK;
              marks = Bytes.marks(text, block, delimiters, lineEnds);
            }
            marks &= marks - 1;
          }
        }
        if (isLast != (column == last) || withCr) {
          wrong = "";
          break;
        }
        try {
          at =
              isNull(column, text, start, end)
                  ? RowWriter.putNull(out, at)
                  : write(column, text, start, end, out, at);
        } catch (FieldException e) {
          wrong = wrong(column, e.getMessage());
          break;
        }
        if (isLast) {
          writer.end(at, offset);
          break;
        }
      }
      if (wrong != null) {
        next = rejected(text, begin, noCr, wrong);
        block = Bytes.blockOf(next);
        marks = marksFrom(text, next);
      }
      offset += next - begin;
    }
  }

  /** Returns the marks of a block that are not before an index. */
  private long marksFrom(byte[] text, int at) {
    return Bytes.marks(text, Bytes.blockOf(at), delimiters, lineEnds) & -1L << at;
  }

  private static boolean endsWithCr(byte[] text, int begin, int end) {
    return end > begin && text[end - 1] == '\r';
  }

  /** Leaves a row out; returns where the next one begins. */
  int rejected(byte[] text, int from, boolean noCr, String wrong) throws IOException {
    int fields = 1;
    int end = from;
    for (; text[end] != lineEnd; end++) {
      fields += text[end] == delimiter ? 1 : 0;
    }
    if (noCr && endsWithCr(text, from, end)) {
      reject(endsWithCrLf());
    } else {
      boolean lastIsEmpty = end == from || text[end - 1] == delimiter;
      reject(wrong.isEmpty() ? otherFields(fields, lastIsEmpty) : wrong);
    }
    return end + 1;
  }
}
