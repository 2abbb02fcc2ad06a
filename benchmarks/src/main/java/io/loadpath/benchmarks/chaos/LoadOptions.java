package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.TableSpec.Published;
import io.loadpath.benchmarks.chaos.TableSpec.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The options of a load by {@code hadoop jar loadpath-mapreduce-*.jar load}.
 *
 * @param words the options that all loads of a job have
 * @param name the load's name; empty if it has none
 * @param quoted whether special characters of the files are in quotes
 * @param spare the reject limit less the rows that are malformed or that no partition takes
 */
record LoadOptions(List<String> words, String name, boolean quoted, int spare) {
  /** The options of other jobs. */
  static final LoadOptions NONE = new LoadOptions(List.of(), "", false, 0);

  private static final String UNSORTED = "--unsorted";

  /**
   * Draws the options.
   *
   * @param job the job's number
   * @param mappers the number of mappers, if the load has one
   */
  static LoadOptions draw(Dice random, TableSpec table, int job, int mappers, boolean unsorted) {
    List<String> words = new ArrayList<>(List.of("--writers", random.one("1", "2", "2", "3")));
    if (random.chance(2)) {
      words.addAll(List.of("--mappers", Integer.toString(mappers)));
    }
    if (unsorted) {
      words.add(UNSORTED);
    } else {
      drawSorted(random, table, words);
    }
    String name = random.chance(3) ? "load " + job : "";
    return new LoadOptions(words, name, random.chance(3), random.one(-1, 0, 0, 1, 1000));
  }

  boolean unsorted() {
    return words.contains(UNSORTED);
  }

  private static void drawSorted(Dice random, TableSpec table, List<String> words) {
    boolean exchanges =
        table.shape().onlyForLoads() && !table.trigger() && table.published() == Published.NOT;
    if (exchanges && random.chance(2)) {
      words.add("--exchange-empty");
    }
    if (random.chance(2)) {
      int last = table.columns().size() - 1;
      int column = random.one(0, 1, last);
      words.addAll(List.of("--sort-by", table.columns().get(isText(table, column) ? 0 : column)));
    }
    if (random.chance(4)
        && IntStream.rangeClosed(1, table.types().size()).noneMatch(i -> isText(table, i))) {
      words.add("--prove");
    }
  }

  /** Whether only the server reads a column's values. */
  private static boolean isText(TableSpec table, int column) {
    return column > 0
        && (table.types().get(column - 1) == Type.INTERVAL
            || table.types().get(column - 1) == Type.JSONB);
  }

  /** Returns a description of the files. */
  String description(TableSpec table) {
    String columns =
        IntStream.range(0, table.columns().size())
            .mapToObj(
                i ->
                    "  - {name: '%s', type: '%s', nullable: yes}\n"
                        .formatted(
                            table.columns().get(i),
                            i == 0 ? "integer(19)" : described(table.types().get(i - 1))))
            .collect(Collectors.joining());
    return "table: files\nformat:\n  delimiter: '|'\n  quote: %s\n  escape: %s\n  header: no\ncolumns:\n%s"
        .formatted(quoted ? "'\"'" : "none", quoted ? "'\"'" : "'\\'", columns);
  }

  private static String described(Type type) {
    return switch (type) {
      case NUMERIC -> "decimal(6,2)";
      case WIDE_NUMERIC -> "decimal(12,4)";
      case INTEGER -> "integer(10)";
      case TIMESTAMPTZ -> "timestamp with time zone";
      case BOOLEAN -> "boolean";
      case DATE -> "date";
      case VARCHAR, TEXT, INTERVAL, JSONB, BYTEA -> "text";
    };
  }
}
