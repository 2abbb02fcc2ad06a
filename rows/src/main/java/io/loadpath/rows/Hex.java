package io.loadpath.rows;

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
        text, from, to, " is not a UUID: hexadecimal digits in groups of 8-4-4-4-12");
  }

  /** Writes length and bytes of a bytea in the form \x00ff. */
  static int writeBytea(byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    int end = -1;
    if (to - from >= 2 && text[from] == '\\' && text[from + 1] == 'x') {
      end = writePairs(text, from + 2, to, out, at);
    }
    if (end < 0) {
      throw new FieldException(
          text, from, to, " is not a bytea: \\x and pairs of hexadecimal digits");
    }
    return end;
  }

  /** Writes length and bytes of a bytea in the form 00ff. */
  static int writeDigits(byte[] text, int from, int to, byte[] out, int at) throws FieldException {
    int end = writePairs(text, from, to, out, at);
    if (end < 0) {
      throw new FieldException(text, from, to, " is not a bytea: pairs of hexadecimal digits");
    }
    return end;
  }

  /** Returns the index after the bytes; negative if the text is not pairs of digits. */
  private static int writePairs(byte[] text, int from, int to, byte[] out, int at) {
    if ((to - from) % 2 != 0) {
      return -1;
    }
    int next = Bytes.putInt(out, at, (to - from) / 2);
    for (int i = from; i < to; i += 2) {
      int value = pair(text, i);
      if (value < 0) {
        return -1;
      }
      next = Bytes.putByte(out, next, value);
    }
    return next;
  }

  /** Returns the value of two digits; negative if they are not digits. */
  private static int pair(byte[] text, int at) {
    return digit(text[at]) << 4 | digit(text[at + 1]);
  }

  private static int digit(byte b) {
    return b < 0 ? -1 : Character.digit(b, 16);
  }
}
