package io.loadpath.tables.yaml;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes texts as YAML. */
public final class YamlText {
  private static final Set<String> OTHER_THAN_TEXT =
      Set.of("yes", "no", "true", "false", "on", "off", "y", "n", "null");

  /** Control characters, line ends of YAML that JSON does not escape, and the byte order mark. */
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cntrl}\\x80-\\x9f\\u2028\\u2029\\ufeff]");

  private YamlText() {}

  /** A text in single quotes, or in double quotes if it has characters that cannot be seen. */
  public static String quoted(String text) {
    if (!UNSEEN.matcher(text).find()) {
      return "'" + text.replace("'", "''") + "'";
    }
    String json = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    return UNSEEN
        .matcher('"' + json + '"')
        .replaceAll(c -> "\\\\u%04x".formatted((int) c.group().charAt(0)));
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
