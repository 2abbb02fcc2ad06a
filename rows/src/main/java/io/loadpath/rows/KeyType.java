package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * The type of a column, for keys of the values that the server stores. A column {@code
 * numeric(10,2)} or {@code timestamp(0)} rounds what it gets, and {@code varchar(3)} cuts blanks.
 *
 * @param type of the values
 * @param blankPadded whether blanks at the end do not count, as in {@code char(n)}
 * @param modifier pg_attribute.atttypmod; less than 0 if there is none
 */
public record KeyType(ColumnType type, boolean blankPadded, int modifier) implements Serializable {
  private static final int HEADER_BYTES = 4; // the server adds them to modifiers of these types
  private static final int SCALE_SIGN = 0x400;
  private static final int SCALE_MASK = 0x7ff;
  private static final int GROUP = 4;
  private static final int MICROS_DIGITS = 6;

  /** A column with a scale stores no number of more groups before the point. */
  private static final int MAX_WEIGHT = 500;

  /** The scale that the server sends with an infinity: some of the bits that mark it. */
  private static final int INFINITE_SCALE = 0x20;

  /** Returns the most bytes of the key of a field. */
  public int mostBytes(int fieldBytes) {
    return SortKey.mostBytes(fieldBytes) + ColumnType.MAX_MORE_BYTES;
  }

  /**
   * Writes the key of a field, and returns the index after it.
   *
   * @param field bytes of binary COPY
   * @param from the first byte of the value
   * @param length of the value; less than 0 for NULL
   */
  public int put(byte[] field, int from, int length, byte[] out, int at) {
    if (modifier >= 0 && length >= 0) {
      switch (type) {
        case NUMERIC -> {
          if (Bytes.getShort(field, from + 3 * Short.BYTES) > scale()
              && Bytes.getShort(field, from + Short.BYTES) <= MAX_WEIGHT) {
            byte[] rounded = rounded(field, from);
            return SortKey.put(
                type, false, rounded, Integer.BYTES, rounded.length - Integer.BYTES, out, at);
          }
        }
        case TIMESTAMP, TIMESTAMPTZ -> {
          byte[] rounded = new byte[Long.BYTES];
          Bytes.putLong(rounded, 0, roundedMicros(Bytes.getLong(field, from)));
          return SortKey.put(type, false, rounded, 0, Long.BYTES, out, at);
        }
        case TEXT -> {
          return SortKey.put(type, blankPadded, field, from, cut(field, from, length), out, at);
        }
        default -> {}
      }
    }
    return SortKey.put(type, blankPadded, field, from, length, out, at);
  }

  /**
   * Returns the key of a text.
   *
   * @param text in the form of COPY; null for NULL
   */
  public byte[] keyOf(String text) throws FieldException {
    byte[] field = text == null ? new byte[0] : field(text.getBytes(UTF_8));
    byte[] key = new byte[mostBytes(field.length)];
    int length = text == null ? -1 : field.length - Integer.BYTES;
    return Arrays.copyOf(key, put(field, Integer.BYTES, length, key, 0));
  }

  private byte[] field(byte[] text) throws FieldException {
    byte[] in = Arrays.copyOf(text, text.length + Bytes.SLACK);
    byte[] field = new byte[text.length + ColumnType.MAX_MORE_BYTES + 2 * Bytes.SLACK];
    return Arrays.copyOf(field, type.write(in, 0, text.length, DateOrder.MDY, field, 0));
  }

  /** Returns the most bytes of {@link #putStored}. */
  int mostStoredBytes(int fieldBytes) {
    return fieldBytes + ColumnType.MAX_MORE_BYTES;
  }

  /**
   * Writes the value that the server stores, as it sends it in binary form, and returns the index
   * after it. A text of {@code char(n)} has no blanks at its end, as {@code value::text}.
   *
   * @param length of the value, which is not NULL
   */
  int putStored(byte[] field, int from, int length, byte[] out, int at) {
    switch (type) {
      case NUMERIC -> {
        return putStoredNumeric(field, from, length, out, at);
      }
      case TIMESTAMP, TIMESTAMPTZ -> {
        long micros = Bytes.getLong(field, from);
        return Bytes.putLong(out, at, modifier < 0 ? micros : roundedMicros(micros));
      }
      case TEXT -> {
        int bytes = modifier < 0 ? length : cut(field, from, length);
        while (blankPadded && bytes > 0 && field[from + bytes - 1] == ' ') {
          bytes--;
        }
        return copy(field, from, bytes, out, at);
      }
      default -> {
        return copy(field, from, length, out, at);
      }
    }
  }

  private static int copy(byte[] field, int from, int length, byte[] out, int at) {
    System.arraycopy(field, from, out, at, length);
    return at + length;
  }

  private int putStoredNumeric(byte[] field, int from, int length, byte[] out, int at) {
    int end = copy(field, from, length, out, at);
    int scaleAt = at + 3 * Short.BYTES;
    int sign = Bytes.getShort(field, from + 2 * Short.BYTES) & 0xffff;
    if (sign == Numeric.INFINITE || sign == Numeric.MINUS_INFINITE) {
      Bytes.putShort(out, scaleAt, INFINITE_SCALE);
    } else if (modifier >= 0 && sign != Numeric.NAN) {
      if (Bytes.getShort(field, from + 3 * Short.BYTES) > scale()) {
        byte[] rounded = rounded(field, from);
        return copy(rounded, Integer.BYTES, rounded.length - Integer.BYTES, out, at);
      }
      Bytes.putShort(out, scaleAt, scale());
    }
    return end;
  }

  private int scale() {
    return ((modifier - HEADER_BYTES & SCALE_MASK) ^ SCALE_SIGN) - SCALE_SIGN;
  }

  /** Half of the last digit goes away from zero, as on the server. */
  private byte[] rounded(byte[] field, int from) {
    int groups = Bytes.getShort(field, from);
    int sign = Bytes.getShort(field, from + 2 * Short.BYTES) & 0xffff;
    StringBuilder digits = new StringBuilder("0");
    for (int i = 0; i < groups; i++) {
      int group = Bytes.getShort(field, from + Numeric.FIELD_HEAD_BYTES + i * Short.BYTES);
      digits.append("%04d".formatted(group));
    }
    int weight = Bytes.getShort(field, from + Short.BYTES);
    BigDecimal value =
        new BigDecimal(new BigInteger(digits.toString()), GROUP * (groups - 1 - weight))
            .setScale(scale(), RoundingMode.HALF_UP);
    String text = (sign == Numeric.NEGATIVE ? "-" : "") + value.toPlainString();
    try {
      return field(text.getBytes(US_ASCII));
    } catch (FieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private long roundedMicros(long micros) {
    if (modifier >= MICROS_DIGITS || micros == Long.MIN_VALUE || micros == Long.MAX_VALUE) {
      return micros;
    }
    long unit = 1;
    for (int i = modifier; i < MICROS_DIGITS; i++) {
      unit *= 10;
    }
    long rounded = (Math.abs(micros) + unit / 2) / unit * unit;
    return micros < 0 ? -rounded : rounded;
  }

  /** Returns the bytes of the characters that fit. The server refuses others than blanks after. */
  private int cut(byte[] field, int from, int length) {
    int characters = modifier - HEADER_BYTES;
    if (length <= characters) {
      return length;
    }
    for (int i = 0; i < length; i++) {
      boolean first = (field[from + i] & 0xc0) != 0x80;
      if (first && characters-- == 0) {
        return i;
      }
    }
    return length;
  }
}
