package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads the text of float4 and float8, which are rounded to the nearest value like by the server.
 */
final class Floats {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
  private static final Pattern NOT_ZERO = Pattern.compile("[+-]?[0.]*[1-9].*");

  private Floats() {}

  static float float4(byte[] text, int from, int to) throws FieldException {
    String word = word(text, from, to);
    float value = Float.parseFloat(word);
    requireInRange(word, Float.isInfinite(value), value == 0, text, from, to);
    return value;
  }

  static double float8(byte[] text, int from, int to) throws FieldException {
    String word = word(text, from, to);
    double value = Double.parseDouble(word);
    requireInRange(word, Double.isInfinite(value), value == 0, text, from, to);
    return value;
  }

  /** Returns what Java reads as the same number. */
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
              text, from, to, " is no number: digits, a sign, a point and an exponent");
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
