package io.loadpath.datasets;

import io.loadpath.tables.FileFormat;

/** Finds the line ends that end rows, in text whose rows are known to be well formed. */
final class RowEnds {

  private static final int NONE = -1;

  private final int quote;
  private final int escape;
  private boolean inQuotes;
  private boolean escaped;

  private RowEnds(FileFormat format) {
    quote = format.quote() == null ? NONE : format.quote();
    // a quote before a quote closes and opens again, which needs no escape
    boolean apart = format.escape() != null && !format.escape().equals(format.quote());
    escape = apart ? format.escape() : NONE;
  }

  /** Of a format; null if each line end ends a row. */
  static RowEnds of(FileFormat format) {
    return format.quote() == null && format.escape() == null ? null : new RowEnds(format);
  }

  /**
   * Goes on with the text at bytes[from, to).
   *
   * @return the index behind the first line end that ends a row, or -1 if the row goes on
   */
  int next(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      byte b = bytes[at];
      if (escaped) {
        escaped = false;
      } else if (b == escape && (inQuotes || quote == NONE)) {
        escaped = true;
      } else if (b == quote) {
        inQuotes = !inQuotes;
      } else if (b == '\n' && !inQuotes) {
        return at + 1;
      }
    }
    return -1;
  }
}
