package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.LineitemColumn.L_DISCOUNT;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_EXTENDEDPRICE;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_LINESTATUS;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_QUANTITY;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_RETURNFLAG;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_SHIPDATE;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_TAX;

import java.time.LocalDate;
import java.time.YearMonth;

/**
 * Reads one LINEITEM row strictly. A row without this form is malformed:
 *
 * <ul>
 *   <li>16 columns separated by '|'. A '|' after the last column, as dbgen writes it, may be
 *       missing if the last column is not empty (otherwise a row of 15 columns would pass).
 *   <li>l_quantity, l_extendedprice, l_discount, l_tax: an optional '-', 1 to 13 digits, and at
 *       most two more after a point, which is SQL's {@code decimal(15,2)}. Discount and tax are
 *       fractions: they stay between -9.99 and 9.99, so that a row's disc_price fits 64 bits.
 *   <li>l_returnflag, l_linestatus: one printable ASCII character.
 *   <li>l_shipdate: a day of the calendar as yyyy-MM-dd.
 * </ul>
 *
 * <p>The other nine columns are counted, not read. Not thread-safe.
 */
final class LineitemParser {
  private static final int MAX_INTEGER_DIGITS = 13;
  private static final int MAX_DECIMALS = 2;
  private static final long MAX_FRACTION_HUNDREDTHS = 999;

  private static final String DECIMAL =
      "a decimal(15,2): an optional '-', 1 to 13 digits and at most 2 decimals";
  private static final String FRACTION = "a number from -9.99 to 9.99 with at most 2 decimals";
  private static final String CHARACTER = "one printable ASCII character";
  private static final String DATE = "a date as yyyy-MM-dd";

  private final int[] fieldEnds = new int[LineitemColumn.COUNT];
  private byte[] bytes;
  private int rowStart;

  /**
   * Reads the row in {@code bytes[start..end)}, without its line end, into {@code row}.
   *
   * @throws MalformedRowException if the row does not have this shape; {@code row} is then
   *     undefined
   */
  void parse(byte[] bytes, int start, int end, LineitemRow row) throws MalformedRowException {
    this.bytes = bytes;
    this.rowStart = start;
    findFields(end);
    row.quantityHundredths = hundredths(L_QUANTITY, DECIMAL);
    row.extendedPriceCents = hundredths(L_EXTENDEDPRICE, DECIMAL);
    row.discountHundredths = fraction(L_DISCOUNT);
    row.taxHundredths = fraction(L_TAX);
    row.returnFlag = character(L_RETURNFLAG);
    row.lineStatus = character(L_LINESTATUS);
    row.shipEpochDay = epochDay(L_SHIPDATE);
  }

  private void findFields(int end) throws MalformedRowException {
    int fields = 0;
    for (int i = rowStart; i < end; i++) {
      if (bytes[i] == '|') {
        if (fields < LineitemColumn.COUNT) {
          fieldEnds[fields] = i;
        }
        fields++;
      }
    }
    boolean lastFieldIsOpen = end > rowStart && bytes[end - 1] != '|';
    if (lastFieldIsOpen) {
      if (fields < LineitemColumn.COUNT) {
        fieldEnds[fields] = end;
      }
      fields++;
    }
    if (fields != LineitemColumn.COUNT) {
      throw MalformedRowException.columnCount(fields);
    }
  }

  private int start(LineitemColumn column) {
    return column.ordinal() == 0 ? rowStart : fieldEnds[column.ordinal() - 1] + 1;
  }

  private int end(LineitemColumn column) {
    return fieldEnds[column.ordinal()];
  }

  private long fraction(LineitemColumn column) throws MalformedRowException {
    long hundredths = hundredths(column, FRACTION);
    if (Math.abs(hundredths) > MAX_FRACTION_HUNDREDTHS) {
      throw malformed(column, FRACTION);
    }
    return hundredths;
  }

  private long hundredths(LineitemColumn column, String expected) throws MalformedRowException {
    int end = end(column);
    int i = start(column);
    boolean negative = i < end && bytes[i] == '-';
    if (negative) {
      i++;
    }
    int firstDigit = i;
    long value = 0;
    while (i < end && isDigit(bytes[i])) {
      // A field of more than 13 digits is refused below, so a wrapped value is never used.
      value = value * 10 + bytes[i++] - '0';
    }
    int integerDigits = i - firstDigit;
    int decimals = 0;
    if (i < end && bytes[i] == '.') {
      i++;
      for (; i < end && isDigit(bytes[i]) && decimals < MAX_DECIMALS; decimals++) {
        value = value * 10 + bytes[i++] - '0';
      }
      if (decimals == 0) {
        throw malformed(column, expected);
      }
    }
    if (i != end || integerDigits == 0 || integerDigits > MAX_INTEGER_DIGITS) {
      throw malformed(column, expected);
    }
    for (; decimals < MAX_DECIMALS; decimals++) {
      value *= 10;
    }
    return negative ? -value : value;
  }

  private byte character(LineitemColumn column) throws MalformedRowException {
    int start = start(column);
    if (end(column) - start != 1 || bytes[start] < ' ' || bytes[start] > '~') {
      throw malformed(column, CHARACTER);
    }
    return bytes[start];
  }

  private long epochDay(LineitemColumn column) throws MalformedRowException {
    int start = start(column);
    if (end(column) - start != 10 || bytes[start + 4] != '-' || bytes[start + 7] != '-') {
      throw malformed(column, DATE);
    }
    int year = digits(start, start + 4);
    int month = digits(start + 5, start + 7);
    int day = digits(start + 8, start + 10);
    if (year < 1 || month < 1 || month > 12 || day < 1) {
      throw malformed(column, DATE);
    }
    if (day > 28 && day > YearMonth.of(year, month).lengthOfMonth()) {
      throw malformed(column, DATE);
    }
    return LocalDate.of(year, month, day).toEpochDay();
  }

  /** The number in {@code bytes[start..end)}, or -1 if not all bytes are digits. */
  private int digits(int start, int end) {
    int value = 0;
    for (int i = start; i < end; i++) {
      if (!isDigit(bytes[i])) {
        return -1;
      }
      value = value * 10 + bytes[i] - '0';
    }
    return value;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private MalformedRowException malformed(LineitemColumn column, String expected) {
    return MalformedRowException.inColumn(column, expected, bytes, start(column), end(column));
  }
}
