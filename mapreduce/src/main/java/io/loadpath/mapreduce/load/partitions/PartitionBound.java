package io.loadpath.mapreduce.load.partitions;

import io.loadpath.mapreduce.load.partitions.TargetPartitions.Bound;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.rows.FieldException;
import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
public record PartitionBound(Kind kind, List<Value> first, List<Value> end)
    implements Serializable {
  public enum Kind {
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
  public record Value(Word word, String text) implements Serializable {
    public static final Value NULL = new Value(Word.NULL, null);

    public static Value of(String text) {
      return new Value(Word.LITERAL, text);
    }
  }

  public enum Word {
    LITERAL,
    NULL,
    MINVALUE,
    MAXVALUE
  }

  private static final int BEFORE_ALL = 0;
  private static final int AFTER_ALL = 0xff;
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
   * @throws IllegalArgumentException naming the text if it is not a bound
   */
  public static PartitionBound parse(String shown) {
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

  /** Returns the values of a list; null if it is not a list. */
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

  /**
   * Returns the keys that a partition takes, in their order and without the partition: one range,
   * or one for each value of a list.
   *
   * @throws FieldException if a value does not fit its column's type
   */
  public List<Bound> ranges(List<KeyColumn> columns) throws FieldException {
    List<Bound> ranges = new ArrayList<>();
    if (kind == Kind.RANGE) {
      ranges.add(new Bound(key(first, columns), key(end, columns), null));
    } else {
      for (Value value : first) {
        byte[] key = key(List.of(value), columns);
        byte[] after = Arrays.copyOf(key, key.length + 1);
        after[key.length] = (byte) AFTER_ALL; // no key begins with another
        ranges.add(new Bound(key, after, null));
      }
    }
    ranges.sort(Comparator.comparing(Bound::first, Arrays::compareUnsigned));
    return ranges;
  }

  private static byte[] key(List<Value> values, List<KeyColumn> columns) throws FieldException {
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    for (int i = 0; i < values.size(); i++) {
      switch (values.get(i).word()) {
        case MINVALUE -> key.write(BEFORE_ALL);
        case MAXVALUE -> key.write(AFTER_ALL);
        case LITERAL, NULL -> key.writeBytes(columns.get(i).type().keyOf(values.get(i).text()));
      }
    }
    return key.toByteArray();
  }
}
