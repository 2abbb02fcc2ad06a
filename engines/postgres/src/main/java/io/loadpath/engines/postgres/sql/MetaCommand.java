package io.loadpath.engines.postgres.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A backslash command's name and arguments, read as psql reads them: quotes, escapes and variables.
 */
record MetaCommand(String name, List<String> arguments) {

  static MetaCommand parse(String line, Variables variables) {
    Cursor cursor = new Cursor(line);
    String name = word(cursor);
    List<String> arguments = new ArrayList<>();
    while (skipSpace(cursor)) {
      arguments.add(argument(cursor, variables));
    }
    return new MetaCommand(name, arguments);
  }

  private static String word(Cursor cursor) {
    StringBuilder word = new StringBuilder();
    while (!cursor.atEnd() && !Character.isWhitespace(cursor.peek())) {
      word.append(cursor.next());
    }
    return word.toString();
  }

  private static boolean skipSpace(Cursor cursor) {
    while (!cursor.atEnd() && Character.isWhitespace(cursor.peek())) {
      cursor.next();
    }
    return !cursor.atEnd();
  }

  private static String argument(Cursor cursor, Variables variables) {
    StringBuilder value = new StringBuilder();
    while (!cursor.atEnd() && !Character.isWhitespace(cursor.peek())) {
      char c = cursor.peek();
      Optional<Variables.Use> use = c == ':' ? variables.at(cursor) : Optional.empty();
      if (use.isPresent() && use.get().value().isPresent()) {
        value.append(use.get().value().get());
        for (int i = 0; i < use.get().length(); i++) {
          cursor.next();
        }
      } else if (c == '\'') {
        quoted(cursor, value);
      } else {
        value.append(cursor.next());
      }
    }
    return value.toString();
  }

  private static void quoted(Cursor cursor, StringBuilder value) {
    cursor.next();
    while (true) {
      if (cursor.atEnd()) {
        throw new IllegalArgumentException("unterminated quoted string");
      }
      char c = cursor.next();
      if (c == '\'' && cursor.peek() == '\'') {
        value.append(cursor.next());
      } else if (c == '\'') {
        return;
      } else if (c == '\\' && !cursor.atEnd()) {
        value.append(unescaped(cursor.next()));
      } else {
        value.append(c);
      }
    }
  }

  private static char unescaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> c;
    };
  }
}
