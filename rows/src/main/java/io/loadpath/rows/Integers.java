package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Reads the text of integers: digits and a sign, nothing else. */
final class Integers {
  private static final int MAX_DIGITS = 18; // of a number that always fits a long
  private static final int EIGHT = Long.BYTES;
  private static final long TEN_TO_THE_EIGHTH = 100_000_000;
  private static final long NOT_DIGITS = -1;

  private Integers() {}

  /** Writes length and bytes of an integer of a number of bytes: 2, 4 or 8. */
  static int write(byte[] text, int from, int to, int bytes, byte[] out, int at)
      throws FieldException {
    long most = Long.MAX_VALUE >> (Long.SIZE - Byte.SIZE * bytes);
    long value = value(text, from, to, -most - 1, most);
    int next = Bytes.putInt(out, at, bytes);
    return switch (bytes) {
      case Short.BYTES -> Bytes.putShort(out, next, (int) value);
      case Integer.BYTES -> Bytes.putInt(out, next, (int) value);
      default -> Bytes.putLong(out, next, value);
    };
  }

  private static long value(byte[] text, int from, int to, long least, long most)
      throws FieldException {
    boolean negative = text[from] == '-';
    int first = negative || text[from] == '+' ? from + 1 : from;
    int count = to - first;
    if (count == 0 || count > MAX_DIGITS) {
      return longValue(text, from, to, least, most);
    }
    int head = (count - 1) % EIGHT + 1;
    long value = eight(text, first, head);
    for (int at = first + head; at < to && value != NOT_DIGITS; at += EIGHT) {
      long next = eight(text, at, EIGHT);
      value = next == NOT_DIGITS ? NOT_DIGITS : TEN_TO_THE_EIGHTH * value + next;
    }
    if (value == NOT_DIGITS) {
      throw notAnInteger(text, from, to);
    }
    long signed = negative ? -value : value;
    if (signed < least || signed > most) {
      throw outOfRange(text, from, to, least, most);
    }
    return signed;
  }

  /** Returns the number of one to eight digits, or {@link #NOT_DIGITS}. */
  private static long eight(byte[] text, int from, int count) {
    int unused = Byte.SIZE * (EIGHT - count);
    long digits = (Bytes.word(text, from) ^ Bytes.eightTimes('0')) << unused;
    if (others(digits)) {
      return NOT_DIGITS;
    }
    // the first digit is the lowest byte; every other byte becomes a number of two digits
    long pairs = 10 * digits + (digits >>> Byte.SIZE);
    long even = pairs & 0x000000ff_000000ffL;
    long odd = pairs >>> 2 * Byte.SIZE & 0x000000ff_000000ffL;
    return even * ((1_000_000L << Integer.SIZE) + 100) + odd * ((10_000L << Integer.SIZE) + 1)
        >>> Integer.SIZE;
  }

  /** Whether one of eight bytes is not from 0 to 9. */
  static boolean others(long digits) {
    return ((digits + Bytes.eightTimes(0x7f - 9) | digits) & Bytes.HIGHS) != 0;
  }

  private static long longValue(byte[] text, int from, int to, long least, long most)
      throws FieldException {
    String word = new String(text, from, to - from, UTF_8);
    if (!word.matches("[+-]?[0-9]+")) {
      throw notAnInteger(text, from, to);
    }
    try {
      long value = Long.parseLong(word);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // more digits than a long has
    }
    throw outOfRange(text, from, to, least, most);
  }

  private static FieldException notAnInteger(byte[] text, int from, int to) {
    return new FieldException(text, from, to, " is not an integer");
  }

  private static FieldException outOfRange(byte[] text, int from, int to, long least, long most) {
    return new FieldException(text, from, to, " is not from %d to %d".formatted(least, most));
  }
}
