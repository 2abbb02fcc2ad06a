package io.loadpath.rows;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Rows whose fields may have escapes and enclosing characters, which are taken away first. */
final class EscapedRows extends RowScanner {
  /** What the next byte belongs to. */
  private enum State {
    FIELD_START,
    OPEN,
    OPEN_ESCAPED,
    ENCLOSED,
    ENCLOSED_ESCAPED,
    CLOSED
  }

  private static final int NONE = -1;

  private final int delimiter;
  private final int lineEnd;
  private final int escape;
  private final int enclosing;
  private final boolean nullParsed;
  private final TextFormat.DelimiterAtEnd delimiterAtEnd;
  private final boolean refusesCr;

  // the row so far, without what only marks its fields
  private byte[] fields = new byte[1 << 10];
  private int length;
  private final int[] ends;
  private final boolean[] nulls;
  private int column;
  private String wrong = "";
  private long writtenBytes;

  // the field so far
  private State state = State.FIELD_START;
  private boolean enclosed;
  private int nullBytes; // see sameAsNull
  private boolean endsWithCr;

  EscapedRows(
      List<BinaryCopy.Column> columns,
      TextFormat format,
      DateOrder order,
      RowWriter writer,
      BinaryCopy.Rejects rejects) {
    super(columns, format, order, writer, rejects);
    delimiter = format.delimiter();
    lineEnd = format.lineEnd();
    escape = format.escape() == TextFormat.NONE ? NONE : format.escape();
    enclosing = format.enclosing() == TextFormat.NONE ? NONE : format.enclosing();
    nullParsed = format.nullParsed();
    delimiterAtEnd = format.delimiterAtEnd();
    refusesCr = format.refusesCr() && lineEnd == '\n';
    ends = new int[columns.size()];
    nulls = new boolean[columns.size()];
  }

  @Override
  void write(byte[] text, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      if (writtenBytes == 0) {
        row++;
      }
      if (++writtenBytes > MAX_BYTES && text[i] != lineEnd) {
        throw tooLong();
      }
      take(text[i]);
    }
  }

  private void take(byte b) throws IOException {
    boolean mayEnd = state == State.FIELD_START || state == State.OPEN || state == State.CLOSED;
    if (mayEnd && b == delimiter) {
      endField();
    } else if (mayEnd && b == lineEnd) {
      endRow(refusesCr && endsWithCr);
    } else {
      endsWithCr = mayEnd && b == '\r';
      nullBytes = sameAsNull(column, nullBytes, b);
      takeOfField(b);
    }
  }

  private void takeOfField(byte b) {
    switch (state) {
      case FIELD_START, OPEN -> {
        if (b == enclosing && state == State.FIELD_START) {
          enclosed = true;
          state = State.ENCLOSED;
        } else if (b == escape) {
          state = State.OPEN_ESCAPED;
        } else {
          add(b);
          state = State.OPEN;
        }
      }
      case ENCLOSED -> {
        if (b == escape) {
          state = State.ENCLOSED_ESCAPED;
        } else if (b == enclosing) {
          state = State.CLOSED;
        } else {
          add(b);
        }
      }
      case OPEN_ESCAPED -> {
        add(b);
        state = State.OPEN;
      }
      case ENCLOSED_ESCAPED -> {
        add(b);
        state = State.ENCLOSED;
      }
      case CLOSED -> {
        wrong = wrong.isEmpty() ? wrong(column, "text after the enclosing character") : wrong;
        state =
            b == escape ? State.OPEN_ESCAPED : State.OPEN; // a line end may be escaped here, too
      }
    }
  }

  private void add(byte b) {
    if (length + 1 + Bytes.SLACK > fields.length) {
      fields = Arrays.copyOf(fields, 2 * fields.length);
    }
    fields[length++] = b;
  }

  private void endField() {
    if (column < ends.length) {
      int from = column == 0 ? 0 : ends[column - 1];
      ends[column] = length;
      nulls[column] =
          nullParsed || !enclosed && from == length
              ? isNull(column, fields, from, length)
              : isNull(column, nullBytes) || from == length && !mayBeEmpty(column);
    }
    column++;
    state = State.FIELD_START;
    enclosed = false;
    nullBytes = 0;
    endsWithCr = false;
  }

  private void endRow(boolean withCrLf) throws IOException {
    boolean lastIsEmpty = state == State.FIELD_START;
    boolean afterLast =
        lastIsEmpty && column == ends.length && delimiterAtEnd != TextFormat.DelimiterAtEnd.NEVER;
    if (!afterLast) {
      endField();
    }
    boolean asManyAsColumns =
        column == ends.length && (afterLast || delimiterAtEnd != TextFormat.DelimiterAtEnd.ALWAYS);
    if (withCrLf) {
      reject(endsWithCrLf());
    } else if (!wrong.isEmpty()) {
      reject(wrong);
    } else if (!asManyAsColumns) {
      reject(otherFields(column, lastIsEmpty));
    } else {
      send();
    }
    offset += writtenBytes;
    writtenBytes = 0;
    length = 0;
    column = 0;
    wrong = "";
  }

  private void send() throws IOException {
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
    writer.end(at);
  }

  @Override
  void endRow() throws IOException {
    if (writtenBytes == 0) {
      return;
    }
    switch (state) {
      case FIELD_START, OPEN, CLOSED -> {}
      case ENCLOSED, ENCLOSED_ESCAPED -> wrong = wrong(column, "no enclosing character at its end");
      case OPEN_ESCAPED -> wrong = wrong(column, "nothing after the escape");
    }
    endRow(false);
  }
}
