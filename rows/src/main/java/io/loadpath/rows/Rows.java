package io.loadpath.rows;

import java.io.IOException;

/** Finds the rows of a text and sends them. */
abstract class Rows {
  private static final int MAX_MIB = 16;

  /** The longest row, without its end. */
  static final int MAX_BYTES = MAX_MIB << 20;

  final RowShape shape;
  final RowWriter writer;
  private final BinaryCopy.Rejects rejects;
  private final String lineEnd;

  /** The number of the row that was begun last. */
  long row;

  /** Where in the text the row begins that is read. */
  long offset;

  Rows(RowShape shape, TextFormat format, RowWriter writer, BinaryCopy.Rejects rejects) {
    this.shape = shape;
    this.writer = writer;
    this.rejects = rejects;
    this.lineEnd = TextFormat.describe(format.lineEnd());
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
}
