package io.loadpath.rows;

import java.util.Optional;

/**
 * A type of PostgreSQL whose text this client can turn into binary COPY. Each overrides {@link
 * #write}, because rows of numbers cost 7 % more CPU with a lambda for each and 10 % more with one
 * switch.
 */
public enum ColumnType {
  INT2("int2", "smallserial") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      return Integers.write(text, from, to, Short.BYTES, out, at);
    }
  },
  INT4("int4", "serial") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      return Integers.write(text, from, to, Integer.BYTES, out, at);
    }
  },
  INT8("int8", "bigserial") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      return Integers.write(text, from, to, Long.BYTES, out, at);
    }
  },
  NUMERIC("numeric") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      return Numeric.write(text, from, to, out, at);
    }
  },
  FLOAT4("float4") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      int bits = Float.floatToIntBits(Floats.float4(text, from, to));
      return Bytes.putInt(out, Bytes.putInt(out, at, Float.BYTES), bits);
    }
  },
  FLOAT8("float8") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      long bits = Double.doubleToLongBits(Floats.float8(text, from, to));
      return Bytes.putLong(out, Bytes.putInt(out, at, Double.BYTES), bits);
    }
  },
  BOOL("bool") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      int value = Booleans.value(text, from, to) ? 1 : 0;
      return Bytes.putByte(out, Bytes.putInt(out, at, Byte.BYTES), value);
    }
  },
  DATE("date") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      int day = Dates.day(text, from, to, order);
      return Bytes.putInt(out, Bytes.putInt(out, at, Integer.BYTES), day);
    }
  },
  TIMESTAMP("timestamp") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      long micros = Timestamps.local(text, from, to, order);
      return Bytes.putLong(out, Bytes.putInt(out, at, Long.BYTES), micros);
    }
  },
  /** Only with an offset from UTC: without one, the session's time zone would decide. */
  TIMESTAMPTZ("timestamptz") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      long micros = Timestamps.withOffset(text, from, to, order);
      return Bytes.putLong(out, Bytes.putInt(out, at, Long.BYTES), micros);
    }
  },
  UUID("uuid") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      return Hex.writeUuid(text, from, to, out, at);
    }
  },
  /** Only in the form \x00ff. */
  BYTEA("bytea") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      return Hex.writeBytea(text, from, to, out, at);
    }
  },
  /** A bytea whose text is only pairs of hexadecimal digits; not a type of the catalog. */
  HEX() {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      return Hex.writeDigits(text, from, to, out, at);
    }
  },
  TEXT("text", "varchar", "bpchar") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at) {
      return Bytes.copy(text, from, to, out, Bytes.putInt(out, at, to - from));
    }
  },
  /** One byte, which is never NULL: an empty field is the byte 0, as the server reads ''. */
  CHAR("char") {
    @Override
    int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
        throws FieldException {
      if (to - from > 1) {
        throw new FieldException(text, from, to, " is longer than one byte");
      }
      return Bytes.putByte(out, Bytes.putInt(out, at, Byte.BYTES), to == from ? 0 : text[from]);
    }
  };

  /** Maximum bytes that a field takes beyond those of its text. */
  static final int MAX_MORE_BYTES = 24;

  private final String[] names;

  ColumnType(String... names) {
    this.names = names;
  }

  /** Returns the type with a name in the server's catalog; empty if it has no binary form here. */
  public static Optional<ColumnType> named(String name) {
    for (ColumnType type : values()) {
      for (String known : type.names) {
        if (known.equals(name)) {
          return Optional.of(type);
        }
      }
    }
    return Optional.empty();
  }

  /** Whether Sqoop holds a value of the type as text. */
  boolean isText() {
    return this == TEXT || this == CHAR || this == UUID;
  }

  /** Whether an empty field is a value of the type. */
  boolean mayBeEmpty() {
    return this == TEXT || this == CHAR || this == HEX;
  }

  /**
   * Writes length and bytes of the field {@code text[from..to)}, which is not empty unless it may
   * be, and returns the index after them. Both arrays have {@link Bytes#SLACK} more bytes.
   */
  abstract int write(byte[] text, int from, int to, DateOrder order, byte[] out, int at)
      throws FieldException;
}
