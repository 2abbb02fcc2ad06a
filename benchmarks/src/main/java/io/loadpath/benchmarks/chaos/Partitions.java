package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.TableSpec.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The partitions of a table by the decade of its date, by the value of its text, or by both in two
 * levels. They have numbers; rows whose date or text is NULL have {@link #NONE}.
 *
 * @param there the numbers of the partitions that are there
 * @param rest whether default partitions take all other rows
 */
record Partitions(boolean byDate, boolean byText, Set<Integer> there, boolean rest) {
  /** The partitions of a table by its key, or without partitions. */
  static final Partitions OTHERS = new Partitions(false, false, Set.of(), true);

  /** The number of a row that has no partition, unless it is a default one. */
  static final int NONE = -1;

  private static final int DECADES = 5;
  private static final int LISTS = 3;

  /** The largest number of partitions, which is that of two levels. */
  static final int MOST = DECADES * LISTS;

  int count() {
    return (byDate ? DECADES : 1) * (byText ? LISTS : 1);
  }

  /** Returns these partitions after one was attached or detached. */
  Partitions with(int number, boolean attached) {
    Set<Integer> now = new HashSet<>(there);
    if (attached) {
      now.add(number);
    } else {
      now.remove(number);
    }
    return new Partitions(byDate, byText, now, rest);
  }

  /** Returns the number of a row's partition. */
  int of(TableSpec table, List<String> row) {
    String day = byDate ? row.get(1 + table.types().indexOf(Type.DATE)) : "2000-01-01";
    String text = byText ? row.get(1 + table.types().indexOf(Type.VARCHAR)) : Type.WORDS.get(0);
    if (day == null || text == null) {
      return NONE;
    }
    int list = Type.WORDS.indexOf(text) % (LISTS + 1); // the last one has no partition
    int decade = Integer.parseInt(day.substring(2, 3));
    return list == LISTS ? NONE : decade * (byText ? LISTS : 1) + list;
  }

  /** Whether a partition takes a row. */
  boolean take(TableSpec table, List<String> row) {
    return rest || there.contains(of(table, row));
  }

  static String name(int number) {
    return "part_" + number;
  }

  /** Returns the definition's end that names the columns. */
  String by(TableSpec table) {
    return byDate ? byDate(table) : byText ? byText(table) : "";
  }

  private static String byDate(TableSpec table) {
    return "PARTITION BY RANGE (" + table.column(Type.DATE) + ")";
  }

  private static String byText(TableSpec table) {
    return "PARTITION BY LIST (" + table.column(Type.VARCHAR) + ")";
  }

  /** Returns the columns of a unique key after the first, each after a comma. */
  String keyColumns(TableSpec table) {
    return (byDate ? ", " + table.column(Type.DATE) : "")
        + (byText ? ", " + table.column(Type.VARCHAR) : "");
  }

  /** Returns the statements that make all partitions. */
  List<String> create(TableSpec table) {
    List<String> statements = new ArrayList<>();
    boolean levels = byDate && byText;
    for (int decade = 0; levels && decade < DECADES; decade++) {
      statements.add(
          part(table.inSchema(branch(decade)), table.sql(), decade(decade), byText(table)));
      if (rest) {
        String parent = table.inSchema(branch(decade));
        statements.add(part(table.inSchema("rest_" + decade), parent, "DEFAULT", ""));
      }
    }
    there.stream().sorted().map(number -> create(table, number)).forEach(statements::add);
    if (rest && (byDate || byText)) {
      statements.add(part(table.inSchema("rest"), table.sql(), "DEFAULT", ""));
    }
    return statements;
  }

  /** Returns the statement that makes a partition. */
  String create(TableSpec table, int number) {
    String bound = byText ? list(number % LISTS) : decade(number);
    return part(table.inSchema(name(number)), parent(table, number), bound, "");
  }

  /** Returns the parent of a partition, for SQL. */
  String parent(TableSpec table, int number) {
    return byDate && byText ? table.inSchema(branch(number / LISTS)) : table.sql();
  }

  private static String branch(int decade) {
    return "branch_" + decade;
  }

  private static String part(String name, String parent, String bound, String by) {
    return "CREATE TABLE %s PARTITION OF %s %s %s".formatted(name, parent, bound, by);
  }

  private static String decade(int decade) {
    return "FOR VALUES FROM ('20%d0-01-01') TO ('20%d0-01-01')".formatted(decade, decade + 1);
  }

  private static String list(int list) {
    return IntStream.range(0, Type.WORDS.size())
        .filter(word -> word % (LISTS + 1) == list)
        .mapToObj(word -> "'" + Type.WORDS.get(word).replace("'", "''") + "'")
        .collect(Collectors.joining(", ", "FOR VALUES IN (", ")"));
  }
}
