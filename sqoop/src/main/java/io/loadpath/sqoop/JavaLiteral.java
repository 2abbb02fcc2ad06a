package io.loadpath.sqoop;

/**
 * Text as it stands in Java source. Sqoop writes the user's NULL markers into the source of its
 * record class, so {@code --null-string '\\N'} means backslash and N. Here {@code '\N'} means the
 * same; Sqoop's compiler refuses it.
 */
public final class JavaLiteral {
  private static final String LETTERS = "btnfr\"'\\";
  private static final String MEANINGS = "\b\t\n\f\r\"'\\";

  private JavaLiteral() {}

  /** The text that the literal stands for. */
  public static String value(String literal) {
    StringBuilder value = new StringBuilder();
    int at = 0;
    while (at < literal.length()) {
      char c = literal.charAt(at++);
      if (c != '\\' || at == literal.length()) {
        value.append(c);
        continue;
      }
      char letter = literal.charAt(at);
      if (LETTERS.indexOf(letter) >= 0) {
        value.append(MEANINGS.charAt(LETTERS.indexOf(letter)));
        at++;
      } else if (isOctal(letter)) {
        int end = endOfOctal(literal, at);
        value.append((char) Integer.parseInt(literal.substring(at, end), 8));
        at = end;
      } else if (literal.substring(at).matches("(?s)u[0-9a-fA-F]{4}.*")) {
        value.append((char) Integer.parseInt(literal.substring(at + 1, at + 5), 16));
        at += 5;
      } else {
        value.append(c);
      }
    }
    return value.toString();
  }

  private static boolean isOctal(char c) {
    return c >= '0' && c <= '7';
  }

  /** An octal escape has up to three digits, and up to two after a first digit above 3. */
  private static int endOfOctal(String literal, int from) {
    int most = literal.charAt(from) <= '3' ? 3 : 2;
    int end = from;
    while (end < literal.length() && end - from < most && isOctal(literal.charAt(end))) {
      end++;
    }
    return end;
  }
}
