package io.loadpath.mapreduce.q1;

import java.util.Locale;

/** A row that is not a LINEITEM row: names the column, the expected and the found value. */
final class MalformedRowException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN_BYTES = 40;

  private MalformedRowException(String message) {
    // No stack trace: a task may skip millions of malformed rows.
    super(message, null, false, false);
  }

  static MalformedRowException inColumn(
      LineitemColumn column, String expected, byte[] bytes, int start, int end) {
    return new MalformedRowException(
        "column %s: expected %s, found %s"
            .formatted(column.sqlName(), expected, printable(bytes, start, end)));
  }

  static MalformedRowException columnCount(int found) {
    return new MalformedRowException(
        "expected %d columns separated by '|', found %s"
            .formatted(LineitemColumn.COUNT, found == 0 ? "an empty line" : found));
  }

  /** Quotes the field, shortened, with unprintable bytes as \xNN. */
  private static String printable(byte[] bytes, int start, int end) {
    if (start == end) {
      return "an empty field";
    }
    StringBuilder text = new StringBuilder("'");
    int shownEnd = Math.min(end, start + SHOWN_BYTES);
    for (int i = start; i < shownEnd; i++) {
      if (bytes[i] >= ' ' && bytes[i] < 0x7f) {
        text.append((char) bytes[i]);
      } else {
        text.append(String.format(Locale.ROOT, "\\x%02x", bytes[i]));
      }
    }
    text.append('\'');
    if (shownEnd < end) {
      text.append(" and ").append(end - shownEnd).append(" more bytes");
    }
    return text.toString();
  }
}
