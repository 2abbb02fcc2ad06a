package io.loadpath.rows.parser;

import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.Type;
import java.time.LocalDate;
import java.time.Month;
import java.time.Year;

/**
 * The canonical text of days and times in one form of files. Methods return the end of the written
 * text, or -1 if the field is not of the form. Binary COPY has other readers: they take each form
 * that the server takes, and round.
 */
final class TimeText {

  private static final int MINUTES_OF_DAY = 24 * 60;
  private static final int MAX_ZONE_HOURS = 15;
  private static final int TIME_LENGTH = 8;

  private final int yearAt;
  private final int monthAt;
  private final int dayAt;
  private final int length;

  /** The indexes of the two separators, or -1 if there are none. */
  private final int firstSeparator;

  private final int secondSeparator;
  private final char separator;
  private final char beforeTime;

  TimeText(DateForm days, TimestampForm times) {
    String form = days.text();
    yearAt = form.indexOf("yyyy");
    monthAt = form.indexOf("mm");
    dayAt = form.indexOf("dd");
    length = form.length();
    boolean separated = length > "yyyymmdd".length();
    separator = separated ? form.charAt(yearAt == 0 ? 4 : 2) : 0;
    firstSeparator = form.indexOf(separator);
    secondSeparator = form.lastIndexOf(separator);
    beforeTime = times.text().charAt(0);
  }

  int appendDate(byte[] in, int from, int to, byte[] out, int at) {
    if (to - from != length
        || firstSeparator >= 0
            && (in[from + firstSeparator] != separator
                || in[from + secondSeparator] != separator)) {
      return -1;
    }
    int year = number(in, from + yearAt, 4);
    int month = number(in, from + monthAt, 2);
    int day = number(in, from + dayAt, 2);
    if (year < 1
        || month < 1
        || month > 12
        || day < 1
        || day > Month.of(month).length(Year.isLeap(year))) {
      return -1;
    }
    System.arraycopy(in, from + yearAt, out, at, 4);
    out[at + 4] = '-';
    System.arraycopy(in, from + monthAt, out, at + 5, 2);
    out[at + 7] = '-';
    System.arraycopy(in, from + dayAt, out, at + 8, 2);
    return at + 10;
  }

  int appendTimestamp(Type type, byte[] in, int from, int to, byte[] out, int at) {
    int time = from + length + 1;
    int afterTime = time + TIME_LENGTH;
    if (afterTime > to || in[time - 1] != beforeTime) {
      return -1;
    }
    int end = appendDate(in, from, time - 1, out, at);
    if (end < 0
        || in[time + 2] != ':'
        || in[time + 5] != ':'
        || !isTo(23, in, time)
        || !isTo(59, in, time + 3)
        || !isTo(59, in, time + 6)) {
      return -1;
    }
    out[end++] = ' ';
    System.arraycopy(in, time, out, end, TIME_LENGTH);
    end += TIME_LENGTH;
    int next = afterTime;
    if (next < to && in[next] == '.') {
      next = afterDigits(in, next + 1, to);
      if (next == afterTime + 1) {
        return -1;
      }
    }
    end = appendFraction(type.places(), in, afterTime + 1, next, out, end);
    if (end < 0 || !type.zone()) {
      return next == to ? end : -1;
    }
    return inUtc(in, next, to, out, at) ? end : -1;
  }

  private static boolean isTo(int most, byte[] in, int at) {
    int number = number(in, at, 2);
    return number >= 0 && number <= most;
  }

  private static int afterDigits(byte[] in, int from, int to) {
    int at = from;
    while (at < to && isDigit(in[at])) {
      at++;
    }
    return at;
  }

  /** Writes exactly {@code places} digits; others must be zeros. */
  private static int appendFraction(int places, byte[] in, int from, int to, byte[] out, int at) {
    int end = at;
    if (places > 0) {
      out[end++] = '.';
    }
    for (int place = 0; place < places || from + place < to; place++) {
      byte digit = from + place < to ? in[from + place] : (byte) '0';
      if (place < places) {
        out[end++] = digit;
      } else if (digit != '0') {
        return -1;
      }
    }
    return end;
  }

  /** Moves the written time by the zone in[from, to): Z, +hh, +hhmm or +hh:mm. */
  private static boolean inUtc(byte[] in, int from, int to, byte[] out, int at) {
    int digits = to - from - 1;
    if (digits == 0 && (in[from] == 'Z' || in[from] == 'z')) {
      return true;
    }
    boolean colon = digits == 5 && in[from + 3] == ':';
    if (digits != 2 && digits != 4 && !colon || in[from] != '+' && in[from] != '-') {
      return false;
    }
    int hours = number(in, from + 1, 2);
    int minutes = digits == 2 ? 0 : number(in, to - 2, 2);
    if (hours < 0 || hours > MAX_ZONE_HOURS || minutes < 0 || minutes > 59) {
      return false;
    }
    int offset = (in[from] == '-' ? -1 : 1) * (60 * hours + minutes);
    int minute = 60 * number(out, at + 11, 2) + number(out, at + 14, 2) - offset;
    int day = Math.floorDiv(minute, MINUTES_OF_DAY);
    if (day != 0) {
      LocalDate moved =
          LocalDate.of(number(out, at, 4), number(out, at + 5, 2), number(out, at + 8, 2))
              .plusDays(day);
      if (moved.getYear() < 1 || moved.getYear() > 9999) {
        return false;
      }
      put(moved.getYear(), 4, out, at);
      put(moved.getMonthValue(), 2, out, at + 5);
      put(moved.getDayOfMonth(), 2, out, at + 8);
    }
    int left = Math.floorMod(minute, MINUTES_OF_DAY);
    put(left / 60, 2, out, at + 11);
    put(left % 60, 2, out, at + 14);
    return true;
  }

  private static void put(int number, int digits, byte[] out, int at) {
    int left = number;
    for (int i = at + digits - 1; i >= at; i--) {
      out[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
  }

  /** Returns the number, or -1 if these are not digits. */
  private static int number(byte[] in, int at, int digits) {
    int number = 0;
    for (int i = at; i < at + digits; i++) {
      if (!isDigit(in[i])) {
        return -1;
      }
      number = 10 * number + in[i] - '0';
    }
    return number;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
