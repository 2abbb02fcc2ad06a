package io.loadpath.tables.describe;

import java.util.Locale;

/**
 * The reason for a statement of a description.
 *
 * @param guessed whether other rows may contradict it
 * @param why the reason, in words for a comment
 */
public record Note(boolean guessed, String why) {
  static Note seen(String why) {
    return new Note(false, why);
  }

  public static Note guessed(String why) {
    return new Note(true, why);
  }

  /** Both notes joined; each may be null, and the result is null if both are. */
  static Note both(Note one, Note other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return new Note(one.guessed || other.guessed, one.why + "; " + other.why);
  }

  /** A count in words, such as {@code 1 field} or {@code 1,200 fields}. */
  static String count(long n, String thing) {
    return n == 1 ? "1 " + thing : count(n) + " " + thing + "s";
  }

  /** A number with thousands separators, such as {@code 1,200}. */
  static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }
}
