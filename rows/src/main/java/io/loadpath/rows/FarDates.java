package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text of dates before the year 1 or after the year 9999, as the server prints them. */
final class FarDates {
  private static final int BC_LENGTH = " BC".length();
  private static final int LONGEST = "5874897-12-31".length();
  private static final Pattern ISO =
      Pattern.compile("([0-9]{4}|[1-9][0-9]{4,6})-([0-9]{2})-([0-9]{2})");
  private static final Pattern SLASHED =
      Pattern.compile("([0-9]{2})/([0-9]{2})/([0-9]{4}|[1-9][0-9]{4,6})");
  private static final LocalDate EPOCH = LocalDate.of(2000, 1, 1);
  private static final LocalDate FIRST = LocalDate.of(-4713, 11, 24);
  private static final LocalDate LAST = LocalDate.of(5_874_897, 12, 31);

  private FarDates() {}

  /** Returns where the text ends before " BC"; {@code to} if it has no such end. */
  static int beforeBc(byte[] text, int from, int to) {
    int bc = to - BC_LENGTH;
    boolean has =
        bc > from
            && (text[to - 1] | 0x20) == 'c'
            && (text[to - 2] | 0x20) == 'b'
            && text[bc] == ' ';
    return has ? bc : to;
  }

  /** Returns the days since 2000-01-01 of a date without its " BC". */
  static int day(byte[] text, int from, int to, boolean bc, DateOrder order) throws FieldException {
    String date = new String(text, from, Math.min(LONGEST + 1, to - from), US_ASCII);
    Matcher iso = ISO.matcher(date);
    Matcher slashed = SLASHED.matcher(date);
    int[] place;
    Matcher found;
    if (iso.matches()) {
      found = iso;
      place = new int[] {1, 2, 3};
    } else if (order != DateOrder.YMD && slashed.matches()) {
      found = slashed;
      place = order == DateOrder.MDY ? new int[] {3, 1, 2} : new int[] {3, 2, 1};
    } else {
      throw new FieldException(text, from, to, " is not of the form " + Dates.forms(order));
    }
    try {
      int year = Integer.parseInt(found.group(place[0]));
      int month = Integer.parseInt(found.group(place[1]));
      int day = Integer.parseInt(found.group(place[2]));
      if (year == 0) {
        throw new DateTimeException("there is no year 0");
      }
      LocalDate local = LocalDate.of(bc ? 1 - year : year, month, day);
      if (local.isBefore(FIRST) || local.isAfter(LAST)) {
        throw new DateTimeException("dates are from 4714-11-24 BC to 5874897-12-31");
      }
      return (int) ChronoUnit.DAYS.between(EPOCH, local);
    } catch (DateTimeException e) {
      throw new FieldException(text, from, to, " is no day: " + e.getMessage());
    }
  }
}
