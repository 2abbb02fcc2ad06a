package io.loadpath.engines.postgres.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Cuts a script into statements by psql's rules: strings, quoted names, dollar quotes, comments,
 * parentheses and SQL function bodies hide semicolons; variables are replaced outside strings and
 * comments. Of the backslash commands it knows {@code \set NAME VALUE} and {@code \echo}.
 * Statements are read one by one, since a {@code \set} changes what follows it.
 */
final class ScriptReader {
  private static final Set<String> STREAMS = Set.of("stdin", "stdout");

  private final String name;
  private final Cursor cursor;
  private final Variables variables;
  private final Consumer<String> echo;

  private StringBuilder text;
  private List<Integer> lines;
  private List<String> unset;
  private StatementShape shape;
  private int firstLine;

  ScriptReader(String name, String script, Variables variables, Consumer<String> echo) {
    this.name = name;
    this.cursor = new Cursor(script);
    this.variables = variables;
    this.echo = echo;
  }

  /** The next statement; empty at the end of the script. The last one needs no semicolon. */
  Optional<SqlStatement> next() {
    while (skipToStatement()) {
      begin();
      while (!cursor.atEnd()) {
        if (cursor.peek() == ';' && shape.semicolonEnds()) {
          cursor.next();
          break;
        }
        step();
      }
      if (!text.isEmpty()) {
        return Optional.of(
            new SqlStatement(text.toString().stripTrailing(), kind(), lines, firstLine, unset));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the lines after the last statement, up to {@code \.}: a COPY's data, as psql reads them
   * from a script.
   */
  String copyData() {
    String rest = cursor.restOfLine();
    if (!rest.isBlank()) {
      throw error("only COPY's data may follow COPY … FROM STDIN; found: " + rest.strip());
    }
    cursor.skipLineEnd();
    StringBuilder data = new StringBuilder();
    while (!cursor.atEnd()) {
      String line = cursor.restOfLine();
      cursor.skipLineEnd();
      if (line.equals("\\.") || line.equals("\\.\r")) {
        break;
      }
      data.append(line).append('\n');
    }
    return data.toString();
  }

  private void begin() {
    text = new StringBuilder();
    lines = new ArrayList<>();
    unset = new ArrayList<>();
    shape = new StatementShape();
    firstLine = cursor.line();
  }

  /** Skips the space between statements; false at the end of the script. */
  private boolean skipToStatement() {
    while (!cursor.atEnd()) {
      char c = cursor.peek();
      if (Character.isWhitespace(c) || c == '\uFEFF') {
        cursor.next();
      } else if (cursor.looksAt("--")) {
        cursor.restOfLine();
      } else if (cursor.looksAt("/*")) {
        begin();
        blockComment();
      } else if (c == '\\') {
        backslash();
      } else {
        return true;
      }
    }
    return false;
  }

  private void step() {
    char c = cursor.peek();
    if (cursor.looksAt("--")) {
      while (!cursor.atEnd() && cursor.peek() != '\n') {
        take();
      }
    } else if (cursor.looksAt("/*")) {
      blockComment();
    } else if (c == '\'' || c == '"') {
      quoted(c, false);
    } else if (c == '$') {
      dollar();
    } else if (c == ':') {
      colon();
    } else if (c == '\\') {
      throw error(
          "a backslash command inside a statement is not supported: " + cursor.restOfLine());
    } else if (Cursor.isWord(c)) {
      word();
    } else {
      shape.symbol(c);
      take();
    }
  }

  private void word() {
    boolean number = Character.isDigit(cursor.peek());
    StringBuilder word = new StringBuilder();
    while (Cursor.isWord(cursor.peek()) || cursor.peek() == '$' && !number) {
      word.append(cursor.peek());
      take();
    }
    String lower = word.toString().toLowerCase(Locale.ROOT);
    shape.word(lower);
    if (lower.equals("e") && cursor.peek() == '\'') {
      quoted('\'', true);
    }
  }

  private void quoted(char quote, boolean escapes) {
    int start = cursor.line();
    take();
    while (true) {
      if (cursor.atEnd()) {
        throw new SqlScriptException(name, start, "a quote " + quote + " is never closed");
      }
      char c = take();
      if (c == '\\' && escapes && !cursor.atEnd()) {
        take();
      } else if (c == quote && cursor.peek() == quote) {
        take();
      } else if (c == quote) {
        return;
      }
    }
  }

  private void dollar() {
    String tag = "$" + cursor.wordAhead(1) + "$";
    boolean opens = cursor.looksAt(tag) && !Character.isDigit(tag.charAt(1));
    if (!opens) {
      take();
      return;
    }
    int start = cursor.line();
    take(tag.length());
    while (!cursor.looksAt(tag)) {
      if (cursor.atEnd()) {
        throw new SqlScriptException(name, start, "the dollar quote " + tag + " is never closed");
      }
      take();
    }
    take(tag.length());
  }

  private void blockComment() {
    int start = cursor.line();
    int depth = 0;
    do {
      if (cursor.atEnd()) {
        throw new SqlScriptException(name, start, "a comment /* is never closed");
      }
      if (cursor.looksAt("/*")) {
        depth++;
        take(2);
      } else if (cursor.looksAt("*/")) {
        depth--;
        take(2);
      } else {
        take();
      }
    } while (depth > 0);
  }

  private void colon() {
    if (cursor.peek(1) == ':' || cursor.peek(1) == '=') {
      take(2);
      return;
    }
    Optional<Variables.Use> use = variables.at(cursor);
    if (use.isEmpty()) {
      take();
      return;
    }
    if (use.get().value().isPresent()) {
      text.append(use.get().value().get());
      for (int i = 0; i < use.get().length(); i++) {
        cursor.next();
      }
    } else {
      unset.add(use.get().name()); // as it stands: the server has the last word
      take(use.get().length());
    }
  }

  private void backslash() {
    int line = cursor.line();
    MetaCommand command;
    cursor.next();
    String rest = cursor.restOfLine().stripTrailing();
    try {
      command = MetaCommand.parse(rest, variables);
    } catch (IllegalArgumentException e) {
      throw new SqlScriptException(name, line, "\\" + rest + ": " + e.getMessage());
    }
    List<String> arguments = command.arguments();
    if (command.name().equals("echo")) {
      echo.accept(String.join(" ", arguments));
    } else if (command.name().equals("set") && !arguments.isEmpty()) {
      set(arguments.get(0), String.join("", arguments.subList(1, arguments.size())), line);
    } else {
      throw new SqlScriptException(
          name,
          line,
          "\\" + command.name() + " is not supported: only \\set NAME VALUE and \\echo are");
    }
  }

  private void set(String variable, String value, int line) {
    if (!variable.equals("ON_ERROR_STOP")) {
      variables.set(variable, value);
    } else if (Set.of("off", "false", "0", "no").contains(value.toLowerCase(Locale.ROOT))) {
      throw new SqlScriptException(name, line, "ON_ERROR_STOP is always on here");
    }
  }

  private SqlStatement.Kind kind() {
    if (shape.isCopy("from", STREAMS)) {
      return SqlStatement.Kind.COPY_FROM_STDIN;
    }
    return shape.isCopy("to", STREAMS) ? SqlStatement.Kind.COPY_TO_STDOUT : SqlStatement.Kind.QUERY;
  }

  private char take() {
    char c = cursor.next();
    text.append(c);
    if (c == '\n') {
      lines.add(text.length());
    }
    return c;
  }

  private void take(int count) {
    for (int i = 0; i < count && !cursor.atEnd(); i++) {
      take();
    }
  }

  private SqlScriptException error(String message) {
    return new SqlScriptException(name, cursor.line(), message);
  }
}
