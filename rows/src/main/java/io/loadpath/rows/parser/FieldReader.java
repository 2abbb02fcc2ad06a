package io.loadpath.rows.parser;

import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.LineEnd;
import java.util.Arrays;

/** Finds a field's end and takes its quotes and escapes away. For one thread. */
public final class FieldReader {

  /** Bits of what a field holds. The first three end a field that has no quotes. */
  public static final int DELIMITER = 1;

  public static final int NEWLINE = 2;
  public static final int CARRIAGE_RETURN = 4;
  public static final int QUOTE = 8;
  private static final int NUL = 16;
  private static final int NON_ASCII = 32;
  private static final int ESCAPE = 64;

  private static final int STOPS = DELIMITER | NEWLINE | CARRIAGE_RETURN | QUOTE | ESCAPE;
  private static final int NONE = -1;
  private static final int START_BYTES = 256;

  /** The bits of each byte outside of quotes, and inside. */
  private final int[] outside = new int[256];

  private final int[] inside = new int[256];
  private final byte delimiter;
  private final int quote;
  private final int escape;
  private final boolean crlf;
  private byte[] unescaped = new byte[START_BYTES];

  /** The field's value, value[from, to), its bits, and whether it was in quotes. */
  byte[] value;

  int from;
  int to;
  int bits;
  boolean quoted;

  /** Line ends in the field. */
  int lines;

  /** The problem of the field's form, and the number of lines before it; null: none. */
  String problem;

  int problemLine;

  FieldReader(FileFormat format) {
    delimiter = (byte) format.delimiter();
    quote = format.quote() == null ? NONE : format.quote();
    escape = format.escape() == null ? NONE : format.escape();
    crlf = format.lineEnd() == LineEnd.CRLF;
    Arrays.fill(outside, 128, 256, NON_ASCII);
    outside[0] = NUL;
    outside['\r'] = CARRIAGE_RETURN;
    outside['\n'] = NEWLINE;
    outside[delimiter] = DELIMITER;
    System.arraycopy(outside, 0, inside, 0, outside.length);
    if (quote != NONE) {
      outside[quote] |= QUOTE;
      inside[quote] |= QUOTE;
    }
    if (escape != NONE) {
      (quote == NONE ? outside : inside)[escape] |= ESCAPE;
    }
  }

  /** The bits of each byte outside of quotes. */
  int[] outside() {
    return outside;
  }

  /**
   * Reads the field at {@code start}.
   *
   * @param last whether the text ends at {@code limit}
   * @return the index of the delimiter or line end after it, at most {@code limit}; {@link
   *     RowParser#MORE} if the field goes on after the bytes
   */
  int read(byte[] text, int start, int limit, boolean last) {
    int[] classes = outside;
    int seen = 0;
    int at = start;
    while (at < limit) {
      int c = classes[text[at] & 0xFF];
      if (c != 0) {
        if ((c & STOPS) != 0) {
          break;
        }
        seen |= c;
      }
      at++;
    }
    problem = null;
    lines = 0;
    quoted = false;
    value = text;
    from = start;
    to = at;
    bits = seen;
    if (at == limit) {
      return last ? at : RowParser.MORE;
    }
    byte stop = text[at];
    if (stop == delimiter || stop == '\n' && !crlf) {
      return at;
    }
    if (at == start && stop == quote) {
      return readQuoted(text, start, limit, last);
    }
    return readPlain(text, at, limit, last);
  }

  /** Continues a field without quotes from its first special byte. */
  private int readPlain(byte[] text, int stop, int limit, boolean last) {
    int copied = from;
    int length = 0;
    int at = stop;
    while (at < limit && (outside[text[at] & 0xFF] & (DELIMITER | NEWLINE)) == 0) {
      int c = outside[text[at] & 0xFF];
      if ((c & CARRIAGE_RETURN) != 0) {
        if (at + 1 == limit && !last) {
          return RowParser.MORE;
        }
        if (at + 1 == limit || text[at + 1] == '\n') {
          break;
        }
        report("holds a carriage return outside of quotes");
      } else if ((c & QUOTE) != 0) {
        report("holds a quote, but does not begin with one");
      } else if ((c & ESCAPE) != 0) {
        if (at + 1 == limit) {
          if (!last) {
            return RowParser.MORE;
          }
          report("ends with an escape that nothing follows");
        } else {
          length = keep(text, copied, at, length);
          unescaped[length++] = meant(text[at + 1]);
          at += 2;
          copied = at;
          continue;
        }
      } else {
        bits |= c;
      }
      at++;
    }
    if (at == limit && !last) {
      return RowParser.MORE;
    }
    if (copied > from) {
      to = keep(text, copied, at, length);
      value = unescaped;
      from = 0;
    } else {
      to = at;
    }
    return checkLineEnd(text, at, limit);
  }

  /** The byte that an escape before {@code b} means, outside of quotes. */
  private byte meant(byte b) {
    byte byteMeant =
        switch (b) {
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          default -> b;
        };
    if (b == '\n') {
      lines++;
    }
    bits |= b == delimiter ? DELIMITER : outside[byteMeant & 0xFF] & ~ESCAPE;
    return byteMeant;
  }

  private int readQuoted(byte[] text, int start, int limit, boolean last) {
    quoted = true;
    int copied = start + 1;
    int length = 0;
    int at = start + 1;
    while (true) {
      int c = 0;
      while (at < limit && (c = inside[text[at] & 0xFF]) == 0) {
        at++;
      }
      if (at >= limit) {
        if (last) {
          report("begins with a quote that is never closed");
          problemLine = 0;
        }
        break;
      }
      if ((c & (QUOTE | ESCAPE)) != 0) {
        if (at + 1 == limit && !last) {
          return RowParser.MORE;
        }
        int next = at + 1 < limit ? text[at + 1] : NONE;
        if ((c & ESCAPE) != 0 && next != NONE && (next == quote || next == escape)) {
          length = keep(text, copied, at, length);
          bits |= inside[next] & QUOTE;
          copied = at + 1;
          at += 2;
          continue;
        }
        if ((c & QUOTE) != 0) {
          break;
        }
      }
      if (c == NEWLINE) {
        lines++;
      }
      bits |= c & ~ESCAPE;
      at++;
    }
    if (at >= limit && !last) {
      return RowParser.MORE;
    }
    from = start + 1;
    to = at;
    if (copied > from) {
      to = keep(text, copied, at, length);
      value = unescaped;
      from = 0;
    }
    return at == limit ? at : afterQuote(text, at + 1, limit, last);
  }

  /** Goes from the closing quote to the field's end, which should follow at once. */
  private int afterQuote(byte[] text, int start, int limit, boolean last) {
    int at = start;
    while (at < limit && text[at] != delimiter && text[at] != '\n') {
      if (text[at] == '\r') {
        if (at + 1 == limit && !last) {
          return RowParser.MORE;
        }
        if (at + 1 == limit || text[at + 1] == '\n') {
          break;
        }
      }
      report("has text after its closing quote");
      problemLine = 0;
      at++;
    }
    if (at == limit && !last) {
      return RowParser.MORE;
    }
    return checkLineEnd(text, at, limit);
  }

  private int checkLineEnd(byte[] text, int at, int limit) {
    if (at < limit && text[at] == '\n' && crlf) {
      report("ends its line with LF, but the description says line-end: crlf");
    } else if (at < limit && text[at] == '\r' && !crlf) {
      report("ends its line with CR LF, but the description says line-end: lf");
    }
    return at;
  }

  /** Appends text[copied, at) to the unescaped text, and makes room for a byte more. */
  private int keep(byte[] text, int copied, int at, int length) {
    int end = length + at - copied;
    if (end + Long.BYTES > unescaped.length) {
      unescaped = Arrays.copyOf(unescaped, 2 * (end + Long.BYTES));
    }
    System.arraycopy(text, copied, unescaped, length, at - copied);
    return end;
  }

  /**
   * Returns the reason why databases refuse the value as text.
   *
   * @param first whether it is the row's first field
   * @return null if there is no problem
   */
  String wrongText(boolean first) {
    if ((bits & (NON_ASCII | NUL)) == 0) {
      return null;
    }
    int invalid = Utf8.firstInvalid(value, from, to);
    if (invalid >= 0) {
      return "is not UTF-8: byte 0x%02X after %s; is it Latin-1?"
          .formatted(value[invalid], CanonicalText.shown(value, from, invalid));
    }
    if ((bits & NUL) != 0) {
      return "holds the character NUL, which no database takes";
    }
    return first && Utf8.startsWithMark(value, from, to)
        ? "begins with a byte order mark inside the file: were files joined?"
        : null;
  }

  /** Frees the room that a long field took; the last field's value is lost. */
  void shrink() {
    unescaped = new byte[START_BYTES];
    value = unescaped;
  }

  private void report(String what) {
    if (problem == null) {
      problem = what;
      problemLine = lines;
    }
  }
}
