package io.loadpath.datasets.generate;

import java.util.Arrays;

/** A growing buffer of bytes that rows are written into. */
public final class TextBuffer {

  private static final int MAX_LONG_DIGITS = 19;

  public byte[] bytes = new byte[1 << 16];
  public int length;

  /** Makes room for this number of bytes; the other methods do not check. */
  public void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  void put(char c) {
    bytes[length++] = (byte) c;
  }

  /** Puts bytes. */
  public void put(byte[] text) {
    System.arraycopy(text, 0, bytes, length, text.length);
    length += text.length;
  }

  void putAscii(String text) {
    int end = text.length();
    for (int i = 0; i < end; i++) {
      bytes[length + i] = (byte) text.charAt(i);
    }
    length += end;
  }

  /** Puts a number that is not negative. */
  void putNumber(long number) {
    int digits = digits(number);
    putDigits(number, digits);
  }

  /** Puts the number's last digits, with leading zeros. */
  void putDigits(long number, int digits) {
    long left = number;
    for (int at = length + digits - 1; at >= length; at--) {
      long tenth = left / 10;
      bytes[at] = (byte) ('0' + (left - tenth * 10));
      left = tenth;
    }
    length += digits;
  }

  /** Puts an amount of hundredths that is not negative, with a point and two places. */
  void putHundredths(long hundredths) {
    putNumber(hundredths / 100);
    bytes[length++] = '.';
    putDigits(hundredths % 100, 2);
  }

  private static int digits(long number) {
    int digits = 1;
    long limit = 10;
    while (digits < MAX_LONG_DIGITS && number >= limit) {
      digits++;
      limit *= 10;
    }
    return digits;
  }
}
