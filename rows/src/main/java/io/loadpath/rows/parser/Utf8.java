package io.loadpath.rows.parser;

/** UTF-8 as the Unicode Standard defines it: no surrogates, no longer forms than needed. */
public final class Utf8 {

  private static final int[] LEAST_OF_LENGTH = {0, 0, 0x80, 0x800, 0x10000};

  /** Length of a byte order mark. */
  public static final int MARK_BYTES = 3;

  private Utf8() {}

  /** Returns the index of the first byte of bytes[from, to) that is not valid, or -1. */
  public static int firstInvalid(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int lead = bytes[at] & 0xFF;
      if (lead < 0x80) {
        at++;
        continue;
      }
      int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
      if (lead < 0xC2 || lead > 0xF4 || at + length > to) {
        return at;
      }
      int point = lead & (0x7F >> length);
      for (int i = at + 1; i < at + length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
          return at;
        }
        point = point << 6 | bytes[i] & 0x3F;
      }
      boolean surrogate = point >= 0xD800 && point <= 0xDFFF;
      if (point < LEAST_OF_LENGTH[length] || surrogate || point > Character.MAX_CODE_POINT) {
        return at;
      }
      at += length;
    }
    return -1;
  }

  /** Whether bytes[from, to) begin with a byte order mark. */
  public static boolean startsWithMark(byte[] bytes, int from, int to) {
    return to - from >= MARK_BYTES
        && bytes[from] == (byte) 0xEF
        && bytes[from + 1] == (byte) 0xBB
        && bytes[from + 2] == (byte) 0xBF;
  }
}
