package io.loadpath.copy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes bytes eight at a time. */
final class Bytes {
  /** Bytes that an array must have after the last one that is read or written. */
  static final int SLACK = Long.BYTES;

  /** The highest bit of each byte. */
  static final long HIGHS = 0x8080808080808080L;

  private static final long ONES = 0x0101010101010101L;
  private static final int LONG_COPY = 64;
  private static final VarHandle TEXT = handle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORT = handle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT = handle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG = handle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  private static VarHandle handle(Class<?> array, ByteOrder order) {
    return MethodHandles.byteArrayViewVarHandle(array, order);
  }

  /** Returns eight bytes of text; the first one is the lowest. */
  static long word(byte[] text, int at) {
    return (long) TEXT.get(text, at);
  }

  /** Returns eight times a byte. */
  static long eightTimes(int value) {
    return (value & 0xff) * ONES;
  }

  /** Returns the index of the next byte that is one of two, each given eight times. */
  static int find(byte[] text, int from, long one, long other) {
    for (int at = from; ; at += Long.BYTES) {
      long word = word(text, at);
      // a wrong hit needs a right one before it
      long hits = zeros(word ^ one) | zeros(word ^ other);
      if (hits != 0) {
        return at + Long.numberOfTrailingZeros(hits) / Byte.SIZE;
      }
    }
  }

  private static long zeros(long word) {
    return word - ONES & ~word & HIGHS;
  }

  /** Copies {@code text[from..to)} and returns the index after it. Bytes behind it change, too. */
  static int copy(byte[] text, int from, int to, byte[] out, int at) {
    int length = to - from;
    if (length > LONG_COPY) {
      System.arraycopy(text, from, out, at, length);
    } else {
      for (int i = 0; i < length; i += Long.BYTES) {
        TEXT.set(out, at + i, word(text, from + i));
      }
    }
    return at + length;
  }

  static int putByte(byte[] out, int at, int value) {
    out[at] = (byte) value;
    return at + Byte.BYTES;
  }

  // The next three put a number in network order, and return the index after it.

  static int putShort(byte[] out, int at, int value) {
    SHORT.set(out, at, (short) value);
    return at + Short.BYTES;
  }

  static int putInt(byte[] out, int at, int value) {
    INT.set(out, at, value);
    return at + Integer.BYTES;
  }

  static int putLong(byte[] out, int at, long value) {
    LONG.set(out, at, value);
    return at + Long.BYTES;
  }
}
