package io.loadpath.copy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes in network order that grow as rows are put into it. */
final class RowBuffer {
  private static final VarHandle SHORT = handle(short[].class);
  private static final VarHandle INT = handle(int[].class);
  private static final VarHandle LONG = handle(long[].class);

  private byte[] bytes;
  private int length;

  RowBuffer(int size) {
    bytes = new byte[size];
  }

  private static VarHandle handle(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Forgets all bytes. */
  void clear() {
    length = 0;
  }

  /** Makes room, so that the next puts of as many bytes together need no check. */
  private int room(int more) {
    int at = length;
    length += more;
    if (length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
    }
    return at;
  }

  void putByte(int value) {
    int at = room(Byte.BYTES);
    bytes[at] = (byte) value;
  }

  void putShort(int value) {
    int at = room(Short.BYTES);
    SHORT.set(bytes, at, (short) value);
  }

  void putInt(int value) {
    int at = room(Integer.BYTES);
    INT.set(bytes, at, value);
  }

  /** Puts the low bytes of an integer: 2, 4 or 8. */
  void putInteger(long value, int count) {
    int at = room(count);
    switch (count) {
      case Short.BYTES -> SHORT.set(bytes, at, (short) value);
      case Integer.BYTES -> INT.set(bytes, at, (int) value);
      default -> LONG.set(bytes, at, value);
    }
  }

  void put(byte[] from, int start, int count) {
    int at = room(count);
    System.arraycopy(from, start, bytes, at, count);
  }
}
