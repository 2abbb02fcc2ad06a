package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes decimal numbers in the form of numeric: groups of four digits around the point. */
final class Numeric {
  private static final int GROUP = 4;
  private static final int MAX_DIGITS = 100_000;
  private static final int MAX_SCALE = 16_383; // the server's field for it has 14 bits
  static final int POSITIVE = 0;
  static final int NEGATIVE = 0x4000;
  static final int NAN = 0xc000;
  static final int INFINITE = 0xd000;
  static final int MINUS_INFINITE = 0xf000;
  private static final int[] TENS = {1, 10, 100, 1000};

  /** Bytes of a value before its groups: number of groups, weight, sign, scale. */
  static final int FIELD_HEAD_BYTES = 4 * Short.BYTES;

  /** The same with the length of the value before them. */
  private static final int HEAD_BYTES = Integer.BYTES + FIELD_HEAD_BYTES;

  private static final int WEIGHT = Integer.BYTES + Short.BYTES;
  private static final int SCALE = Integer.BYTES + 3 * Short.BYTES;
  private static final int MAX_WORD = "-Infinity".length();
  private static final Pattern WITH_EXPONENT =
      Pattern.compile("([+-]?)([0-9]*)\\.?([0-9]*)[eE]([+-]?[0-9]{1,6})");

  private Numeric() {}

  /** Writes digits with an optional sign, point and exponent, or NaN or an infinity. */
  static int write(byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    int first = from + (isSign(text[from]) ? 1 : 0);
    int point = point(text, first, to);
    if (point < 0 || point == first && to - first < 2) {
      return writeSpecial(text, from, to, out, at);
    }
    int scale = Math.max(0, to - point - 1);
    if (scale > MAX_SCALE || to - first > MAX_DIGITS) {
      throw noNumber(text, from, to);
    }
    return writeDigits(text, first, point, to, text[from] == '-', out, at);
  }

  private static boolean isSign(byte b) {
    return b == '-' || b == '+';
  }

  private static int writeDigits(
      byte[] text, int first, int point, int to, boolean negative, byte[] out, int at) {
    int digits = at + HEAD_BYTES;
    int weight = (point - first + GROUP - 1) / GROUP - 1; // of the first group
    int next = digits;
    int end = digits; // after the last group that is not zero
    int group = 0;
    int missing = point - first; // digits of the group, modulo GROUP
    for (int i = first; i < to; i++) {
      if (i != point) {
        group = 10 * group + text[i] - '0';
        missing--;
        if (missing % GROUP == 0) {
          if (group == 0 && next == digits) {
            weight--;
          } else {
            next = Bytes.putShort(out, next, group);
            end = group == 0 ? end : next;
          }
          group = 0;
        }
      }
    }
    if (group != 0) { // the last group after the point lacks digits
      end = Bytes.putShort(out, next, group * TENS[Math.floorMod(missing, GROUP)]);
    }
    boolean zero = end == digits;
    int sign = negative && !zero ? NEGATIVE : POSITIVE;
    putHead(out, at, end, zero ? 0 : weight, sign, Math.max(0, to - point - 1));
    return end;
  }

  private static void putHead(byte[] out, int at, int end, int weight, int sign, int scale) {
    int head = Bytes.putInt(out, at, end - at - Integer.BYTES);
    head = Bytes.putShort(out, head, (end - at - HEAD_BYTES) / Short.BYTES);
    head = Bytes.putShort(out, head, weight);
    head = Bytes.putShort(out, head, sign);
    Bytes.putShort(out, head, scale);
  }

  private static int writeSpecial(byte[] text, int from, int to, byte[] out, int at)
      throws FieldException {
    if (to - from > MAX_DIGITS) {
      throw noNumber(text, from, to);
    }
    String word = new String(text, from, to - from, US_ASCII);
    int sign =
        switch (word.substring(0, Math.min(word.length(), MAX_WORD + 1)).toLowerCase(Locale.ROOT)) {
          case "nan" -> NAN;
          case "infinity", "+infinity", "inf", "+inf" -> INFINITE;
          case "-infinity", "-inf" -> MINUS_INFINITE;
          default -> POSITIVE;
        };
    if (sign != POSITIVE) {
      putHead(out, at, at + HEAD_BYTES, 0, sign, 0);
      return at + HEAD_BYTES;
    }
    Matcher number = WITH_EXPONENT.matcher(word);
    if (!number.matches() || number.end(2) == number.start(2) && number.end(3) == number.start(3)) {
      throw noNumber(text, from, to);
    }
    // the exponent is whole groups of digits, which move the weight, and some digits more
    int exponent = Integer.parseInt(number.group(4));
    int moved = Math.floorMod(exponent, GROUP);
    String whole = number.group(2);
    String fraction = number.group(3);
    int scale = Math.max(0, fraction.length() - exponent);
    String more = fraction + "0".repeat(Math.max(0, moved - fraction.length()));
    byte[] digits = (whole + more).getBytes(US_ASCII);
    byte[] plain = new byte[digits.length + 1];
    int point = whole.length() + moved;
    System.arraycopy(digits, 0, plain, 0, point);
    System.arraycopy(digits, point, plain, point + 1, digits.length - point);
    int end = writeDigits(plain, 0, point, plain.length, number.group(1).equals("-"), out, at);
    boolean zero = end == at + HEAD_BYTES;
    int weight = Bytes.getShort(out, at + WEIGHT) + (exponent - moved) / GROUP;
    if (scale > MAX_SCALE || !zero && weight != (short) weight) {
      throw new FieldException(text, from, to, " is too large or too small for numeric");
    }
    Bytes.putShort(out, at + WEIGHT, zero ? 0 : weight);
    Bytes.putShort(out, at + SCALE, scale);
    return end;
  }

  private static FieldException noNumber(byte[] text, int from, int to) {
    return new FieldException(
        text, from, to, " is not a decimal number: digits, a sign, a point and an exponent");
  }

  /** Returns the index of the point, {@code to} if there is none, or -1 for another character. */
  private static int point(byte[] text, int first, int to) {
    int point = to;
    for (int i = first; i < to; i++) {
      if (text[i] < '0' || text[i] > '9') {
        if (text[i] != '.' || point != to) {
          return -1;
        }
        point = i;
      }
    }
    return point;
  }
}
