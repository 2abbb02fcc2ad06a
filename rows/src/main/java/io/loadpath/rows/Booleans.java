package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/** Reads the words for true and false. */
final class Booleans {
  private static final int LONGEST = "false".length();

  private Booleans() {}

  /** Returns true for true, t, yes, y, on and 1, in any case; false for their opposites. */
  static boolean value(byte[] text, int from, int to) throws FieldException {
    String word =
        to - from > LONGEST
            ? ""
            : new String(text, from, to - from, UTF_8).toLowerCase(Locale.ROOT);
    return switch (word) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default ->
          throw new FieldException(
              text, from, to, " is neither true (t, yes, y, on, 1) nor false (f, no, n, off, 0)");
    };
  }
}
