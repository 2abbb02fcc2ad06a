package io.loadpath.copy;

import java.io.IOException;
import java.util.Arrays;

/** Rows without escapes: each delimiter and each line end is what it looks like. */
final class PlainRows extends Rows {
  private final byte delimiter;
  private final byte lineEnd;
  private final long delimiters;
  private final long lineEnds;
  private final boolean refusesCr;
  private final boolean delimiterAtEnd;
  private byte[] begun = new byte[1 << 10];
  private int begunLength;

  PlainRows(RowShape shape, TextFormat format, RowWriter writer, BinaryCopy.Rejects rejects) {
    super(shape, format, writer, rejects);
    delimiter = (byte) format.delimiter();
    lineEnd = (byte) format.lineEnd();
    delimiters = Bytes.eightTimes(delimiter);
    lineEnds = Bytes.eightTimes(lineEnd);
    delimiterAtEnd = format.delimiterAtEnd();
    refusesCr = lineEnd == '\n' && delimiter != '\r';
  }

  @Override
  void write(byte[] text, int from, int to) throws IOException {
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
    rows(text, at, end);
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

  private void keep(byte[] text, int from, int to) throws RowException {
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
    row(begun, 0, length, noCr);
  }

  private void rows(byte[] text, int from, int to) throws IOException {
    for (int at = from; at < to; ) {
      at = row(text, at, to, refusesCr);
    }
  }

  /** Sends the row at the beginning of whole rows; returns where the next one begins. */
  private int row(byte[] text, int from, int to, boolean noCr) throws IOException {
    row++;
    int at = writer.begin(to - from);
    byte[] out = writer.bytes();
    int last = shape.columns() - 1;
    int start = from;
    for (int column = 0; ; column++) {
      int end = Bytes.find(text, start, delimiters, lineEnds);
      boolean isLast = text[end] == lineEnd;
      int rowEnd = end;
      if (delimiterAtEnd && column == last && !isLast && text[end + 1] == lineEnd) {
        isLast = true;
        rowEnd++;
      }
      if (isLast != (column == last) || isLast && noCr && end > from && text[end - 1] == '\r') {
        return rejected(text, from, noCr, "");
      }
      if (shape.isNull(column, text, start, end)) {
        at = RowWriter.putNull(out, at);
      } else {
        try {
          at = shape.write(column, text, start, end, out, at);
        } catch (FieldException e) {
          return rejected(text, from, noCr, shape.wrong(column, e.getMessage()));
        }
      }
      start = rowEnd + 1;
      if (isLast) {
        writer.end(at);
        offset += start - from;
        return start;
      }
    }
  }

  /** Leaves a row out; returns where the next one begins. */
  private int rejected(byte[] text, int from, boolean noCr, String wrongField) throws IOException {
    int fields = 1;
    int end = from;
    for (; text[end] != lineEnd; end++) {
      fields += text[end] == delimiter ? 1 : 0;
    }
    if (noCr && end > from && text[end - 1] == '\r') {
      reject(endsWithCrLf());
    } else {
      reject(wrongField.isEmpty() ? shape.otherFields(fields) : wrongField);
    }
    offset += end + 1 - from;
    return end + 1;
  }
}
