package io.loadpath.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.DateTimeException;
import java.time.LocalDate;

/** Reads the text of fields. Nothing but digits, a sign and what the type needs may be there. */
final class Fields {
  private static final long EPOCH_DAY = LocalDate.of(2000, 1, 1).toEpochDay();
  private static final int ISO_LENGTH = 10;
  private static final int MAX_LONG_DIGITS = 18;
  private static final int SHOWN = 40;

  private Fields() {}

  /** Returns an integer from {@code least} to {@code most}. */
  static long integer(byte[] text, int from, int to, long least, long most) throws FieldException {
    int at = from;
    boolean negative = text[at] == '-';
    if (negative || text[at] == '+') {
      at++;
    }
    if (to - at > MAX_LONG_DIGITS || at == to) {
      return longInteger(text, from, to, least, most);
    }
    long value = 0;
    for (; at < to; at++) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        throw new FieldException(quoted(text, from, to) + " is no integer");
      }
      value = 10 * value + digit;
    }
    return inRange(negative ? -value : value, text, from, to, least, most);
  }

  private static long longInteger(byte[] text, int from, int to, long least, long most)
      throws FieldException {
    String word = new String(text, from, to - from, UTF_8);
    if (!word.matches("[+-]?[0-9]+")) {
      throw new FieldException(quoted(text, from, to) + " is no integer");
    }
    try {
      return inRange(Long.parseLong(word), text, from, to, least, most);
    } catch (NumberFormatException e) {
      throw new FieldException(outOfRange(text, from, to, least, most));
    }
  }

  private static long inRange(long value, byte[] text, int from, int to, long least, long most)
      throws FieldException {
    if (value < least || value > most) {
      throw new FieldException(outOfRange(text, from, to, least, most));
    }
    return value;
  }

  private static String outOfRange(byte[] text, int from, int to, long least, long most) {
    return "%s is not from %d to %d".formatted(quoted(text, from, to), least, most);
  }

  /** Returns the days since 2000-01-01 of YYYY-MM-DD, or of a date with slashes in an order. */
  static int day(byte[] text, int from, int to, DateOrder order) throws FieldException {
    try {
      if (to - from == ISO_LENGTH) {
        if (text[from + 4] == '-' && text[from + 7] == '-') {
          return day(number(text, from, 4), number(text, from + 5, 2), number(text, from + 8, 2));
        }
        if (text[from + 2] == '/' && text[from + 5] == '/' && order != DateOrder.YMD) {
          int first = number(text, from, 2);
          int second = number(text, from + 3, 2);
          int year = number(text, from + 6, 4);
          return order == DateOrder.MDY ? day(year, first, second) : day(year, second, first);
        }
      }
    } catch (DateTimeException e) {
      throw new FieldException(quoted(text, from, to) + " is no day: " + e.getMessage());
    }
    throw notADate(text, from, to, order);
  }

  private static FieldException notADate(byte[] text, int from, int to, DateOrder order) {
    String forms =
        switch (order) {
          case MDY -> "YYYY-MM-DD or MM/DD/YYYY";
          case DMY -> "YYYY-MM-DD or DD/MM/YYYY";
          case YMD -> "YYYY-MM-DD";
        };
    return new FieldException(quoted(text, from, to) + " is not of the form " + forms);
  }

  private static int day(int year, int month, int day) {
    if (year == 0) {
      throw new DateTimeException("there is no year 0");
    }
    return (int) (LocalDate.of(year, month, day).toEpochDay() - EPOCH_DAY);
  }

  private static int number(byte[] text, int from, int digits) {
    int value = 0;
    for (int i = from; i < from + digits; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        throw new DateTimeException("it has other characters than digits");
      }
      value = 10 * value + digit;
    }
    return value;
  }

  /** Returns a field as messages show it. */
  static String quoted(byte[] text, int from, int to) {
    String word = new String(text, from, Math.min(to - from, SHOWN), UTF_8);
    return "'" + word + (to - from > SHOWN ? "…" : "") + "'";
  }
}
