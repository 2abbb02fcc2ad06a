package io.loadpath.rows.parser;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The canonical text of numbers. Methods return the end of the written text, or -1. They copy the
 * digits of any number; {@link Integers} and {@link Numeric} make the server's binary numbers.
 */
final class NumberText {

  private static final int LONG_DIGITS = 19;
  private static final byte[] MAX_LONG = "9223372036854775807".getBytes(StandardCharsets.US_ASCII);

  /** Without its sign. */
  private static final byte[] MIN_LONG = "9223372036854775808".getBytes(StandardCharsets.US_ASCII);

  private NumberText() {}

  /**
   * @param size maximum number of digits
   */
  static int appendInteger(int size, byte[] in, int from, int to, byte[] out, int at) {
    int end = appendDigits(size, in, from, to, out, at);
    if (end - at >= LONG_DIGITS && size == LONG_DIGITS && !fitsLong(out, at, end)) {
      return -1;
    }
    return end;
  }

  private static boolean fitsLong(byte[] out, int at, int end) {
    boolean negative = out[at] == '-';
    int first = negative ? at + 1 : at;
    if (end - first < LONG_DIGITS) {
      return true;
    }
    byte[] most = negative ? MIN_LONG : MAX_LONG;
    return Arrays.compare(out, first, end, most, 0, LONG_DIGITS) <= 0;
  }

  /** Writes a whole number without leading zeros, plus sign and negative zero. */
  private static int appendDigits(int size, byte[] in, int from, int to, byte[] out, int at) {
    if (from == to) {
      return -1;
    }
    boolean negative = in[from] == '-';
    int first = negative || in[from] == '+' ? from + 1 : from;
    if (first == to) {
      return -1;
    }
    while (first < to - 1 && in[first] == '0') {
      first++;
    }
    if (to - first > size && !(to - first == 1 && in[first] == '0')) {
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

  /**
   * @param size maximum number of digits
   * @param places how many of them are after the point
   */
  static int appendDecimal(int size, int places, byte[] in, int from, int to, byte[] out, int at) {
    int point = from;
    while (point < to && in[point] != '.') {
      point++;
    }
    int end = appendWhole(size - places, in, from, point, to, out, at);
    if (end < 0) {
      return -1;
    }
    if (places > 0) {
      out[end++] = '.';
    }
    boolean nothingButZeros = out[at] == '0';
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

  /** Writes the digits before the point; if there are none, as in .5, a zero. */
  private static int appendWhole(
      int size, byte[] in, int from, int point, int to, byte[] out, int at) {
    boolean signed = from < point && (in[from] == '-' || in[from] == '+');
    if (from + (signed ? 1 : 0) == point && point + 1 < to) {
      out[at] = '0';
      return at + 1;
    }
    return appendDigits(size, in, from, point, out, at);
  }

  /** For -0.05: writes the minus that the integer part, 0, lacks. */
  private static int withMinus(byte[] out, int at, int end) {
    System.arraycopy(out, at, out, at + 1, end - at);
    out[at] = '-';
    return end + 1;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
