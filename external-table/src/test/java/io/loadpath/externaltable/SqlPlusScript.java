package io.loadpath.externaltable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A script cut up as SQL*Plus reads it: its own commands are single lines, a SQL statement ends
 * with a semicolon at the end of a line, a PL/SQL block with a line that holds only a slash.
 *
 * @param name file name
 * @param header the comment lines at the top, without their dashes
 * @param comments all comment lines that stand by themselves
 * @param commands SQL*Plus's own commands
 * @param statements SQL statements and PL/SQL blocks, without their terminators
 */
public record SqlPlusScript(
    String name,
    List<String> header,
    List<String> comments,
    List<String> commands,
    List<String> statements) {

  private static final Pattern COMMAND =
      Pattern.compile("(?i)(WHENEVER|SET|DEFINE|COLUMN|PROMPT|EXIT|@@?)\\b.*|@.*");
  private static final Pattern VARIABLE = Pattern.compile("&&?([A-Za-z0-9_]+)");

  /**
   * Reads a script.
   *
   * @throws IllegalArgumentException where SQL*Plus would stumble: a blank line inside a statement,
   *     a statement that never ends
   */
  public static SqlPlusScript read(Path file) throws IOException {
    List<String> header = new ArrayList<>();
    List<String> comments = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    boolean block = false;
    for (String line : Files.readAllLines(file)) {
      boolean inside = !statement.isEmpty();
      if (line.startsWith("--") && !inside) {
        comments.add(line);
        if (commands.isEmpty() && statements.isEmpty()) {
          header.add(line.replaceFirst("^-- ?", ""));
        }
      } else if (!inside && COMMAND.matcher(line).matches()) {
        commands.add(line);
      } else if (inside && block ? line.equals("/") : line.endsWith(";") && !begins(line, inside)) {
        statement.append(block ? "" : line.substring(0, line.length() - 1));
        statements.add(statement.toString());
        statement.setLength(0);
        block = false;
      } else if (inside || !line.isBlank()) {
        if (line.isBlank() && !block) {
          throw new IllegalArgumentException(file + ": a blank line inside: " + statement);
        }
        block = inside ? block : begins(line, false);
        statement.append(line).append('\n');
      }
    }
    if (!statement.isEmpty()) {
      throw new IllegalArgumentException(file + ": nothing ends: " + statement);
    }
    return new SqlPlusScript(file.getFileName().toString(), header, comments, commands, statements);
  }

  private static boolean begins(String line, boolean inside) {
    return !inside && line.matches("(?i)(BEGIN|DECLARE)\\b.*");
  }

  /** The substitution variables that commands and statements use. */
  Set<String> variables() {
    return Stream.concat(commands.stream(), statements.stream())
        .flatMap(text -> VARIABLE.matcher(text).results())
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the text in the parentheses after the first occurrence of a word. */
  static String inParentheses(String statement, String word) {
    int open = statement.indexOf('(', statement.indexOf(word));
    int depth = 0;
    for (int i = open; i < statement.length(); i++) {
      depth += statement.charAt(i) == '(' ? 1 : statement.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return statement.substring(open + 1, i);
      }
    }
    throw new IllegalArgumentException("no closing parenthesis after " + word);
  }
}
