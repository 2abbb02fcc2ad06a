package io.loadpath.benchmarks.describe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts SQL of any dialect into tokens, without comments. */
final class SqlTokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|--[^\\n]*|/\\*(?s:.*?)\\*/"
              + "|(?<quoted>\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`)"
              + "|'(?:[^']|'')*'"
              + "|[\\p{L}\\p{N}_$#]+"
              + "|(?s:.)");

  private SqlTokens() {}

  /**
   * A token.
   *
   * @param text as it stands there; of a quoted name, what is in the quotes
   * @param quoted whether it is a quoted name
   * @param line from 1
   */
  record Token(String text, boolean quoted, int line) {
    boolean is(String word) {
      return !quoted && text.equalsIgnoreCase(word);
    }

    /** In upper case; of a quoted name, nothing. */
    String word() {
      return quoted ? "" : text.toUpperCase(Locale.ROOT);
    }
  }

  static List<Token> of(String sql) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(sql);
    int line = 1;
    while (matcher.find()) {
      String text = matcher.group();
      boolean comment = text.startsWith("--") || text.startsWith("/*");
      if (matcher.group("quoted") != null) {
        String quote = text.substring(0, 1);
        String name = text.substring(1, text.length() - 1).replace(quote + quote, quote);
        tokens.add(new Token(name, true, line));
      } else if (!text.isBlank() && !comment) {
        tokens.add(new Token(text, false, line));
      }
      line += (int) text.chars().filter(c -> c == '\n').count();
    }
    return tokens;
  }
}
