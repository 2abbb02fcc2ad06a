package io.loadpath.copy;

/** Writes decimal numbers in the form of numeric: groups of four digits around the point. */
final class Numeric {
  private static final int GROUP = 4;
  private static final int MAX_DIGITS = 100_000;
  private static final int MAX_SCALE = 16_383; // the server's field for it has 14 bits
  private static final int POSITIVE = 0;
  private static final int NEGATIVE = 0x4000;
  private static final int[] TENS = {1, 10, 100, 1000};

  private Numeric() {}

  /** Writes digits with an optional sign and an optional point; exponents are refused. */
  static int write(byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    boolean negative = text[from] == '-';
    int first = negative || text[from] == '+' ? from + 1 : from;
    int point = point(text, first, to);
    int scale = Math.max(0, to - point - 1);
    boolean noDigit = point == first && scale == 0;
    if (point < 0 || noDigit || scale > MAX_SCALE || to - first > MAX_DIGITS) {
      throw new FieldException(text, from, to, " is no decimal number: digits, a sign and a point");
    }
    int digits = at + Integer.BYTES + 4 * Short.BYTES;
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
    int head = Bytes.putInt(out, at, end - at - Integer.BYTES);
    head = Bytes.putShort(out, head, (end - digits) / Short.BYTES);
    head = Bytes.putShort(out, head, zero ? 0 : weight);
    head = Bytes.putShort(out, head, negative && !zero ? NEGATIVE : POSITIVE);
    Bytes.putShort(out, head, scale);
    return end;
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
