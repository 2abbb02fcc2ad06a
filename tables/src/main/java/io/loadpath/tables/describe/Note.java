package io.loadpath.tables.describe;

import java.util.Locale;

/**
 * Why something is described as it is.
 *
 * @param guessed whether the files may say otherwise
 * @param why in words for a comment
 */
public record Note(boolean guessed, String why) {
  static Note seen(String why) {
    return new Note(false, why);
  }

  public static Note guessed(String why) {
    return new Note(true, why);
  }

  /** Both, of which each can be null; null where both are. */
  static Note both(Note one, Note other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return new Note(one.guessed || other.guessed, one.why + "; " + other.why);
  }

  /** A number of things in words, such as {@code 1 field} or {@code 1,200 fields}. */
  static String count(long n, String thing) {
    return n == 1 ? "1 " + thing : count(n) + " " + thing + "s";
  }

  /** A number with separated thousands, such as {@code 1,200}. */
  static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }
}
