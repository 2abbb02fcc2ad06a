package io.loadpath.benchmarks.describe;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Set;

/** Writes texts as YAML. */
final class Yaml {
  private static final Set<String> OTHER_THAN_TEXT =
      Set.of("yes", "no", "true", "false", "on", "off", "y", "n", "null");

  private Yaml() {}

  /** A text in single quotes, or in double ones where it has control characters. */
  static String text(String text) {
    boolean plain =
        text.codePoints()
            .noneMatch(c -> Character.isISOControl(c) || c == 0xFEFF || c == 0x2028 || c == 0x2029);
    return plain
        ? "'" + text.replace("'", "''") + "'"
        : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /** A text without quotes where it can do without. */
  static String word(String text) {
    return text.matches("[A-Za-z_][A-Za-z0-9_-]*")
            && !OTHER_THAN_TEXT.contains(text.toLowerCase(java.util.Locale.ROOT))
        ? text
        : text(text);
  }

  /** A text that can stand in a comment. */
  static String comment(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
  }
}
