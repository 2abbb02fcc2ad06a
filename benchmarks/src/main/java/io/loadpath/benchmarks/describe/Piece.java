package io.loadpath.benchmarks.describe;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * The bytes of one place in a file's text.
 *
 * @param file the file
 * @param text the bytes; where the piece does not begin or end with the file, its first or last row
 *     is not whole
 * @param start the first byte to look at, behind a byte order mark
 * @param first whether the file begins here
 * @param last whether the file ends here
 */
record Piece(Path file, byte[] text, int start, boolean first, boolean last) {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  static Piece of(Path file, byte[] text, boolean first, boolean last) {
    boolean marked =
        first
            && text.length >= BYTE_ORDER_MARK.length
            && text[0] == BYTE_ORDER_MARK[0]
            && text[1] == BYTE_ORDER_MARK[1]
            && text[2] == BYTE_ORDER_MARK[2];
    return new Piece(file, text, marked ? BYTE_ORDER_MARK.length : 0, first, last);
  }

  boolean marked() {
    return start > 0;
  }

  boolean empty() {
    return text.length == start;
  }

  /** Its beginning. */
  Piece head(int maxBytes) {
    return text.length <= maxBytes
        ? this
        : new Piece(file, Arrays.copyOf(text, maxBytes), start, first, false);
  }

  /** Goes through its whole rows. */
  RowCursor rows(Dialect dialect) {
    int from = first ? start : behindFirstLine();
    return new RowCursor(text, from, text.length, dialect);
  }

  /** Where its second line begins. */
  int behindFirstLine() {
    int i = start;
    while (i < text.length && text[i] != '\n') {
      i++;
    }
    return Math.min(text.length, i + 1);
  }
}
