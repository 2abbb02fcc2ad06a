package io.loadpath.rows;

/** Finds the start and the end of rows of a text. */
public final class RowBoundaries {
  private static final int NO_BYTE = 1 << Byte.SIZE;

  private final byte field;
  private final byte record;
  private final byte enclosure;
  private final byte escape;
  private final boolean encloses;
  private final boolean escapes;

  /** Whether quotes are those of a description. */
  private final boolean quotes;

  /** The byte before a quote that belongs to a field. */
  private final int quoteEscape;

  public RowBoundaries(TextFormat format) {
    field = (byte) format.delimiter();
    record = (byte) format.lineEnd();
    enclosure = (byte) format.enclosing();
    escape = (byte) format.escape();
    encloses = format.enclosing() != TextFormat.NONE;
    escapes = format.escape() != TextFormat.NONE;
    quotes = encloses && format.described() != null;
    Character inQuotes = quotes ? format.described().format().escape() : null;
    quoteEscape = inQuotes == null ? NO_BYTE : inQuotes;
  }

  /**
   * Returns the index after the row that begins at {@code from}, with its end; -1 if the row does
   * not end before {@code to}.
   */
  public int next(byte[] bytes, int from, int to) {
    if (encloses) {
      return quotes ? nextQuoted(bytes, from, to) : nextEnclosed(bytes, from, to);
    }
    for (int i = from; i < to; i++) {
      if (bytes[i] == record) {
        return i + 1;
      }
      if (escapes && bytes[i] == escape) {
        i++;
      }
    }
    return -1;
  }

  private int nextEnclosed(byte[] bytes, int from, int to) {
    boolean fieldStart = true;
    boolean enclosed = false;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (escapes && b == escape) {
        i++;
        fieldStart = false;
      } else if (enclosed) {
        enclosed = b != enclosure;
      } else if (b == record) {
        return i + 1;
      } else {
        enclosed = fieldStart && b == enclosure;
        fieldStart = b == field;
      }
    }
    return -1;
  }

  /** An escape only means something inside of quotes, before a quote or an escape. */
  private int nextQuoted(byte[] bytes, int from, int to) {
    boolean fieldStart = true;
    boolean quoted = false;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (quoted) {
        if (b == quoteEscape
            && i + 1 < to
            && (bytes[i + 1] == enclosure || bytes[i + 1] == quoteEscape)) {
          i++;
        } else {
          quoted = b != enclosure;
        }
      } else if (b == record) {
        return i + 1;
      } else {
        quoted = fieldStart && b == enclosure;
        fieldStart = b == field;
      }
    }
    return -1;
  }

  /**
   * Returns the index after the last whole row.
   *
   * @param from the beginning of a row
   * @return {@code from} if no row ends before {@code to}
   */
  public int last(byte[] bytes, int from, int to) {
    if (encloses) {
      int end = from;
      for (int next = next(bytes, end, to); next >= 0; next = next(bytes, end, to)) {
        end = next;
      }
      return end;
    }
    for (int i = to - 1; i >= from; i--) {
      if (bytes[i] == record && !isEscaped(bytes, from, i)) {
        return i + 1;
      }
    }
    return from;
  }

  /** Whether a byte outside of enclosing characters is escaped. */
  public boolean isEscaped(byte[] bytes, int from, int at) {
    int first = at;
    while (escapes && first > from && bytes[first - 1] == escape) {
      first--;
    }
    return (at - first) % 2 == 1;
  }
}
