package io.loadpath.mapreduce.columnar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.rows.ColumnType;
import io.loadpath.rows.TextFormat;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;

/** Text of rows in the making. */
final class RowText {
  /** No value can be taken for another: NULL is compared before escapes are taken away. */
  static final TextFormat FORMAT =
      new TextFormat(
          '\t',
          '\n',
          '\\',
          TextFormat.NONE,
          "\\N",
          "\\N",
          false,
          TextFormat.DelimiterAtEnd.NEVER,
          false);

  private static final long DAY_SECONDS = 86_400;
  private static final int NANOS_PER_MICRO = 1000;
  private static final byte[] HEX = "0123456789abcdef".getBytes(ISO_8859_1);

  private byte[] bytes = new byte[1 << 16];
  private int length;
  private int[] starts = new int[1 << 10];
  private int rows;
  private boolean first;

  void clear() {
    length = 0;
    rows = 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  int rows() {
    return rows;
  }

  /** Returns where each row begins. */
  int[] starts() {
    return Arrays.copyOf(starts, rows);
  }

  void beginRow() {
    if (rows == starts.length) {
      starts = Arrays.copyOf(starts, 2 * rows);
    }
    starts[rows++] = length;
    first = true;
  }

  void endRow() {
    need(1);
    bytes[length++] = '\n';
  }

  private void need(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
    }
  }

  /** Begins a field. */
  private void field(int bytesAtMost) {
    need(Math.addExact(bytesAtMost, 1));
    if (!first) {
      bytes[length++] = '\t';
    }
    first = false;
  }

  void addNull() {
    field(2);
    bytes[length++] = '\\';
    bytes[length++] = 'N';
  }

  void add(boolean value) {
    ascii(value ? "true" : "false");
  }

  void add(long value) {
    ascii(Long.toString(value));
  }

  /** Adds a float: as a double if the target has one, so that the value stays the same. */
  void add(float value, FileColumn column) {
    if (column.type() == ColumnType.FLOAT8) {
      add((double) value);
    } else {
      ascii(Float.toString(value));
    }
  }

  void add(double value) {
    ascii(Double.toString(value));
  }

  void add(BigDecimal value) {
    ascii(value.toPlainString());
  }

  /** Adds text that needs no escapes. */
  @SuppressWarnings("deprecation") // the fast way for ASCII
  void ascii(String text) {
    field(text.length());
    text.getBytes(0, text.length(), bytes, length);
    length += text.length();
  }

  void text(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    text(utf8, 0, utf8.length);
  }

  /** Adds UTF-8. */
  void text(byte[] from, int start, int count) {
    field(Math.multiplyExact(2, count));
    for (int i = start; i < start + count; i++) {
      byte b = from[i];
      if (b == '\t' || b == '\n' || b == '\\') {
        bytes[length++] = '\\';
      }
      bytes[length++] = b;
    }
  }

  /** Adds bytes in the form that the target's column takes. */
  void binary(byte[] from, int start, int count, FileColumn column) {
    field(Math.addExact(3, Math.multiplyExact(2, count)));
    if (column.type() != ColumnType.HEX) { // an escaped \, and x
      bytes[length++] = '\\';
      bytes[length++] = '\\';
      bytes[length++] = 'x';
    }
    for (int i = start; i < start + count; i++) {
      bytes[length++] = HEX[from[i] >> 4 & 0xf];
      bytes[length++] = HEX[from[i] & 0xf];
    }
  }

  /**
   * @param day since 1970-01-01
   */
  void date(long day) {
    ascii(dateText(day));
  }

  static String dateText(long day) {
    LocalDate date = LocalDate.ofEpochDay(day);
    StringBuilder text = new StringBuilder();
    append(date, text);
    return text.append(date.getYear() < 1 ? " BC" : "").toString();
  }

  /**
   * Adds a timestamp, with nanoseconds if it has any.
   *
   * @param second since 1970-01-01 00:00:00
   * @param moment whether the time is UTC, and not local
   */
  void timestamp(long second, int nano, boolean moment) {
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(second, DAY_SECONDS));
    int ofDay = (int) Math.floorMod(second, DAY_SECONDS);
    StringBuilder text = new StringBuilder();
    append(date, text);
    digits(ofDay / 3600, 2, text.append(' '));
    digits(ofDay / 60 % 60, 2, text.append(':'));
    digits(ofDay % 60, 2, text.append(':'));
    if (nano != 0) {
      boolean micros = nano % NANOS_PER_MICRO == 0;
      digits(micros ? nano / NANOS_PER_MICRO : nano, micros ? 6 : 9, text.append('.'));
    }
    ascii(text.append(moment ? "+00" : "").append(date.getYear() < 1 ? " BC" : "").toString());
  }

  /** Adds a timestamp that is a number of units since 1970, such as microseconds. */
  void timestamp(long units, long unitsPerSecond, boolean moment) {
    long nanosPerUnit = 1_000_000_000 / unitsPerSecond;
    long rest = Math.floorMod(units, unitsPerSecond);
    timestamp(Math.floorDiv(units, unitsPerSecond), (int) (rest * nanosPerUnit), moment);
  }

  private static void append(LocalDate date, StringBuilder text) {
    int year = date.getYear() < 1 ? 1 - date.getYear() : date.getYear();
    digits(year, 4, text);
    digits(date.getMonthValue(), 2, text.append('-'));
    digits(date.getDayOfMonth(), 2, text.append('-'));
  }

  private static void digits(int value, int least, StringBuilder text) {
    String digits = Integer.toString(value);
    text.append("0".repeat(Math.max(0, least - digits.length()))).append(digits);
  }
}
