package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads dates as the server does, from 4714-11-24 BC to 5874897-12-31. */
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

  private static final int BC_LENGTH = " BC".length();
  private static final int LONGEST_FAR = "5874897-12-31".length();
  private static final Pattern FAR_ISO =
      Pattern.compile("([0-9]{4}|[1-9][0-9]{4,6})-([0-9]{2})-([0-9]{2})");
  private static final Pattern FAR_SLASHED =
      Pattern.compile("([0-9]{2})/([0-9]{2})/([0-9]{4}|[1-9][0-9]{4,6})");
  private static final LocalDate EPOCH_DAY = LocalDate.of(2000, 1, 1);
  private static final LocalDate FIRST = LocalDate.of(-4713, 11, 24);
  private static final LocalDate LAST = LocalDate.of(5_874_897, 12, 31);

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
    int infinite = infinity(text, from, to);
    if (infinite == 0) {
      int end = beforeBc(text, from, to);
      return farDay(text, from, end, end != to, order);
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
      throw noDay(text, from, "it has characters other than digits");
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
      throw noDay(text, from, "it has characters other than digits");
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
    return new FieldException(text, from, from + LENGTH, " is not a day: " + why);
  }

  /** Returns 1 for {@code infinity} in any case, -1 for {@code -infinity}, 0 for anything else. */
  static int infinity(byte[] text, int from, int to) {
    if (to - from > "-infinity".length()) {
      return 0;
    }
    return switch (new String(text, from, to - from, US_ASCII).toLowerCase(Locale.ROOT)) {
      case "infinity" -> 1;
      case "-infinity" -> -1;
      default -> 0;
    };
  }

  /** Returns the index of a final " BC", or {@code to} if the text has none. */
  static int beforeBc(byte[] text, int from, int to) {
    int bc = to - BC_LENGTH;
    boolean has =
        bc > from
            && (text[to - 1] | 0x20) == 'c'
            && (text[to - 2] | 0x20) == 'b'
            && text[bc] == ' ';
    return has ? bc : to;
  }

  /** Like {@link #day}, for any year and without its " BC". */
  static int farDay(byte[] text, int from, int to, boolean bc, DateOrder order)
      throws FieldException {
    String date = new String(text, from, Math.min(LONGEST_FAR + 1, to - from), US_ASCII);
    Matcher iso = FAR_ISO.matcher(date);
    Matcher slashed = FAR_SLASHED.matcher(date);
    boolean isIso = iso.matches();
    if (!isIso && (order == DateOrder.YMD || !slashed.matches())) {
      throw new FieldException(text, from, to, " is not of the form " + forms(order));
    }
    boolean monthFirst = order == DateOrder.MDY;
    try {
      int year = Integer.parseInt(isIso ? iso.group(1) : slashed.group(3));
      int month = Integer.parseInt(isIso ? iso.group(2) : slashed.group(monthFirst ? 1 : 2));
      int day = Integer.parseInt(isIso ? iso.group(3) : slashed.group(monthFirst ? 2 : 1));
      if (year == 0) {
        throw new DateTimeException("there is no year 0");
      }
      LocalDate local = LocalDate.of(bc ? 1 - year : year, month, day);
      if (local.isBefore(FIRST) || local.isAfter(LAST)) {
        throw new DateTimeException("dates are from 4714-11-24 BC to 5874897-12-31");
      }
      return (int) ChronoUnit.DAYS.between(EPOCH_DAY, local);
    } catch (DateTimeException e) {
      throw new FieldException(text, from, to, " is not a day: " + e.getMessage());
    }
  }
}
