package io.loadpath.tables.yaml;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Locale;
import java.util.Set;

/** Writes texts as YAML. */
public final class YamlText {
  private static final Set<String> OTHER_THAN_TEXT =
      Set.of("yes", "no", "true", "false", "on", "off", "y", "n", "null");

  private YamlText() {}

  /** A text in single quotes, or in double quotes if it has control characters. */
  public static String quoted(String text) {
    boolean plain =
        text.codePoints()
            .noneMatch(c -> Character.isISOControl(c) || c == 0xFEFF || c == 0x2028 || c == 0x2029);
    return plain
        ? "'" + text.replace("'", "''") + "'"
        : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
  }

  /** A text, with quotes only where it needs them: {@code id} and {@code integer(3)} need none. */
  public static String word(String text) {
    return text.matches("[A-Za-z_][A-Za-z0-9_-]*(\\(\\d+\\))?")
            && !OTHER_THAN_TEXT.contains(text.toLowerCase(Locale.ROOT))
        ? text
        : quoted(text);
  }

  /** A text that is safe in a comment. */
  public static String comment(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
  }
}
