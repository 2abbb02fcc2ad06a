package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.DateTimeException;
import java.time.LocalDate;

/** Reads the text of dates. */
final class Dates {
  /** The length of a date. */
  static final int LENGTH = 10;

  private static final long ISO = pattern("0000-00-"); // and two digits more
  private static final long ISO_SEPARATORS = 0xff_0000_ff_00000000L;
  private static final long SLASHED = pattern("00/00/00"); // and two digits more
  private static final long SLASHES = 0xff_0000_ff_0000L;

  /** Days before the first one of a month, in a year that begins with March. */
  private static final int[] DAYS_BEFORE = {
    0, 306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275
  };

  /** 2000-01-01, in days since the first of March of the year 0. */
  private static final int EPOCH = 730_425;

  private Dates() {}

  private static long pattern(String text) {
    return Bytes.word(text.getBytes(US_ASCII), 0);
  }

  /**
   * Returns the days since 2000-01-01 of YYYY-MM-DD, or of a date with slashes in an order; the
   * year may have up to seven digits, and BC may follow. {@code infinity} is the greatest number,
   * {@code -infinity} the least.
   */
  static int day(byte[] text, int from, int to, DateOrder order) throws FieldException {
    if (to - from == LENGTH) {
      long word = Bytes.word(text, from);
      if (((word ^ ISO) & ISO_SEPARATORS) == 0) {
        long pairs = pairs(word ^ ISO, text, from);
        int year = 100 * pair(pairs, 0) + pair(pairs, 2);
        return day(year, pair(pairs, 5), last(text, from), text, from);
      }
      if (((word ^ SLASHED) & SLASHES) == 0 && order != DateOrder.YMD) {
        long pairs = pairs(word ^ SLASHED, text, from);
        int year = 100 * pair(pairs, 6) + last(text, from);
        int first = pair(pairs, 0);
        int second = pair(pairs, 3);
        return order == DateOrder.MDY
            ? day(year, first, second, text, from)
            : day(year, second, first, text, from);
      }
    }
    int infinite = Infinity.sign(text, from, to);
    if (infinite == 0) {
      int end = FarDates.beforeBc(text, from, to);
      return FarDates.day(text, from, end, end != to, order);
    }
    return infinite < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
  }

  /** Returns the forms of a date, for messages. */
  static String forms(DateOrder order) {
    return switch (order) {
      case MDY -> "YYYY-MM-DD or MM/DD/YYYY";
      case DMY -> "YYYY-MM-DD or DD/MM/YYYY";
      case YMD -> "YYYY-MM-DD";
    };
  }

  /** Turns digits into numbers of two digits, at the place of the first of them. */
  private static long pairs(long digits, byte[] text, int from) throws FieldException {
    if (Integers.others(digits)) {
      throw noDay(text, from, "it has other characters than digits");
    }
    return 10 * digits + (digits >>> Byte.SIZE);
  }

  private static int pair(long pairs, int place) {
    return (int) (pairs >>> Byte.SIZE * place) & 0xff;
  }

  private static int last(byte[] text, int from) throws FieldException {
    int tens = text[from + LENGTH - 2] - '0';
    int ones = text[from + LENGTH - 1] - '0';
    if (tens < 0 || tens > 9 || ones < 0 || ones > 9) {
      throw noDay(text, from, "it has other characters than digits");
    }
    return 10 * tens + ones;
  }

  private static int day(int year, int month, int day, byte[] text, int from)
      throws FieldException {
    if (year == 0) {
      throw noDay(text, from, "there is no year 0");
    }
    if (month < 1 || month > 12 || day < 1 || day > 28) {
      try {
        LocalDate.of(year, month, day);
      } catch (DateTimeException e) {
        throw noDay(text, from, e.getMessage());
      }
    }
    int y = month < 3 ? year - 1 : year;
    return 365 * y + y / 4 - y / 100 + y / 400 + DAYS_BEFORE[month] + day - 1 - EPOCH;
  }

  private static FieldException noDay(byte[] text, int from, String why) {
    return new FieldException(text, from, from + LENGTH, " is no day: " + why);
  }
}
