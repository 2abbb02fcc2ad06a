package io.loadpath.datasets;

import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.Type;
import java.nio.charset.StandardCharsets;
import java.time.Month;
import java.time.Year;

/**
 * Writes the canonical text of a field: the form that all files and databases share.
 *
 * <p>NULL is {@code \N}; text is unchanged; integers have no leading zeros and no plus sign;
 * decimals have exactly two places; dates are yyyy-mm-dd. In a file, an empty field and {@code \N}
 * are NULL.
 */
final class CanonicalText {

  /** A field's canonical text is at most this much longer than the field. */
  static final int MAX_GROWTH = 4;

  private static final int SHOWN_CHARACTERS = 40;

  private CanonicalText() {}

  /**
   * Appends the canonical text of the field in[from, to) to out.
   *
   * @return the end of the written text, or -1 if the field is not a value of the column ({@link
   *     #problem} names the reason)
   */
  static int append(Column column, byte[] in, int from, int to, byte[] out, int at) {
    int length = to - from;
    if (length == 0 || (length == 2 && in[from] == '\\' && in[from + 1] == 'N')) {
      if (!column.nullable()) {
        return -1;
      }
      out[at] = '\\';
      out[at + 1] = 'N';
      return at + 2;
    }
    Type type = column.type();
    return switch (type.kind()) {
      case TEXT -> appendText(type.size(), in, from, to, out, at);
      case INTEGER -> appendInteger(type.size(), in, from, to, out, at);
      case DECIMAL -> appendDecimal(type, in, from, to, out, at);
      case DATE -> appendDate(in, from, to, out, at);
      default -> throw new IllegalArgumentException("no canonical text yet: " + column);
    };
  }

  /** Returns the reason why {@link #append} refused the field. */
  static String problem(Column column, byte[] in, int from, int to) {
    if (from == to) {
      return "is empty but must not be NULL";
    }
    String shown = quote(in, from, to);
    if (shown.equals("'\\N'") && !column.nullable()) {
      return "is \\N but must not be NULL";
    }
    Type type = column.type();
    return switch (type.kind()) {
      case TEXT -> shown + " has more than " + type.size() + " characters";
      case INTEGER -> shown + " is not an integer of at most " + type.size() + " digits";
      case DECIMAL ->
          "%s is not a number of at most %d digits, %d behind the point"
              .formatted(shown, type.size(), type.places());
      case DATE -> shown + " is not a date (mm/dd/yyyy or yyyy-mm-dd)";
      default -> throw new IllegalArgumentException("no canonical text yet: " + column);
    };
  }

  private static String quote(byte[] in, int from, int to) {
    String text =
        new String(in, from, Math.min(to - from, SHOWN_CHARACTERS), StandardCharsets.UTF_8);
    StringBuilder shown = new StringBuilder("'");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\r') {
                shown.append("\\r");
              } else {
                shown.appendCodePoint(Character.isISOControl(c) ? '?' : c);
              }
            });
    return shown.append(to - from > SHOWN_CHARACTERS ? "…'" : "'").toString();
  }

  private static int appendText(int size, byte[] in, int from, int to, byte[] out, int at) {
    int length = to - from;
    if (length > size && characters(in, from, to) > size) {
      return -1;
    }
    System.arraycopy(in, from, out, at, length);
    return at + length;
  }

  private static int characters(byte[] in, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      if ((in[i] & 0xC0) != 0x80) { // not a UTF-8 continuation
        count++;
      }
    }
    return count;
  }

  private static int appendInteger(int size, byte[] in, int from, int to, byte[] out, int at) {
    boolean negative = in[from] == '-';
    int first = negative || in[from] == '+' ? from + 1 : from;
    if (first == to) {
      return -1;
    }
    while (first < to - 1 && in[first] == '0') {
      first++;
    }
    if (to - first > size) {
      return -1;
    }
    int end = at;
    if (negative && in[first] != '0') {
      out[end++] = '-';
    }
    for (int i = first; i < to; i++) {
      if (!isDigit(in[i])) {
        return -1;
      }
      out[end++] = in[i];
    }
    return end;
  }

  private static int appendDecimal(Type type, byte[] in, int from, int to, byte[] out, int at) {
    int places = type.places();
    int point = from;
    while (point < to && in[point] != '.') {
      point++;
    }
    int end = appendInteger(type.size() - places, in, from, point, out, at);
    if (point == from || end < 0) {
      return -1;
    }
    out[end++] = '.';
    boolean nothingButZeros = end - at == 2 && out[at] == '0';
    for (int place = 1; place <= places || point + place < to; place++) {
      byte digit = point + place < to ? in[point + place] : (byte) '0';
      if (!isDigit(digit) || (place > places && digit != '0')) {
        return -1;
      }
      if (place <= places) {
        out[end++] = digit;
        nothingButZeros &= digit == '0';
      }
    }
    return in[from] == '-' && out[at] == '0' && !nothingButZeros ? withMinus(out, at, end) : end;
  }

  /** For -0.05: writes the minus that the integer part, 0, lacks. */
  private static int withMinus(byte[] out, int at, int end) {
    System.arraycopy(out, at, out, at + 1, end - at);
    out[at] = '-';
    return end + 1;
  }

  private static int appendDate(byte[] in, int from, int to, byte[] out, int at) {
    if (to - from != 10) {
      return -1;
    }
    boolean iso = in[from + 4] == '-' && in[from + 7] == '-';
    boolean american = in[from + 2] == '/' && in[from + 5] == '/';
    if (!iso && !american) {
      return -1;
    }
    int yearAt = iso ? from : from + 6;
    int monthAt = iso ? from + 5 : from;
    int dayAt = iso ? from + 8 : from + 3;
    int year = number(in, yearAt, 4);
    int month = number(in, monthAt, 2);
    int day = number(in, dayAt, 2);
    if (year < 0
        || month < 1
        || month > 12
        || day < 1
        || day > Month.of(month).length(Year.isLeap(year))) {
      return -1;
    }
    System.arraycopy(in, yearAt, out, at, 4);
    out[at + 4] = '-';
    System.arraycopy(in, monthAt, out, at + 5, 2);
    out[at + 7] = '-';
    System.arraycopy(in, dayAt, out, at + 8, 2);
    return at + 10;
  }

  /** Returns the number, or -1 if these are not digits. */
  private static int number(byte[] in, int at, int digits) {
    int number = 0;
    for (int i = at; i < at + digits; i++) {
      if (!isDigit(in[i])) {
        return -1;
      }
      number = 10 * number + in[i] - '0';
    }
    return number;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
