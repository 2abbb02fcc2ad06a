package io.loadpath.rows;

/**
 * Values as bytes whose order is that of the values: memcmp decides as {@code ORDER BY} does in
 * PostgreSQL, with NULL last. Texts have the order of the collation C. No key is the beginning of
 * another, so keys of several columns can follow each other.
 */
public final class SortKey {
  private static final int VALUE = 1;
  private static final int NULL = 2;
  private static final int SIGN = 0x80;
  private static final int ESCAPED_ZERO = 0xff;
  private static final int BLANK = ' ';

  /** Bytes of a key beyond those of its field, or of twice its field if it is text. */
  private static final int MOST_MORE_BYTES = 4;

  private SortKey() {}

  /** Returns the most bytes of the key of a field. */
  public static int mostBytes(int fieldBytes) {
    return 2 * fieldBytes + MOST_MORE_BYTES;
  }

  /**
   * Writes the key of a field, and returns the index after it.
   *
   * @param blankPadded whether blanks at the end of a text do not count, as in {@code char(n)}
   * @param field bytes of binary COPY
   * @param from the first byte of the value
   * @param length of the value; less than 0 for NULL
   */
  public static int put(
      ColumnType type,
      boolean blankPadded,
      byte[] field,
      int from,
      int length,
      byte[] out,
      int at) {
    if (length < 0) {
      return Bytes.putByte(out, at, NULL);
    }
    int start = Bytes.putByte(out, at, VALUE);
    return switch (type) {
      case INT2, INT4, INT8, DATE, TIMESTAMP, TIMESTAMPTZ ->
          putSigned(field, from, length, out, start);
      case BOOL, CHAR, UUID -> copy(field, from, length, out, start);
      case FLOAT4, FLOAT8 -> putFloat(field, from, length, out, start);
      case NUMERIC -> putNumeric(field, from, out, start);
      case BYTEA, HEX -> putText(field, from, from + length, out, start);
      case TEXT -> {
        int end = from + length;
        while (blankPadded && end > from && field[end - 1] == BLANK) {
          end--;
        }
        yield putText(field, from, end, out, start);
      }
    };
  }

  /** Returns the index after a key that begins at an index. */
  public static int end(ColumnType type, byte[] keys, int at) {
    int start = at + 1;
    if (isNull(keys, at)) {
      return start;
    }
    return switch (type) {
      case BOOL, CHAR -> start + Byte.BYTES;
      case INT2 -> start + Short.BYTES;
      case INT4, DATE, FLOAT4 -> start + Integer.BYTES;
      case INT8, TIMESTAMP, TIMESTAMPTZ, FLOAT8 -> start + Long.BYTES;
      case UUID -> start + 2 * Long.BYTES;
      case NUMERIC -> endOfNumeric(keys, start);
      case BYTEA, HEX, TEXT -> endOfText(keys, start);
    };
  }

  /** Whether the key that begins at an index is that of NULL. */
  public static boolean isNull(byte[] keys, int at) {
    return keys[at] == NULL;
  }

  private static int endOfNumeric(byte[] keys, int at) {
    int kind = keys[at];
    boolean negative = kind == NumericClass.NEGATIVE.ordinal();
    int next = at + 1;
    if (!negative && kind != NumericClass.POSITIVE.ordinal()) {
      return next;
    }
    next += Short.BYTES; // the weight
    while (Bytes.getShort(keys, next) != (negative ? -1 : 0)) {
      next += Short.BYTES;
    }
    return next + Short.BYTES;
  }

  private static int endOfText(byte[] keys, int at) {
    int next = at;
    while (keys[next] != 0 || keys[next + 1] != 0) {
      next++; // a byte 0 of the text has ff after it
    }
    return next + 2;
  }

  private static int copy(byte[] field, int from, int length, byte[] out, int at) {
    System.arraycopy(field, from, out, at, length);
    return at + length;
  }

  private static int putSigned(byte[] field, int from, int length, byte[] out, int at) {
    int end = copy(field, from, length, out, at);
    out[at] ^= (byte) SIGN;
    return end;
  }

  /** Zero and minus zero are one value, and NaN is the largest, as on the server. */
  private static int putFloat(byte[] field, int from, int length, byte[] out, int at) {
    int end = copy(field, from, length, out, at);
    if (out[at] >= 0) {
      out[at] ^= (byte) SIGN;
    } else if (isMinusZero(out, at, end)) {
      return end; // 80 00 00 00 is also the key of zero
    } else {
      invert(out, at, end);
    }
    return end;
  }

  private static boolean isMinusZero(byte[] out, int at, int end) {
    int others = 0;
    for (int i = at + 1; i < end; i++) {
      others |= out[i];
    }
    return others == 0 && out[at] == (byte) SIGN;
  }

  private static void invert(byte[] out, int from, int to) {
    for (int i = from; i < to; i++) {
      out[i] = (byte) ~out[i];
    }
  }

  /** A class byte; then the weight and the groups of digits, which a group of 0 ends. */
  private static int putNumeric(byte[] field, int from, byte[] out, int at) {
    int groups = Bytes.getShort(field, from);
    int sign = Bytes.getShort(field, from + 2 * Short.BYTES) & 0xffff;
    NumericClass kind = NumericClass.of(sign, groups);
    int start = Bytes.putByte(out, at, kind.ordinal());
    if (kind != NumericClass.NEGATIVE && kind != NumericClass.POSITIVE) {
      return start;
    }
    int end = Bytes.putShort(out, start, Bytes.getShort(field, from + Short.BYTES) ^ 0x8000);
    for (int i = 0; i < groups; i++) {
      int group = Bytes.getShort(field, from + Numeric.FIELD_HEAD_BYTES + i * Short.BYTES);
      end = Bytes.putShort(out, end, group + 1);
    }
    end = Bytes.putShort(out, end, 0);
    if (kind == NumericClass.NEGATIVE) {
      invert(out, start, end);
    }
    return end;
  }

  /** In the server's order. */
  private enum NumericClass {
    MINUS_INFINITY,
    NEGATIVE,
    ZERO,
    POSITIVE,
    INFINITY,
    NAN;

    static NumericClass of(int sign, int groups) {
      return switch (sign) {
        case Numeric.NAN -> NAN;
        case Numeric.INFINITE -> INFINITY;
        case Numeric.MINUS_INFINITE -> MINUS_INFINITY;
        default -> groups == 0 ? ZERO : sign == Numeric.NEGATIVE ? NEGATIVE : POSITIVE;
      };
    }
  }

  /** A byte 0 becomes 00 ff, and 00 00 is the end. */
  private static int putText(byte[] field, int from, int to, byte[] out, int at) {
    int next = at;
    for (int i = from; i < to; i++) {
      out[next++] = field[i];
      if (field[i] == 0) {
        out[next++] = (byte) ESCAPED_ZERO;
      }
    }
    return Bytes.putShort(out, next, 0);
  }
}
