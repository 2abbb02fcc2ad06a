package io.loadpath.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/** The ends of time, as dates and timestamps have them. */
final class Infinity {
  private static final int LONGEST = "-infinity".length();

  private Infinity() {}

  /** Returns 1 for {@code infinity} in any case, -1 for {@code -infinity}, 0 for anything else. */
  static int sign(byte[] text, int from, int to) {
    if (to - from > LONGEST) {
      return 0;
    }
    return switch (new String(text, from, to - from, UTF_8).toLowerCase(Locale.ROOT)) {
      case "infinity" -> 1;
      case "-infinity" -> -1;
      default -> 0;
    };
  }
}
