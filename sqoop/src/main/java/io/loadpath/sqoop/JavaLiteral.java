package io.loadpath.sqoop;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a Java literal. Sqoop writes the user's NULL markers into the source of its record
 * class, so {@code --null-string '\\N'} means backslash and N. Here {@code '\N'} means the same;
 * Sqoop's compiler refuses it.
 */
public final class JavaLiteral {
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:[btnfr\"'\\\\]|[0-3]?[0-7]{1,2}|u[0-9a-fA-F]{4})");

  private JavaLiteral() {}

  /** Returns the text that the literal stands for. */
  public static String value(String literal) {
    return ESCAPE
        .matcher(literal)
        .replaceAll(escape -> Matcher.quoteReplacement(meaning(escape.group())));
  }

  private static String meaning(String escape) {
    return escape.charAt(1) == 'u'
        ? Character.toString(Integer.parseInt(escape.substring(2), 16))
        : escape.translateEscapes();
  }
}
