package io.loadpath.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes bytes eight at a time. */
final class Bytes {
  /** Bytes that {@link #marks} reads. */
  static final int BLOCK = Long.SIZE;

  /** Bytes that an array must have after the last one that is read or written. */
  static final int SLACK = BLOCK;

  /** The highest bit of each byte. */
  static final long HIGHS = 0x8080808080808080L;

  private static final long ONES = 0x0101010101010101L;
  private static final int SHORT_COPY = 32;
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

  /** Returns the start of the block that holds an index. Words there are aligned in memory. */
  static int blockOf(int at) {
    return at & -BLOCK;
  }

  /**
   * Finds two bytes, each given eight times, among {@link #BLOCK} bytes: bit i is set if byte i is
   * one of them.
   */
  static long marks(byte[] text, int at, long one, long other) {
    long marks = 0;
    for (int i = 0; i < BLOCK; i += Long.BYTES) {
      marks |= marksOfWord(text, at + i, one, other) << i;
    }
    return marks;
  }

  private static long marksOfWord(byte[] text, int at, long one, long other) {
    long word = word(text, at);
    long marks = zeros(word ^ one) | zeros(word ^ other);
    // the highest bits of eight bytes, side by side
    return (marks >>> 7) * 0x0102040810204080L >>> 56;
  }

  /** Sets the highest bit of each byte that is 0. */
  private static long zeros(long word) {
    return ~((word & ~HIGHS) + ~HIGHS | word | ~HIGHS);
  }

  /** Copies {@code text[from..to)} and returns the index after it. Bytes after it change, too. */
  static int copy(byte[] text, int from, int to, byte[] out, int at) {
    int length = to - from;
    if (length > SHORT_COPY) {
      System.arraycopy(text, from, out, at, length);
    } else {
      // a fixed number: a loop over a few bytes costs more
      for (int i = 0; i < SHORT_COPY; i += Long.BYTES) {
        TEXT.set(out, at + i, word(text, from + i));
      }
    }
    return at + length;
  }

  /** Returns a number in network order. */
  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static int putByte(byte[] out, int at, int value) {
    out[at] = (byte) value;
    return at + Byte.BYTES;
  }

  /** Returns a number in network order. */
  static short getShort(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at);
  }

  /** Returns a number in network order. */
  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
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
