package io.loadpath.copy;

/** Writes decimal numbers in the form of numeric: groups of four digits around the point. */
final class Numeric {
  private static final int GROUP = 4;
  private static final int MAX_DIGITS = 100_000;
  private static final int MAX_SCALE = 16_383; // the server's field for it has 14 bits
  private static final int POSITIVE = 0;
  private static final int NEGATIVE = 0x4000;

  private Numeric() {}

  /** Writes digits with an optional sign and an optional point; exponents are refused. */
  static void write(byte[] text, int from, int to, RowBuffer out) throws FieldException {
    boolean negative = text[from] == '-';
    int first = negative || text[from] == '+' ? from + 1 : from;
    int point = to;
    for (int i = first; i < to; i++) {
      if (text[i] == '.' && point == to) {
        point = i;
      } else if (text[i] < '0' || text[i] > '9') {
        throw notANumber(text, from, to);
      }
    }
    int scale = Math.max(0, to - point - 1);
    if (point == first && scale == 0 || scale > MAX_SCALE || to - first > MAX_DIGITS) {
      throw notANumber(text, from, to);
    }
    int groupsBefore = (point - first + GROUP - 1) / GROUP;
    int groups = groupsBefore + (scale + GROUP - 1) / GROUP;
    int leading = 0;
    while (leading < groups && group(text, first, point, to, groupsBefore, leading) == 0) {
      leading++;
    }
    int end = groups;
    while (end > leading && group(text, first, point, to, groupsBefore, end - 1) == 0) {
      end--;
    }
    out.putInt(2 * (GROUP + end - leading));
    out.putShort(end - leading);
    out.putShort(end == leading ? 0 : groupsBefore - leading - 1);
    out.putShort(negative && end > leading ? NEGATIVE : POSITIVE);
    out.putShort(scale);
    for (int i = leading; i < end; i++) {
      out.putShort(group(text, first, point, to, groupsBefore, i));
    }
  }

  /** The i-th group of digits, from the left; missing digits at either end are 0. */
  private static int group(byte[] text, int first, int point, int to, int groupsBefore, int i) {
    int value = 0;
    int distance = (i - groupsBefore) * GROUP; // of its first digit from the point
    for (int k = distance; k < distance + GROUP; k++) {
      int at = k < 0 ? point + k : point + 1 + k;
      value = 10 * value + (at >= first && at < to ? text[at] - '0' : 0);
    }
    return value;
  }

  private static FieldException notANumber(byte[] text, int from, int to) {
    return new FieldException(
        Fields.quoted(text, from, to) + " is no decimal number: digits, a sign and a point");
  }
}
