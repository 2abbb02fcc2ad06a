package io.loadpath.tables.describe;

import io.loadpath.tables.describe.Row.Cell;

/**
 * Goes through the rows of a text in memory. It accepts everything and notes irregularities, so
 * that several separators can be tried; {@code check} is strict.
 */
final class RowCursor {
  /** NULL in PostgreSQL and Hive; its backslash is not an escape. */
  private static final String NULL_OF_COPY = "\\N";

  private final String text;
  private final char delimiter;
  private final int quote;
  private final int escape;
  private int position;
  private int line = 1;
  private Row row;

  RowCursor(String text, Separators separators) {
    this.text = text;
    delimiter = separators.delimiter();
    quote = separators.quoteOrNone();
    escape = separators.escapeOrNone();
  }

  /** Goes to the next row; null after the last one. */
  Row next() {
    if (position == text.length()) {
      return null;
    }
    row = new Row(line);
    while (!row.ended) {
      if (at(position) == quote) {
        quotedField();
      } else {
        plainField();
      }
      if (position == text.length()) {
        return row;
      }
      row.ended = text.charAt(position++) == '\n';
    }
    line++;
    return row;
  }

  /** The character at an index; after the end, a character that no text has. */
  private int at(int index) {
    return index < text.length() ? text.charAt(index) : -1;
  }

  private boolean isInField(int index) {
    return index < text.length() && at(index) != delimiter && at(index) != '\n';
  }

  private void plainField() {
    int start = position;
    int escapes = row.escapes;
    for (; isInField(position); position++) {
      if (at(position) == escape && position + 1 < text.length()) {
        row.escapes++;
        position++;
        line += at(position) == '\n' ? 1 : 0;
      } else if (at(position) == quote) {
        row.badQuotes++;
      }
    }
    String raw = text.substring(start, withoutCr(start, position));
    row.cells.add(new Cell(row.escapes == escapes ? raw : plain(raw), false));
  }

  private void quotedField() {
    int start = position + 1;
    int unusual = row.escapes + row.doubledQuotes;
    int close = closingQuote(start);
    row.open = close == text.length();
    String raw = text.substring(start, close);
    row.cells.add(new Cell(row.escapes + row.doubledQuotes == unusual ? raw : plain(raw), true));
    int behind = Math.min(text.length(), close + 1);
    position = behind;
    while (isInField(position)) {
      position++;
    }
    row.badQuotes += withoutCr(behind, position) > behind ? 1 : 0;
  }

  /** The index of the quote that ends a field, or the end of the text. */
  private int closingQuote(int start) {
    int i = start;
    for (; i < text.length(); i++) {
      if (at(i) == escape && i + 1 < text.length()) {
        row.escapes++;
        i++;
      } else if (at(i) == quote) {
        if (at(i + 1) != quote || escape != Separators.NONE) {
          return i;
        }
        row.doubledQuotes++;
        i++;
      }
      line += at(i) == '\n' ? 1 : 0;
    }
    return i;
  }

  /** The end of a field's text before {@code stop}, which may be before the CR of a line end. */
  private int withoutCr(int start, int stop) {
    if (stop > start && at(stop) == '\n' && at(stop - 1) == '\r') {
      row.crlf = true;
      return stop - 1;
    }
    return stop;
  }

  /** A field's text without escapes, or with single quotes in place of doubled ones. */
  private String plain(String raw) {
    if (raw.equals(NULL_OF_COPY)) {
      return raw;
    }
    int before = escape == Separators.NONE ? quote : escape;
    StringBuilder plain = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      boolean escaped = raw.charAt(i) == before && i + 1 < raw.length();
      plain.append(raw.charAt(escaped ? ++i : i));
    }
    return plain.toString();
  }
}
