package io.loadpath.copy;

import java.util.Optional;

/** A type of PostgreSQL whose text this client can turn into the form of binary COPY. */
public enum ColumnType {
  INT2("int2", "smallserial") {
    @Override
    void write(byte[] text, int from, int to, DateOrder order, RowBuffer out)
        throws FieldException {
      writeInteger(text, from, to, Short.BYTES, out);
    }
  },
  INT4("int4", "serial") {
    @Override
    void write(byte[] text, int from, int to, DateOrder order, RowBuffer out)
        throws FieldException {
      writeInteger(text, from, to, Integer.BYTES, out);
    }
  },
  INT8("int8", "bigserial") {
    @Override
    void write(byte[] text, int from, int to, DateOrder order, RowBuffer out)
        throws FieldException {
      writeInteger(text, from, to, Long.BYTES, out);
    }
  },
  NUMERIC("numeric") {
    @Override
    void write(byte[] text, int from, int to, DateOrder order, RowBuffer out)
        throws FieldException {
      Numeric.write(text, from, to, out);
    }
  },
  DATE("date") {
    @Override
    void write(byte[] text, int from, int to, DateOrder order, RowBuffer out)
        throws FieldException {
      int day = Fields.day(text, from, to, order);
      out.putInt(Integer.BYTES);
      out.putInt(day);
    }
  },
  TEXT("text", "varchar", "bpchar") {
    @Override
    void write(byte[] text, int from, int to, DateOrder order, RowBuffer out) {
      out.putInt(to - from);
      out.put(text, from, to - from);
    }
  },
  /** One byte, which is never NULL: an empty field is the byte 0, as the server reads ''. */
  CHAR("char") {
    @Override
    void write(byte[] text, int from, int to, DateOrder order, RowBuffer out)
        throws FieldException {
      if (to - from > 1) {
        throw new FieldException(Fields.quoted(text, from, to) + " is longer than one byte");
      }
      out.putInt(Byte.BYTES);
      out.putByte(to == from ? 0 : text[from]);
    }
  };

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

  /** Writes an integer of a number of bytes: 2, 4 or 8. */
  private static void writeInteger(byte[] text, int from, int to, int bytes, RowBuffer out)
      throws FieldException {
    long most = Long.MAX_VALUE >> (Long.SIZE - Byte.SIZE * bytes);
    long value = Fields.integer(text, from, to, -most - 1, most);
    out.putInt(bytes);
    out.putInteger(value, bytes);
  }

  /** Writes length and bytes of the field {@code text[from..to)}. */
  abstract void write(byte[] text, int from, int to, DateOrder order, RowBuffer out)
      throws FieldException;
}
