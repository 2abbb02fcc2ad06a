package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Text that grows. Reused for each block of rows. */
final class TextBuffer {
  private static final int DECIMAL = 10;
  private static final int MAX_DIGITS = 20;
  private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

  private byte[] bytes;
  private int length;

  TextBuffer(int firstBytes) {
    bytes = new byte[firstBytes];
  }

  int length() {
    return length;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  void add(int b) {
    reserve(1);
    bytes[length++] = (byte) b;
  }

  void add(byte[] from, int first, int end) {
    reserve(end - first);
    System.arraycopy(from, first, bytes, length, end - first);
    length += end - first;
  }

  void add(String ascii) {
    byte[] added = ascii.getBytes(US_ASCII);
    add(added, 0, added.length);
  }

  /** Adds two hexadecimal digits. */
  void addHex(byte b) {
    add(HEX[b >> 4 & 0xf]);
    add(HEX[b & 0xf]);
  }

  /**
   * Adds a number.
   *
   * @param least minimum number of digits
   */
  void addNumber(long number, int least) {
    if (number == Long.MIN_VALUE) {
      add(Long.toString(number));
      return;
    }
    reserve(1 + MAX_DIGITS + least);
    if (number < 0) {
      bytes[length++] = '-';
    }
    long left = Math.abs(number);
    int digits = 1;
    for (long rest = left / DECIMAL; rest > 0; rest /= DECIMAL) {
      digits++;
    }
    int end = length + Math.max(digits, least);
    for (int at = end - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + left % DECIMAL);
      left /= DECIMAL;
    }
    length = end;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, UTF_8);
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
    length = 0;
  }
}
