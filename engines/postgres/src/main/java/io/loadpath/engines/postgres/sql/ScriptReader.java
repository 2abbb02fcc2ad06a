package io.loadpath.engines.postgres.sql;

import io.loadpath.engines.service.ServiceException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a script into statements by psql's rules: strings, quoted names, dollar quotes, comments,
 * parentheses and SQL function bodies hide semicolons; variables are replaced outside strings and
 * comments. Of the backslash commands it knows {@code \set NAME VALUE}, {@code \echo}, {@code \ir
 * FILE}, and {@code \gset} at the end of a query. Statements are read one by one, because these
 * commands change later ones.
 */
final class ScriptReader {
  private static final String WORDS = "\\d L*+ | L [L$]*+";
  private static final Pattern WORD = pattern(WORDS);

  /**
   * The parts that hide semicolons, except block comments, which nest; and a quote that never
   * closes.
   */
  private static final Pattern TOKEN =
      pattern(
          """
          --[^\\n]*+
          | [eE]'(?:[^'\\\\]++|\\\\.|'')*+' | '(?:[^']++|'')*+'
          | "(?:[^"]++|"")*+" | (?<quote>[eE]?'|")
          | (?<tag>\\$(?:(?!\\d)L+)?\\$)(?:.*?\\k<tag>)?
          | %s | :: | := | .
          """
              .formatted(WORDS));

  private static final String GSET = "\\gset";

  private static final Pattern COMMENT_EDGE = Pattern.compile("/\\*|\\*/");
  private static final Pattern ARGUMENT = Pattern.compile("'((?:[^'\\\\]++|''|\\\\.)*+)'");
  private static final Pattern ESCAPED = Pattern.compile("'(')|\\\\(.)");

  /** The first words show COPY's stream, and whether CREATE makes a function with a body. */
  private static final int MAX_WORDS_LENGTH = 2_000;

  private static final String COPY = "copy (?:(?!%s )\\S+ )*%1$s (?:stdin|stdout) .*";
  private static final Pattern COPY_IN = Pattern.compile(COPY.formatted("from"));
  private static final Pattern COPY_OUT = Pattern.compile(COPY.formatted("to"));
  private static final Pattern ROUTINE =
      Pattern.compile("create (?:or replace )?(?:function|procedure) ");

  /**
   * One statement of a script, with its variables replaced.
   *
   * @param text the statement for the server, without the final semicolon
   * @param lines for each line break of the script, the start of the next line in the text
   * @param firstLine line of the script where the text begins
   * @param unset names after a colon that no variable has
   */
  record Statement(String text, Kind kind, List<Integer> lines, int firstLine, List<String> unset) {

    /** The script's line of a position in the text, counted from 0. */
    int lineAt(int position) {
      return firstLine + (int) lines.stream().filter(start -> start <= position).count();
    }
  }

  /** The way to run a statement. */
  enum Kind {
    QUERY,
    /** Its row goes to variables: see {@link #setVariables}. */
    QUERY_INTO_VARIABLES,
    COPY_FROM_STDIN,
    COPY_TO_STDOUT
  }

  private final String name;
  private final String script;
  private final Variables variables;
  private final Consumer<String> echo;
  private final Consumer<String> include;
  private int at;
  private int line = 1;

  private StringBuilder text;
  private List<Integer> lines;
  private List<String> unset;

  /** The words of the statement outside parentheses, in lower case, with a space after each. */
  private StringBuilder words;

  private int parentheses;
  private int bodies;

  /**
   * Reads a script.
   *
   * @param echo takes the text of {@code \echo}
   * @param include runs the file of {@code \ir}
   */
  ScriptReader(
      String name,
      String script,
      Variables variables,
      Consumer<String> echo,
      Consumer<String> include) {
    this.name = name;
    this.script = script;
    this.variables = variables;
    this.echo = echo;
    this.include = include;
  }

  private static Pattern pattern(String spaced) {
    return Pattern.compile(
        spaced.replace("L", Variables.LETTER), Pattern.COMMENTS | Pattern.DOTALL);
  }

  /** The next statement; empty at the end of the script. The last one needs no semicolon. */
  Optional<Statement> next() {
    while (skipToStatement()) {
      text = new StringBuilder();
      lines = new ArrayList<>();
      unset = new ArrayList<>();
      words = new StringBuilder();
      parentheses = 0;
      bodies = 0;
      int firstLine = line;
      while (!atEnd() && !looksAt(GSET) && !(looksAt(";") && parentheses == 0 && bodies == 0)) {
        step();
      }
      Kind kind = looksAt(GSET) ? intoVariables() : kind();
      take(Math.min(at + 1, script.length()));
      if (!text.isEmpty()) {
        return Optional.of(
            new Statement(text.toString().stripTrailing(), kind, lines, firstLine, unset));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the lines after the last statement, up to {@code \.}: the data of a COPY, as in psql's
   * scripts.
   */
  String copyData() {
    String rest = take(endOfLine());
    if (!rest.isBlank()) {
      throw error("only COPY's data may follow COPY … FROM STDIN; found: " + rest.strip());
    }
    StringBuilder data = new StringBuilder();
    take(Math.min(at + 1, script.length()));
    while (!atEnd()) {
      String row = take(endOfLine());
      take(Math.min(at + 1, script.length()));
      if (row.equals("\\.") || row.equals("\\.\r")) {
        break;
      }
      data.append(row).append('\n');
    }
    return data.toString();
  }

  /** Skips the space between statements; false at the end of the script. */
  private boolean skipToStatement() {
    while (!atEnd()) {
      char c = script.charAt(at);
      if (Character.isWhitespace(c) || c == '\uFEFF') {
        take(at + 1);
      } else if (looksAt("--") || looksAt("/*")) {
        take(endOfToken());
      } else if (c == '\\') {
        backslash();
      } else {
        return true;
      }
    }
    return false;
  }

  private void step() {
    char c = script.charAt(at);
    if (c == '\\') {
      throw error("a backslash command inside a statement is not supported: " + rest());
    }
    Optional<Variables.Use> use =
        looksAt("::") || looksAt(":=") ? Optional.empty() : variables.at(script, at);
    if (use.isPresent() && use.get().value().isPresent()) {
      text.append(use.get().value().get());
      take(at + use.get().length());
      return;
    }
    int end = endOfToken();
    if (use.isPresent()) {
      unset.add(use.get().name()); // unchanged: the server decides
      end = at + use.get().length();
    } else if (c == '(') {
      parentheses++;
    } else if (c == ')' && parentheses > 0) {
      parentheses--;
    }
    String token = take(end);
    if (parentheses == 0 && WORD.matcher(token).matches()) {
      word(token.toLowerCase(Locale.ROOT));
    }
    for (char taken : token.toCharArray()) {
      text.append(taken);
      if (taken == '\n') {
        lines.add(text.length());
      }
    }
  }

  private void word(String word) {
    if (words.length() < MAX_WORDS_LENGTH) {
      words.append(word).append(' ');
    }
    // The body of a routine may be BEGIN ATOMIC … END.
    if (ROUTINE.matcher(words).lookingAt()) {
      switch (word) {
        case "begin" -> bodies++;
        case "case" -> bodies += bodies > 0 ? 1 : 0;
        case "end" -> bodies -= bodies > 0 ? 1 : 0;
        default -> {}
      }
    }
  }

  private Kind intoVariables() {
    String command = take(endOfLine()).strip();
    if (!command.equals(GSET)) {
      throw error(command + " is not supported: only \\gset at the end of a line is");
    }
    return Kind.QUERY_INTO_VARIABLES;
  }

  /** Sets a variable for each column of a query's only row, as {@code \gset} does. */
  void setVariables(ResultSet row) throws SQLException {
    if (!row.next()) {
      throw error("\\gset needs one row, and the query has none");
    }
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      variables.set(row.getMetaData().getColumnName(i), row.getString(i));
    }
    if (row.next()) {
      throw error("\\gset needs one row, and the query has more");
    }
  }

  private Kind kind() {
    if (COPY_IN.matcher(words).matches()) {
      return Kind.COPY_FROM_STDIN;
    }
    return COPY_OUT.matcher(words).matches() ? Kind.COPY_TO_STDOUT : Kind.QUERY;
  }

  /** The end of the comment, string, word or character that begins here. */
  private int endOfToken() {
    if (looksAt("/*")) {
      return endOfComment();
    }
    Matcher token = TOKEN.matcher(script).region(at, script.length());
    token.lookingAt();
    if (token.group("quote") != null) {
      throw error(
          "a quote " + token.group().substring(token.group().length() - 1) + " is never closed");
    }
    if (token.group().equals(token.group("tag"))) {
      throw error("the dollar quote " + token.group() + " is never closed");
    }
    return token.end();
  }

  private int endOfLine() {
    int end = script.indexOf('\n', at);
    return end < 0 ? script.length() : end;
  }

  private int endOfComment() {
    Matcher edge = COMMENT_EDGE.matcher(script).region(at, script.length());
    int depth = 0;
    while (edge.find()) {
      depth += edge.group().equals("/*") ? 1 : -1;
      if (depth == 0) {
        return edge.end();
      }
    }
    throw error("a comment /* is never closed");
  }

  private void backslash() {
    String command = rest().stripTrailing();
    String verb = command.split("\\s", 2)[0];
    List<String> arguments = arguments(command, verb.length());
    if (verb.equals("\\echo")) {
      echo.accept(String.join(" ", arguments));
    } else if (verb.equals("\\ir") && arguments.size() == 1) {
      include.accept(arguments.get(0));
    } else if (verb.equals("\\set") && !arguments.isEmpty()) {
      set(arguments.get(0), String.join("", arguments.subList(1, arguments.size())));
    } else {
      throw error(
          verb + " is not supported: only \\set NAME VALUE, \\gset, \\echo and \\ir FILE are");
    }
    take(endOfLine());
  }

  private void set(String variable, String value) {
    if (!variable.equals("ON_ERROR_STOP")) {
      variables.set(variable, value);
    } else if (Set.of("off", "false", "0", "no").contains(value.toLowerCase(Locale.ROOT))) {
      throw error("ON_ERROR_STOP is always on here");
    }
  }

  /** Reads a backslash command's arguments as psql does: quotes, escapes and variables. */
  private List<String> arguments(String command, int from) {
    List<String> arguments = new ArrayList<>();
    boolean begun = false;
    for (int i = from; i < command.length(); ) {
      Optional<Variables.Use> use = variables.at(command, i).filter(u -> u.value().isPresent());
      Matcher quoted = ARGUMENT.matcher(command).region(i, command.length());
      String piece = command.substring(i, i + 1);
      int length = 1;
      if (use.isPresent()) {
        piece = use.get().value().get();
        length = use.get().length();
      } else if (quoted.lookingAt()) {
        piece = unescaped(quoted.group(1));
        length = quoted.end() - i;
      } else if (piece.equals("'")) {
        throw error(command + ": unterminated quoted string");
      } else if (piece.isBlank()) {
        begun = false;
        i++;
        continue;
      }
      String before = begun ? arguments.remove(arguments.size() - 1) : "";
      arguments.add(before + piece);
      begun = true;
      i += length;
    }
    return arguments;
  }

  private static String unescaped(String quoted) {
    return ESCAPED
        .matcher(quoted)
        .replaceAll(
            escape -> {
              String c = escape.group(1) != null ? "'" : escape.group(2);
              int control = escape.group(1) != null ? -1 : "ntrbf".indexOf(c);
              return Matcher.quoteReplacement(
                  control < 0 ? c : "\n\t\r\b\f".substring(control, control + 1));
            });
  }

  private boolean atEnd() {
    return at >= script.length();
  }

  private boolean looksAt(String start) {
    return script.startsWith(start, at);
  }

  private String rest() {
    return script.substring(at, endOfLine());
  }

  private String take(int end) {
    String taken = script.substring(at, end);
    line += (int) taken.chars().filter(c -> c == '\n').count();
    at = end;
    return taken;
  }

  private ServiceException error(String message) {
    return SqlScript.failure(name, line, message, null);
  }
}
