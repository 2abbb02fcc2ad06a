package io.loadpath.rows;

/** Reads the words for true and false. */
public final class Booleans {

  private Booleans() {}

  /** Returns true for true, t, yes, y, on and 1, in any case; false for their opposites. */
  static boolean value(byte[] text, int from, int to) throws FieldException {
    int value = read(text, from, to);
    if (value < 0) {
      throw new FieldException(
          text, from, to, " is neither true (t, yes, y, on, 1) nor false (f, no, n, off, 0)");
    }
    return value == 1;
  }

  /** Returns 1 or 0 for a word of {@link #value}, -1 for any other. */
  public static int read(byte[] text, int from, int to) {
    if (isOneOf("true t yes y on 1", text, from, to)) {
      return 1;
    }
    return isOneOf("false f no n off 0", text, from, to) ? 0 : -1;
  }

  /**
   * @param words in lower case, with spaces between them
   */
  private static boolean isOneOf(String words, byte[] in, int from, int to) {
    int i = from;
    boolean same = true;
    for (int w = 0; w <= words.length(); w++) {
      char c = w < words.length() ? words.charAt(w) : ' ';
      if (c == ' ') {
        if (same && i == to && i > from) {
          return true;
        }
        i = from;
        same = true;
      } else if (same) {
        same = i < to && (in[i] | (c >= 'a' ? 0x20 : 0)) == c;
        i++;
      }
    }
    return false;
  }
}
