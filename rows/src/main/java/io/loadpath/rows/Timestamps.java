package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Reads the text of timestamps. */
final class Timestamps {
  private static final long SECOND = 1_000_000; // microseconds, like the next ones
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long FIRST_DAY = -2_451_545; // 4714-11-24 BC
  private static final long DAYS = 106_751_983; // from 2000-01-01 to 294277-01-01
  private static final int HOURS = 23;
  private static final int MINUTES = 59;
  private static final int OFFSET_HOURS = 15; // the server's last hour
  private static final int FRACTION_DIGITS = 6;

  private Timestamps() {}

  /**
   * Returns the microseconds since 2000-01-01 00:00:00 of a date, a space or T, HH:MM, :SS if any,
   * and its fraction if any, which is rounded to microseconds. A date alone is its midnight.
   */
  static long local(byte[] text, int from, int to, DateOrder order) throws FieldException {
    int infinite = Dates.infinity(text, from, to);
    if (infinite != 0) {
      return infinite < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    Reader reader = new Reader(text, from, to, order, "");
    long micros = reader.day();
    if (!reader.isAtEnd()) {
      micros += reader.time();
    }
    return reader.end(micros);
  }

  /**
   * Returns the microseconds since 2000-01-01 00:00:00 UTC of a date, a time and, perhaps after a
   * space, its offset from UTC: Z or ±HH, then MM or :MM if any, then :SS if any. Without an
   * offset, the text would mean what a setting of the session says.
   */
  static long withOffset(byte[] text, int from, int to, DateOrder order) throws FieldException {
    int infinite = Dates.infinity(text, from, to);
    if (infinite != 0) {
      return infinite < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    Reader reader = new Reader(text, from, to, order, ", with an offset from UTC such as +00:00");
    long micros = reader.day() + reader.time() - reader.offset();
    return reader.end(micros);
  }

  /** Goes through one field. */
  private static final class Reader {
    private final byte[] text;
    private final int from;
    private final int to; // before BC
    private final int fieldEnd;
    private final DateOrder order;
    private final String more;
    private int at;

    Reader(byte[] text, int from, int to, DateOrder order, String more) {
      this.text = text;
      this.from = from;
      this.to = Dates.beforeBc(text, from, to);
      this.fieldEnd = to;
      this.order = order;
      this.more = more;
      this.at = from;
    }

    private FieldException otherForm() {
      return new FieldException(
          text,
          from,
          fieldEnd,
          " is not of the form %s and HH:MM:SS%s".formatted(Dates.forms(order), more));
    }

    long day() throws FieldException {
      if (to - from < Dates.LENGTH) {
        throw otherForm();
      }
      at = from + Dates.LENGTH;
      if (to == fieldEnd && (at == to || isBetween(text[at]))) {
        return DAY * Dates.day(text, from, at, order);
      }
      while (at < to && !isBetween(text[at])) {
        at++;
      }
      int day = Dates.farDay(text, from, at, to != fieldEnd, order);
      if (day >= DAYS) {
        throw outOfRange();
      }
      return DAY * day;
    }

    long time() throws FieldException {
      if (!takes(' ') && !takes('T')) {
        throw otherForm();
      }
      long micros = HOUR * two(HOURS);
      if (!takes(':')) {
        throw otherForm();
      }
      micros += MINUTE * two(MINUTES);
      if (takes(':')) {
        micros += SECOND * two(MINUTES);
        if (takes('.')) {
          micros += fraction();
        }
      }
      return micros;
    }

    /** Returns microseconds. More digits are rounded like the server does it. */
    private long fraction() throws FieldException {
      int first = at;
      long micros = 0;
      while (at < to && text[at] >= '0' && text[at] <= '9') {
        micros = at - first < FRACTION_DIGITS ? 10 * micros + text[at] - '0' : micros;
        at++;
      }
      if (at == first) {
        throw otherForm();
      }
      if (at - first > FRACTION_DIGITS) {
        String digits = new String(text, first, at - first, US_ASCII);
        return (long) Math.rint(Double.parseDouble("0." + digits) * SECOND);
      }
      for (int digits = at - first; digits < FRACTION_DIGITS; digits++) {
        micros *= 10;
      }
      return micros;
    }

    long offset() throws FieldException {
      takes(' ');
      if (takes('Z')) {
        return 0;
      }
      boolean west = takes('-');
      if (!west && !takes('+')) {
        throw otherForm();
      }
      long micros = HOUR * two(OFFSET_HOURS);
      boolean colon = takes(':');
      if (colon || at < to) {
        micros += MINUTE * two(MINUTES);
        if (colon && takes(':')) {
          micros += SECOND * two(MINUTES);
        }
      }
      return west ? -micros : micros;
    }

    boolean isAtEnd() {
      return at == to;
    }

    /** Checks that the field ends here; returns its number. */
    long end(long micros) throws FieldException {
      if (at != to) {
        throw otherForm();
      }
      if (micros < FIRST_DAY * DAY || micros >= DAYS * DAY) {
        throw outOfRange();
      }
      return micros;
    }

    private FieldException outOfRange() {
      return new FieldException(text, from, fieldEnd, " is not from 4714-11-24 BC to 294276-12-31");
    }

    private static boolean isBetween(byte b) {
      return b == ' ' || b == 'T';
    }

    private boolean takes(char expected) {
      if (at < to && text[at] == expected) {
        at++;
        return true;
      }
      return false;
    }

    private int two(int most) throws FieldException {
      if (to - at < 2) {
        throw otherForm();
      }
      int tens = text[at] - '0';
      int ones = text[at + 1] - '0';
      int value = 10 * tens + ones;
      if (tens < 0 || tens > 9 || ones < 0 || ones > 9 || value > most) {
        throw otherForm();
      }
      at += 2;
      return value;
    }
  }
}
