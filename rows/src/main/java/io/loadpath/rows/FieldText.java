package io.loadpath.rows;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * Turns fields of binary COPY into text: the inverse of {@link ColumnType#write}. Dates are {@code
 * YYYY-MM-DD}, times of day {@code HH:MM:SS}.
 */
public final class FieldText {
  private static final LocalDate EPOCH = LocalDate.of(2000, 1, 1);
  private static final long EPOCH_DAY = EPOCH.toEpochDay();
  private static final long SECOND = 1_000_000; // microseconds, like the next ones
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final int SECOND_PLACES = 6;
  private static final int YEAR_DIGITS = 4;
  private static final int MAX_ORACLE_YEAR = 9999;
  private static final int GROUP = 4; // digits of a group of numeric
  private static final int[] TENS = {1000, 100, 10, 1};
  private static final int[] HYPHENS_BEFORE = {4, 6, 8, 10}; // bytes of a UUID

  private static final int MOMENT_BYTES = "2000-01-01 00:00:00.000000+00".length();

  private FieldText() {}

  /**
   * Returns a field's text, which the server reads as the same value.
   *
   * @param length in bytes; less than 0 for NULL
   * @param zone of the session that reads the text; moments are in its local time
   * @return the text; null for NULL
   */
  public static String of(ColumnType type, byte[] field, int from, int length, ZoneId zone) {
    if (length < 0) {
      return null;
    }
    TextBuffer text = new TextBuffer(MOMENT_BYTES);
    switch (type) {
      case TEXT, CHAR -> text.add(field, from, from + length);
      case TIMESTAMPTZ -> addTimestamp(false, local(Bytes.getLong(field, from), zone), "", text);
      default -> add(type, false, field, from, length, text);
    }
    return text.toString();
  }

  private static long local(long micros, ZoneId zone) {
    if (isInfinite(micros)) {
      return micros;
    }
    Instant moment =
        Instant.EPOCH.plusSeconds(EPOCH_DAY * DAY / SECOND + Math.floorDiv(micros, SECOND));
    return micros + zone.getRules().getOffset(moment).getTotalSeconds() * SECOND;
  }

  private static boolean isInfinite(long micros) {
    return micros == Long.MIN_VALUE || micros == Long.MAX_VALUE;
  }

  /**
   * Adds a value of a type other than text. Moments are in UTC.
   *
   * @param length of the value, which is not NULL
   * @throws IllegalArgumentException naming a value that Oracle lacks
   */
  static void add(
      ColumnType type, boolean oracle, byte[] field, int from, int length, TextBuffer out) {
    switch (type) {
      case INT2 -> out.addNumber(Bytes.getShort(field, from), 1);
      case INT4 -> out.addNumber(Bytes.getInt(field, from), 1);
      case INT8 -> out.addNumber(Bytes.getLong(field, from), 1);
      case NUMERIC -> addNumeric(oracle, field, from, out);
      case FLOAT4 ->
          addFloat(oracle, Float.toString(Float.intBitsToFloat(Bytes.getInt(field, from))), out);
      case FLOAT8 ->
          addFloat(
              oracle, Double.toString(Double.longBitsToDouble(Bytes.getLong(field, from))), out);
      case BOOL -> out.add(field[from] == 0 ? oracle ? '0' : 'f' : oracle ? '1' : 't');
      case DATE -> addDate(oracle, Bytes.getInt(field, from), out);
      case TIMESTAMP -> addTimestamp(oracle, Bytes.getLong(field, from), "", out);
      case TIMESTAMPTZ ->
          addTimestamp(oracle, Bytes.getLong(field, from), oracle ? "+00:00" : "+00", out);
      case UUID -> addUuid(field, from, out);
      case BYTEA, HEX -> addBytes(oracle, field, from, length, out);
      case TEXT, CHAR -> throw new IllegalArgumentException(type + " is text already");
    }
  }

  private static void addNumeric(boolean oracle, byte[] field, int from, TextBuffer out) {
    int groups = Bytes.getShort(field, from);
    int weight = Bytes.getShort(field, from + Short.BYTES);
    int sign = Bytes.getShort(field, from + 2 * Short.BYTES) & 0xffff;
    int scale = Bytes.getShort(field, from + 3 * Short.BYTES);
    String word =
        switch (sign) {
          case Numeric.NAN -> "NaN";
          case Numeric.INFINITE -> "Infinity";
          case Numeric.MINUS_INFINITE -> "-Infinity";
          default -> null;
        };
    if (word != null) {
      require(!oracle, word, "it is not a NUMBER");
      out.add(word);
      return;
    }
    if (sign == Numeric.NEGATIVE) {
      out.add('-');
    }
    int digits = from + Numeric.FIELD_HEAD_BYTES;
    out.addNumber(weight < 0 ? 0 : group(field, digits, groups, 0), 1);
    for (int i = 1; i <= weight; i++) {
      out.addNumber(group(field, digits, groups, i), GROUP);
    }
    if (scale > 0) {
      out.add('.');
    }
    for (int place = 0; place < scale; place++) {
      int group = group(field, digits, groups, weight + 1 + place / GROUP);
      out.add('0' + group / TENS[place % GROUP] % 10);
    }
  }

  /** Returns a group of digits; 0 for one that is left out. */
  private static int group(byte[] field, int digits, int groups, int index) {
    return index < 0 || index >= groups ? 0 : Bytes.getShort(field, digits + index * Short.BYTES);
  }

  /** Oracle's words are those of TO_BINARY_DOUBLE. */
  private static void addFloat(boolean oracle, String value, TextBuffer out) {
    out.add(oracle ? value.replace("Infinity", "Inf") : value);
  }

  private static void addDate(boolean oracle, int day, TextBuffer out) {
    if (day == Integer.MIN_VALUE || day == Integer.MAX_VALUE) {
      addInfinity(oracle, day < 0, "it is not a DATE", out);
      return;
    }
    LocalDate date = LocalDate.ofEpochDay(EPOCH_DAY + day);
    requireOracleYear(oracle, date);
    addDay(date, out);
    addEra(date, out);
  }

  private static void addTimestamp(boolean oracle, long micros, String zone, TextBuffer out) {
    if (isInfinite(micros)) {
      addInfinity(oracle, micros < 0, "it is not a TIMESTAMP", out);
      return;
    }
    LocalDate date = LocalDate.ofEpochDay(EPOCH_DAY + Math.floorDiv(micros, DAY));
    requireOracleYear(oracle, date);
    addDay(date, out);
    long time = Math.floorMod(micros, DAY);
    out.add(' ');
    out.addNumber(time / HOUR, 2);
    out.add(':');
    out.addNumber(time % HOUR / MINUTE, 2);
    out.add(':');
    out.addNumber(time % MINUTE / SECOND, 2);
    if (oracle || time % SECOND != 0) { // the mask of Oracle's loaders has all digits
      out.add('.');
      out.addNumber(time % SECOND, SECOND_PLACES);
    }
    out.add(zone);
    addEra(date, out);
  }

  private static void addInfinity(boolean oracle, boolean negative, String why, TextBuffer out) {
    String word = negative ? "-infinity" : "infinity";
    require(!oracle, word, why);
    out.add(word);
  }

  private static void requireOracleYear(boolean oracle, LocalDate date) {
    if (oracle) {
      require(date.getYear() > 0, shown(date), "the files have no years BC");
      require(date.getYear() <= MAX_ORACLE_YEAR, shown(date), "its last year is 9999");
    }
  }

  private static String shown(LocalDate date) {
    int year = date.getYear();
    return "%04d-%02d-%02d%s"
        .formatted(
            year > 0 ? year : 1 - year,
            date.getMonthValue(),
            date.getDayOfMonth(),
            year > 0 ? "" : " BC");
  }

  private static void require(boolean fits, String value, String why) {
    if (!fits) {
      throw new IllegalArgumentException("%s does not fit Oracle: %s".formatted(value, why));
    }
  }

  private static void addDay(LocalDate date, TextBuffer out) {
    int year = date.getYear();
    out.addNumber(year > 0 ? year : 1 - year, YEAR_DIGITS);
    out.add('-');
    out.addNumber(date.getMonthValue(), 2);
    out.add('-');
    out.addNumber(date.getDayOfMonth(), 2);
  }

  private static void addEra(LocalDate date, TextBuffer out) {
    if (date.getYear() <= 0) {
      out.add(" BC");
    }
  }

  private static void addUuid(byte[] field, int from, TextBuffer out) {
    int hyphen = 0;
    for (int i = 0; i < 2 * Long.BYTES; i++) {
      if (hyphen < HYPHENS_BEFORE.length && i == HYPHENS_BEFORE[hyphen]) {
        out.add('-');
        hyphen++;
      }
      out.addHex(field[from + i]);
    }
  }

  private static void addBytes(boolean oracle, byte[] field, int from, int length, TextBuffer out) {
    if (!oracle) {
      out.add("\\x");
    }
    for (int i = 0; i < length; i++) {
      out.addHex(field[from + i]);
    }
  }
}
