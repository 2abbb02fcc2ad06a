package io.loadpath.benchmarks.describe;

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

  static Note guessed(String why) {
    return new Note(true, why);
  }

  /** Both, of which each can be null; null where both are. */
  static Note both(Note one, Note other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return new Note(one.guessed || other.guessed, one.why + "; " + other.why);
  }
}
