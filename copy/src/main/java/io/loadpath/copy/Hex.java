package io.loadpath.copy;

/** Reads pairs of hexadecimal digits. */
final class Hex {
  private static final int UUID_LENGTH = 36;
  private static final int UUID_BYTES = 16;

  private Hex() {}

  /** Writes length and bytes of a UUID with hyphens. */
  static int writeUuid(byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    if (to - from != UUID_LENGTH) {
      throw noUuid(text, from, to);
    }
    int next = Bytes.putInt(out, at, UUID_BYTES);
    for (int i = from; i < to; ) {
      int place = i - from;
      if (place == 8 || place == 13 || place == 18 || place == 23) {
        if (text[i++] != '-') {
          throw noUuid(text, from, to);
        }
      } else {
        int value = pair(text, i);
        if (value < 0) {
          throw noUuid(text, from, to);
        }
        next = Bytes.putByte(out, next, value);
        i += 2;
      }
    }
    return next;
  }

  private static FieldException noUuid(byte[] text, int from, int to) {
    return new FieldException(
        text, from, to, " is no UUID: hexadecimal digits in groups of 8-4-4-4-12");
  }

  /** Writes length and bytes of a bytea in the form \x00ff. */
  static int writeBytea(byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    int length = to - from;
    if (length < 2 || length % 2 != 0 || text[from] != '\\' || text[from + 1] != 'x') {
      throw noBytea(text, from, to);
    }
    int next = Bytes.putInt(out, at, length / 2 - 1);
    for (int i = from + 2; i < to; i += 2) {
      int value = pair(text, i);
      if (value < 0) {
        throw noBytea(text, from, to);
      }
      next = Bytes.putByte(out, next, value);
    }
    return next;
  }

  private static FieldException noBytea(byte[] text, int from, int to) {
    return new FieldException(text, from, to, " is no bytea: \\x and pairs of hexadecimal digits");
  }

  /** Returns the value of two digits, negative if they are none. */
  private static int pair(byte[] text, int at) {
    return digit(text[at]) << 4 | digit(text[at + 1]);
  }

  private static int digit(byte b) {
    return b < 0 ? -1 : Character.digit(b, 16);
  }
}
