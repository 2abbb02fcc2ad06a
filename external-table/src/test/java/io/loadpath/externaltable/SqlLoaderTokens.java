package io.loadpath.externaltable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tokens of a control file of SQL*Loader. Keywords are not case-sensitive. A double quote
 * inside a text in double quotes has a backslash in front ("Specifying SQL Strings").
 */
final class SqlLoaderTokens {
  /** A text that is not in the language; the message names the line. */
  static final class SyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
      super(message);
    }
  }

  private record Token(String text, int line) {}

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<skipped>\\s+|--[^\\n]*)|[xX]'[^'\\n]*'|'[^'\\n]*'|\"(?:\\\\.|[^\"\\\\\\n])*\"|[A-Za-z][\\w$#]*|\\d+|!=|<>|[(),.=*:-]");

  /** SQL*Loader's only reserved word. */
  private static final String RESERVED = "CONSTANT";

  private final List<Token> tokens = new ArrayList<>();
  private int next;

  SqlLoaderTokens(String text) {
    Matcher token = TOKEN.matcher(text);
    int line = 1;
    for (int at = 0; at < text.length(); at = token.end()) {
      token.region(at, text.length());
      if (!token.lookingAt()) {
        // a parser reports it, because a constructor would hide the errors before it
        tokens.add(new Token(text.substring(at, at + 1), line));
        break;
      }
      if (token.group("skipped") == null) {
        tokens.add(new Token(token.group(), line));
      }
      line += (int) token.group().chars().filter(c -> c == '\n').count();
    }
    tokens.add(new Token("", line));
  }

  int position() {
    return next;
  }

  private String peek() {
    return tokens.get(next).text();
  }

  /** Fails unless a condition holds. */
  void require(boolean holds, String expected) {
    if (!holds) {
      throw new SyntaxException(
          "line %d: expected %s at '%s'".formatted(tokens.get(next).line(), expected, peek()));
    }
  }

  boolean accept(String word) {
    return acceptOne(Set.of(word));
  }

  boolean acceptOne(Set<String> words) {
    boolean found = words.contains(peek().toUpperCase(Locale.ROOT));
    next += found ? 1 : 0;
    return found;
  }

  void expect(String word) {
    expectOne(Set.of(word));
  }

  void expectOne(Set<String> words) {
    require(acceptOne(words), String.join(" or ", words));
  }

  void expectEnd() {
    require(peek().isEmpty(), "the end");
  }

  private String take(String pattern, String expected) {
    require(peek().matches(pattern), expected);
    return tokens.get(next++).text();
  }

  void name() {
    boolean reserved = peek().equalsIgnoreCase(RESERVED);
    require(!reserved, "a name that is not reserved, or is in double quotes");
    take("(?s)\"[^\"]+\"|[A-Za-z][\\w$#]*", "a name");
  }

  void fileName() {
    take("(?s)['\"].+", "a file's name in quotes");
  }

  boolean atNumber() {
    return peek().matches("\\d+");
  }

  void number() {
    take("\\d+", "a number");
  }

  boolean atString(char quote) {
    return peek().startsWith(String.valueOf(quote));
  }

  /** Takes a text in these quotes, and returns it without them. */
  String string(char quote) {
    require(atString(quote), "a text in " + quote);
    String text = take("(?s).{3,}", "a text that is not empty");
    return text.substring(1, text.length() - 1);
  }

  /** Takes a text in any quotes, or the hexadecimal digits of bytes. */
  void anyString() {
    take("(?s)['\"].+['\"]|[xX]'(?:[0-9A-Fa-f]{2})+'", "a text in quotes, or X'…'");
  }

  /** Takes a keyword, its sign and its value, and returns them as a parameter file has them. */
  String takeOption() {
    StringBuilder option = new StringBuilder(take("\\w+", "an option")).append('=');
    expect("=");
    boolean list = accept("(");
    option.append(list ? "(" : "").append(take("(?s).+", "a value"));
    while (list && accept(",")) {
      option.append(',').append(take("\\w+", "a word"));
    }
    if (list) {
      expect(")");
      option.append(')');
    }
    return option.toString();
  }
}
