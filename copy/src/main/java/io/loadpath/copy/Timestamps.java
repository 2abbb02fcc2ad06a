package io.loadpath.copy;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Reads the text of timestamps. */
final class Timestamps {
  private static final long SECOND = 1_000_000; // microseconds, like the next ones
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final int HOURS = 23;
  private static final int MINUTES = 59;
  private static final int OFFSET_HOURS = 15; // as far as the server goes
  private static final int FRACTION_DIGITS = 6;

  private Timestamps() {}

  /**
   * Returns the microseconds since 2000-01-01 00:00:00 of a date, a space or T, HH:MM, :SS if any,
   * and its fraction if any, which is rounded to microseconds. A date alone is its midnight.
   */
  static long local(byte[] text, int from, int to, DateOrder order) throws FieldException {
    int infinite = Infinity.sign(text, from, to);
    if (infinite != 0) {
      return infinite < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    Reader reader = new Reader(text, from, to, order, "");
    long micros = reader.day();
    if (reader.at < to) {
      micros += reader.time();
    }
    reader.requireEnd();
    return micros;
  }

  /**
   * Returns the microseconds since 2000-01-01 00:00:00 UTC of a date, a time and, perhaps after a
   * space, its offset from UTC: Z or ±HH, :MM if any, :SS if any. Without an offset, the text would
   * mean what a setting of the session says.
   */
  static long withOffset(byte[] text, int from, int to, DateOrder order) throws FieldException {
    int infinite = Infinity.sign(text, from, to);
    if (infinite != 0) {
      return infinite < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    Reader reader = new Reader(text, from, to, order, ", with an offset from UTC such as +00:00");
    long micros = reader.day() + reader.time() - reader.offset();
    reader.requireEnd();
    return micros;
  }

  /** Goes through one field. */
  private static final class Reader {
    private final byte[] text;
    private final int from;
    private final int to;
    private final DateOrder order;
    private final String more;
    private int at;

    Reader(byte[] text, int from, int to, DateOrder order, String more) {
      this.text = text;
      this.from = from;
      this.to = to;
      this.order = order;
      this.more = more;
      this.at = from;
    }

    private FieldException otherForm() {
      return new FieldException(
          text,
          from,
          to,
          " is not of the form %s and HH:MM:SS%s".formatted(Dates.forms(order), more));
    }

    long day() throws FieldException {
      if (to - from < Dates.LENGTH) {
        throw otherForm();
      }
      at = from + Dates.LENGTH;
      return DAY * Dates.day(text, from, at, order);
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
      if (takes(':')) {
        micros += MINUTE * two(MINUTES);
        if (takes(':')) {
          micros += SECOND * two(MINUTES);
        }
      }
      return west ? -micros : micros;
    }

    void requireEnd() throws FieldException {
      if (at != to) {
        throw otherForm();
      }
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
