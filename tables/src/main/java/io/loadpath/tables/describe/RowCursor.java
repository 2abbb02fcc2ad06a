package io.loadpath.tables.describe;

import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * Goes through the rows of a text in memory. It accepts everything and notes what is unusual, so
 * that several separators can be tried; {@code describe --check} is strict.
 */
final class RowCursor {
  private static final byte LF = '\n';
  private static final byte CR = '\r';

  private final byte[] text;
  private final int delimiter;
  private final int quote;
  private final int escape;

  private int position;
  private int nextLine = 1;

  private int line;
  private int fields;
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private boolean[] quoted = new boolean[16];
  private boolean ended;
  private boolean crlf;
  private boolean open;
  private int badQuotes;
  private int doubledQuotes;
  private int escapes;

  /**
   * @param from the first byte
   */
  RowCursor(byte[] text, int from, Separators separators) {
    this.text = text;
    this.position = from;
    this.delimiter = separators.delimiter();
    this.quote = separators.quoteByte();
    this.escape = separators.escapeByte();
  }

  /** Goes to the next row; returns false behind the last one. */
  boolean next() {
    if (position >= text.length) {
      return false;
    }
    line = nextLine;
    fields = 0;
    ended = false;
    crlf = false;
    open = false;
    badQuotes = 0;
    doubledQuotes = 0;
    escapes = 0;
    while (!ended) {
      if (position < text.length && text[position] == quote) {
        quotedField();
      } else {
        plainField();
      }
      if (position >= text.length) {
        return true;
      }
      ended = text[position++] == LF;
    }
    nextLine++;
    return true;
  }

  private void plainField() {
    int i = position;
    while (i < text.length && text[i] != delimiter && text[i] != LF) {
      if (text[i] == escape && i + 1 < text.length) {
        escapes++;
        i++;
        nextLine += text[i] == LF ? 1 : 0;
      } else if (text[i] == quote) {
        badQuotes++;
      }
      i++;
    }
    add(position, withoutCr(position, i), false);
    position = i;
  }

  private void quotedField() {
    int start = position + 1;
    int close = closingQuote(start);
    open = close >= text.length;
    int behind = Math.min(text.length, close + 1);
    int i = behind;
    while (i < text.length && text[i] != delimiter && text[i] != LF) {
      i++;
    }
    badQuotes += withoutCr(behind, i) > behind ? 1 : 0;
    add(start, close, true);
    position = i;
  }

  /** Where the quote is that ends a field, or the end of the text. */
  private int closingQuote(int start) {
    int i = start;
    while (i < text.length) {
      if (text[i] == escape && i + 1 < text.length) {
        escapes++;
        i++;
      } else if (text[i] == quote) {
        if (i + 1 == text.length || text[i + 1] != quote || escape <= Byte.MAX_VALUE) {
          return i;
        }
        doubledQuotes++;
        i++;
      }
      nextLine += text[i] == LF ? 1 : 0;
      i++;
    }
    return i;
  }

  private void add(int start, int stop, boolean inQuotes) {
    if (fields == starts.length) {
      starts = Arrays.copyOf(starts, 2 * fields);
      ends = Arrays.copyOf(ends, 2 * fields);
      quoted = Arrays.copyOf(quoted, 2 * fields);
    }
    starts[fields] = start;
    ends[fields] = stop;
    quoted[fields] = inQuotes;
    fields++;
  }

  /** The end of a field's text before {@code stop}, which may be before the CR of a line end. */
  private int withoutCr(int start, int stop) {
    if (stop > start && stop < text.length && text[stop] == LF && text[stop - 1] == CR) {
      crlf = true;
      return stop - 1;
    }
    return stop;
  }

  /** Line of the text in which the row begins, from 1. */
  int line() {
    return line;
  }

  int fields() {
    return fields;
  }

  boolean quoted(int field) {
    return quoted[field];
  }

  boolean empty(int field) {
    return starts[field] == ends[field] && !quoted[field];
  }

  /** Whether a line end follows. */
  boolean ended() {
    return ended;
  }

  boolean crlf() {
    return crlf;
  }

  /** Whether the text ends within quotes. */
  boolean open() {
    return open;
  }

  /** Quotes within a field that has none around it, and fields with text behind their last one. */
  int badQuotes() {
    return badQuotes;
  }

  /** Pairs of quotes that stand for one. */
  int doubledQuotes() {
    return doubledQuotes;
  }

  int escapes() {
    return escapes;
  }

  /** A field's text without quotes and escapes. */
  String value(int field, Charset charset) {
    int start = starts[field];
    int stop = ends[field];
    if (doubledQuotes == 0 && escapes == 0 || isNullOfCopy(start, stop)) {
      return new String(text, start, stop - start, charset);
    }
    byte[] plain = new byte[stop - start];
    int length = 0;
    for (int i = start; i < stop; i++) {
      boolean escaped =
          i + 1 < stop
              && (text[i] == escape || quoted[field] && text[i] == quote && text[i + 1] == quote);
      plain[length++] = text[escaped ? ++i : i];
    }
    return new String(plain, 0, length, charset);
  }

  /** PostgreSQL's and Hive's {@code \N}, in which nothing is escaped. */
  private boolean isNullOfCopy(int start, int stop) {
    return stop == start + 2 && text[start] == '\\' && text[start + 1] == 'N';
  }
}
