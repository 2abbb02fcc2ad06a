package io.loadpath.mapreduce.load;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bound of a partition.
 *
 * @param kind of bound
 * @param first RANGE: the lower end, one value for each column of the partition key; LIST: the
 *     values; otherwise empty
 * @param end RANGE: the upper end, which is outside; otherwise empty
 */
record PartitionBound(Kind kind, List<Value> first, List<Value> end) {
  enum Kind {
    RANGE,
    LIST,
    HASH,
    DEFAULT
  }

  /**
   * A value of a bound.
   *
   * @param text in the server's form; null for the words
   */
  record Value(Word word, String text) {
    static final Value NULL = new Value(Word.NULL, null);

    static Value of(String text) {
      return new Value(Word.LITERAL, text);
    }
  }

  enum Word {
    LITERAL,
    NULL,
    MINVALUE,
    MAXVALUE
  }

  private static final Pattern RANGE =
      Pattern.compile("FOR VALUES FROM \\((.*)\\) TO \\((.*)\\)", Pattern.DOTALL);
  private static final Pattern LIST = Pattern.compile("FOR VALUES IN \\((.*)\\)", Pattern.DOTALL);
  private static final Pattern HASH = Pattern.compile("FOR VALUES WITH \\(.*\\)");

  /** A literal with quotes, or a word; then a comma or the end. */
  private static final Pattern VALUE =
      Pattern.compile("(?:'((?:[^']++|'')*+)'|([^',\\s]+))(?:, |$)");

  /**
   * Reads what the server shows: {@code pg_get_expr(relpartbound, oid)}, with {@code
   * standard_conforming_strings} on.
   *
   * @throws IllegalArgumentException naming the text if it is no bound
   */
  static PartitionBound parse(String shown) {
    Matcher range = RANGE.matcher(shown);
    if (range.matches()) {
      // a literal may hold ") TO (", so the lower end is the shortest that is a list of values
      for (int i = shown.indexOf(") TO ("); i >= 0; i = shown.indexOf(") TO (", i + 1)) {
        List<Value> lower = values(shown.substring("FOR VALUES FROM (".length(), i));
        List<Value> upper = values(shown.substring(i + ") TO (".length(), shown.length() - 1));
        if (lower != null && upper != null) {
          return new PartitionBound(Kind.RANGE, lower, upper);
        }
      }
    }
    Matcher list = LIST.matcher(shown);
    List<Value> listed = list.matches() ? values(list.group(1)) : null;
    if (listed != null) {
      return new PartitionBound(Kind.LIST, listed, List.of());
    }
    if (HASH.matcher(shown).matches()) {
      return new PartitionBound(Kind.HASH, List.of(), List.of());
    }
    if (shown.equals("DEFAULT")) {
      return new PartitionBound(Kind.DEFAULT, List.of(), List.of());
    }
    throw new IllegalArgumentException("not the bound of a partition: " + shown);
  }

  /** Returns the values of a list; null if it is none. */
  private static List<Value> values(String list) {
    List<Value> values = new ArrayList<>();
    Matcher value = VALUE.matcher(list);
    int at = 0;
    while (at < list.length()) {
      if (!value.find(at) || value.start() != at) {
        return null;
      }
      values.add(value(value));
      at = value.end();
    }
    return values.isEmpty() ? null : values;
  }

  private static Value value(Matcher found) {
    if (found.group(2) == null) {
      return Value.of(found.group(1).replace("''", "'"));
    }
    return switch (found.group(2)) {
      case "NULL" -> Value.NULL;
      case "MINVALUE" -> new Value(Word.MINVALUE, null);
      case "MAXVALUE" -> new Value(Word.MAXVALUE, null);
      default -> Value.of(found.group(2));
    };
  }
}
