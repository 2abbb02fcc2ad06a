package io.loadpath.engines.postgres.sql;

/** A position in a script's text, with its line number. */
final class Cursor {
  private final String text;
  private int at;
  private int line = 1;

  Cursor(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  int line() {
    return line;
  }

  /** The next character, or NUL at the end. */
  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
  }

  boolean looksAt(String start) {
    return text.startsWith(start, at);
  }

  char next() {
    char c = text.charAt(at++);
    if (c == '\n') {
      line++;
    }
    return c;
  }

  /** Returns the rest of the line without its end, and moves to the line's end. */
  String restOfLine() {
    int end = text.indexOf('\n', at);
    String rest = text.substring(at, end < 0 ? text.length() : end);
    at += rest.length();
    return rest;
  }

  /** Moves to the start of the next line. */
  void skipLineEnd() {
    if (!atEnd()) {
      next();
    }
  }

  /** Returns the word (of a variable or tag) that begins here; does not move. */
  String wordAhead(int ahead) {
    int end = at + ahead;
    while (end < text.length() && isWord(text.charAt(end))) {
      end++;
    }
    return text.substring(Math.min(at + ahead, end), end);
  }

  static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c >= 0x80;
  }
}
