package io.loadpath.tables.describe;

import io.loadpath.tables.describe.Look.Shape;
import java.time.YearMonth;
import java.util.regex.Pattern;

/**
 * A field of a row.
 *
 * @param text without quotes and escapes
 * @param firstRow whether it is in the first row of a file
 * @param place of its row
 */
record Field(String text, boolean quoted, boolean firstRow, RowPlace place, Look look) {
  private static final Pattern PADDED = Pattern.compile("\\+|-?0\\d");

  /** After it, a point is one of seconds. */
  private static final int LONGEST_DAY = 10;

  Field(String text, boolean quoted, boolean firstRow, RowPlace place) {
    this(text, quoted, firstRow, place, Look.of(text));
  }

  Shape shape() {
    return look.shape();
  }

  /** Length in characters. */
  int chars() {
    return text.codePointCount(0, text.length());
  }

  /** Whether a number begins with 0 or +. */
  boolean isPadded() {
    return PADDED.matcher(text).lookingAt();
  }

  /** Digits of a number before the point, without zeros at the start. */
  int wholeDigits() {
    int from = 0;
    while (from < text.length() && "+-0".indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    int point = text.indexOf('.');
    return Math.max(0, (point < 0 ? text.length() : point) - from);
  }

  /** Digits of a number after the point. */
  int fractionDigits() {
    return shape() == Shape.DECIMAL ? text.length() - text.indexOf('.') - 1 : 0;
  }

  /** Whether a whole number has at most 64 bits. */
  boolean isLong() {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Whether a date or timestamp, or a whole number of 8 digits, has a day of the calendar. */
  boolean hasDay(boolean british) {
    return switch (shape()) {
      case INTEGER ->
          text.length() == 8
              && text.compareTo("19000101") >= 0
              && text.compareTo("21001231") <= 0
              && isDay(0, 4, 6);
      case DATE, TIMESTAMP ->
          switch (look.day()) {
            case ISO -> isDay(0, 5, 8);
            case COMPACT -> isDay(0, 4, 6);
            case GERMAN -> isDay(6, 3, 0);
            case AMERICAN, BRITISH -> british ? isDay(6, 3, 0) : isDay(6, 0, 3);
          };
      default -> false;
    };
  }

  private boolean isDay(int yearAt, int monthAt, int dayAt) {
    int month = number(monthAt, 2);
    int day = number(dayAt, 2);
    return month >= 1
        && month <= 12
        && day >= 1
        && day <= YearMonth.of(number(yearAt, 4), month).lengthOfMonth();
  }

  private int number(int from, int digits) {
    return Integer.parseInt(text, from, from + digits, 10);
  }

  /** Digits of a timestamp after the point. */
  int secondDigits() {
    int point = text.indexOf('.', LONGEST_DAY);
    return point < 0 ? 0 : text.substring(point + 1).replaceFirst("\\D.*", "").length();
  }
}
