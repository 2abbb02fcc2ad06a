package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.describe.KnownColumns.KnownColumn;
import io.loadpath.benchmarks.describe.SqlTokens.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the columns of a CREATE TABLE of PostgreSQL, Hive or Oracle: the list in its first
 * parentheses. No library was found that reads what these three write behind types and behind the
 * list.
 */
public final class DdlColumns {
  private static final Set<String> CONSTRAINTS =
      Set.of("CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "EXCLUDE", "SUPPLEMENTAL");

  private static final Set<String> TYPES_OF_TYPES = Set.of("ARRAY", "MAP", "STRUCT", "UNIONTYPE");

  /** What can follow a type. */
  private static final Set<String> BEHIND_TYPE =
      Set.of(
          "NOT",
          "NULL",
          "DEFAULT",
          "PRIMARY",
          "UNIQUE",
          "REFERENCES",
          "CHECK",
          "CONSTRAINT",
          "COLLATE",
          "GENERATED",
          "COMMENT",
          "ENABLE",
          "DISABLE",
          "VISIBLE",
          "INVISIBLE",
          "ENCRYPT",
          "STORAGE",
          "COMPRESSION",
          "SORT");

  private final Path file;
  private final List<Token> tokens;
  private final Set<String> keys = new HashSet<>();

  private DdlColumns(Path file, List<Token> tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  /**
   * Reads a file.
   *
   * @throws LoadpathException naming the line, and the type that descriptions lack
   */
  public static KnownColumns read(Path file) {
    try {
      return new DdlColumns(file, SqlTokens.of(Files.readString(file))).columns();
    } catch (IOException e) {
      throw new LoadpathException(file + ": cannot be read as UTF-8: " + e, e);
    }
  }

  private KnownColumns columns() {
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).is("TABLE") && created(i)) {
        starts.add(i);
      }
    }
    if (starts.size() != 1) {
      throw new LoadpathException(
          starts.isEmpty()
              ? file + ": has no CREATE TABLE"
              : "%s:%d: a second CREATE TABLE; leave one in the file"
                  .formatted(file, tokens.get(starts.get(1)).line()));
    }
    List<List<Token>> items = items(starts.get(0));
    items.stream().filter(DdlColumns::isConstraint).forEach(this::addKeys);
    List<KnownColumn> columns =
        items.stream().filter(item -> !isConstraint(item)).map(this::column).toList();
    return new KnownColumns(file.toString(), columns);
  }

  /** Whether CREATE stands before, with words such as EXTERNAL or UNLOGGED between. */
  private boolean created(int table) {
    for (int i = table - 1; i >= 0 && i >= table - 4; i--) {
      if (tokens.get(i).is("CREATE")) {
        return true;
      }
    }
    return false;
  }

  /** The list in the first parentheses, divided by its commas. */
  private List<List<Token>> items(int table) {
    int open = table;
    while (open < tokens.size() && !tokens.get(open).is("(") && !tokens.get(open).is(";")) {
      open++;
    }
    if (open == tokens.size() || tokens.get(open).is(";")) {
      throw new LoadpathException(
          "%s:%d: the CREATE TABLE has no list of columns"
              .formatted(file, tokens.get(table).line()));
    }
    List<List<Token>> items = new ArrayList<>();
    List<Token> item = new ArrayList<>();
    int depth = 0;
    for (Token token : tokens.subList(open + 1, tokens.size())) {
      if (token.is(")") && depth == 0) {
        items.add(item);
        return items;
      }
      if (token.is(",") && depth == 0) {
        items.add(item);
        item = new ArrayList<>();
        continue;
      }
      depth += token.is("(") || opensType(item, token) ? 1 : 0;
      depth -= token.is(")") || token.is(">") && depth > 0 && typed(item) ? 1 : 0;
      item.add(token);
    }
    throw new LoadpathException(
        "%s:%d: the parenthesis is not closed".formatted(file, tokens.get(open).line()));
  }

  /** Whether a type such as {@code map<int,string>} begins. */
  private static boolean opensType(List<Token> item, Token token) {
    return token.is("<") && typed(item);
  }

  private static boolean typed(List<Token> item) {
    return item.size() > 1 && TYPES_OF_TYPES.contains(item.get(1).word());
  }

  private static boolean isConstraint(List<Token> item) {
    return !item.isEmpty() && CONSTRAINTS.contains(item.get(0).word());
  }

  /** The columns of a primary key have no NULL. */
  private void addKeys(List<Token> constraint) {
    List<String> words = constraint.stream().map(Token::word).toList();
    if (words.contains("PRIMARY")) {
      constraint.forEach(token -> keys.add(token.text().toLowerCase(Locale.ROOT)));
    }
  }

  private KnownColumn column(List<Token> item) {
    if (item.size() < 2 || item.get(0).is("LIKE")) {
      int line = item.isEmpty() ? tokens.get(0).line() : item.get(0).line();
      throw new LoadpathException("%s:%d: a column needs a name and a type".formatted(file, line));
    }
    Token name = item.get(0);
    int end = 1;
    while (end < item.size() && !BEHIND_TYPE.contains(item.get(end).word())) {
      end++;
    }
    String type = item.subList(1, end).stream().map(Token::text).collect(Collectors.joining(" "));
    List<String> behind = item.subList(end, item.size()).stream().map(Token::word).toList();
    boolean needed =
        behind.contains("PRIMARY")
            || keys.contains(name.text().toLowerCase(Locale.ROOT))
            || notNull(behind);
    return SqlTypes.of(type)
        .map(found -> new KnownColumn(name.text(), found.type(), !needed, found.note()))
        .orElseThrow(
            () ->
                new LoadpathException(
                    "%s:%d: the column %s has the type %s, which descriptions lack; make it text in a copy of the file"
                        .formatted(file, item.get(1).line(), name.text(), type)));
  }

  private static boolean notNull(List<String> words) {
    int not = words.indexOf("NOT");
    return not >= 0 && not + 1 < words.size() && words.get(not + 1).equals("NULL");
  }
}
