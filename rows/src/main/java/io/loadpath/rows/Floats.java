package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads floating-point numbers and rounds them to the nearest value, as the server does: digits
 * with a point and an exponent, NaN, inf or Infinity in any case.
 */
public final class Floats {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
  private static final Pattern NOT_ZERO = Pattern.compile("[+-]?[0.]*[1-9].*");

  /** Powers of ten that a double holds exactly. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** Maximum digits that a double holds exactly. */
  private static final int EXACT_DIGITS = POWERS.length - 1;

  private Floats() {}

  static float float4(byte[] text, int from, int to) throws FieldException {
    String word = word(text, from, to);
    float value = Float.parseFloat(word);
    requireInRange(word, Float.isInfinite(value), value == 0, text, from, to);
    return value;
  }

  /**
   * Returns the nearest double of {@code text[from..to)}.
   *
   * @throws FieldException if the field is not a number, or is out of range
   */
  public static double float8(byte[] text, int from, int to) throws FieldException {
    boolean negative = from < to && text[from] == '-';
    int first = negative || from < to && text[from] == '+' ? from + 1 : from;
    long digits = 0;
    int point = -1;
    int count = 0;
    int at = first;
    for (; at < to && count <= EXACT_DIGITS; at++) {
      byte b = text[at];
      if (b >= '0' && b <= '9') {
        digits = 10 * digits + b - '0';
        count++;
      } else if (b == '.' && point < 0) {
        point = at;
      } else {
        break;
      }
    }
    if (at < to || count == 0 || count > EXACT_DIGITS) {
      return anyFloat8(text, from, to);
    }
    // Both are exact, so that the quotient is the nearest double.
    double value = point < 0 ? digits : digits / POWERS[to - point - 1];
    return negative ? -value : value;
  }

  private static double anyFloat8(byte[] text, int from, int to) throws FieldException {
    String word = word(text, from, to);
    double value = Double.parseDouble(word);
    requireInRange(word, Double.isInfinite(value), value == 0, text, from, to);
    return value;
  }

  /** Returns the same number as Java reads it. */
  private static String word(byte[] text, int from, int to) throws FieldException {
    String word = new String(text, from, to - from, ISO_8859_1);
    if (NUMBER.matcher(word).matches()) {
      return word;
    }
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "nan" -> "NaN";
      case "inf", "+inf", "infinity", "+infinity" -> "Infinity";
      case "-inf", "-infinity" -> "-Infinity";
      default ->
          throw new FieldException(
              text, from, to, " is not a number: digits, a sign, a point and an exponent");
    };
  }

  private static void requireInRange(
      String word, boolean infinite, boolean zero, byte[] text, int from, int to)
      throws FieldException {
    boolean number = NUMBER.matcher(word).matches();
    if (number && (infinite || zero && NOT_ZERO.matcher(word).matches())) {
      throw new FieldException(text, from, to, " is too large or too small for its type");
    }
  }
}
