package io.loadpath.datasets;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads DOUBLE fields: digits with a point and an exponent, NaN, inf or Infinity in any case. */
final class DoubleText {

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  private static final Pattern NOT_ZERO = Pattern.compile("^[^eE]*[1-9]");

  /** Powers of ten that a double holds exactly. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** Maximum digits that a double holds exactly. */
  private static final int EXACT_DIGITS = 15;

  private DoubleText() {}

  /**
   * Returns the nearest double; negative zero is zero.
   *
   * @throws NumberFormatException if the field is none
   */
  static double parse(byte[] in, int from, int to) {
    boolean negative = from < to && in[from] == '-';
    int first = negative || from < to && in[from] == '+' ? from + 1 : from;
    long digits = 0;
    int point = -1;
    int count = 0;
    int at = first;
    for (; at < to; at++) {
      byte b = in[at];
      if (b >= '0' && b <= '9') {
        digits = 10 * digits + b - '0';
        count++;
      } else if (b == '.' && point < 0) {
        point = at;
      } else {
        break;
      }
      if (count > EXACT_DIGITS) {
        break;
      }
    }
    if (at < to || count == 0) {
      return slowly(new String(in, from, to - from, StandardCharsets.US_ASCII));
    }
    // Both are exact, so that the quotient is the nearest double.
    double value = point < 0 ? digits : digits / POWERS[to - point - 1];
    return negative && value != 0 ? -value : value;
  }

  private static double slowly(String text) {
    if (NUMBER.matcher(text).matches()) {
      double value = Double.parseDouble(text) + 0.0; // -0.0 + 0.0 is 0.0
      if (Double.isInfinite(value) || value == 0 && NOT_ZERO.matcher(text).find()) {
        throw new NumberFormatException(text); // out of range
      }
      return value;
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new NumberFormatException(text);
    };
  }
}
