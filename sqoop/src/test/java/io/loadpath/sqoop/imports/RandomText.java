package io.loadpath.sqoop.imports;

import java.util.Random;

/**
 * Text that is hard to write as a field: delimiters, backslashes, line ends, quotes and characters
 * of every plane.
 */
final class RandomText {
  private static final String HARD = "|,;\t\n\r\\\"'\b\f\u000b\001\037 N~nb.\177";
  private final Random random;

  RandomText(Random random) {
    this.random = random;
  }

  String next() {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(12); left > 0; left--) {
      switch (random.nextInt(4)) {
        case 0 -> text.appendCodePoint(codePoint(random.nextInt(17)));
        case 1 -> text.append((char) ('a' + random.nextInt(26)));
        default -> text.append(HARD.charAt(random.nextInt(HARD.length())));
      }
    }
    return text.toString();
  }

  /** A character of a plane, which is no half of a pair, nor NUL. */
  private int codePoint(int plane) {
    while (true) {
      int c = (plane << 16) + random.nextInt(1 << 16);
      if (c != 0 && Character.getType(c) != Character.SURROGATE) {
        return c;
      }
    }
  }
}
