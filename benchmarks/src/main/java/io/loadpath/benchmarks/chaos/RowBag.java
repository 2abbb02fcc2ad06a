package io.loadpath.benchmarks.chaos;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Rows without an order; equal rows count. A row is the texts of its fields, the first one its key.
 */
final class RowBag {
  private final Map<List<String>, Integer> counts = new HashMap<>();

  static RowBag of(Iterable<List<String>> rows) {
    RowBag bag = new RowBag();
    rows.forEach(row -> bag.add(row, 1));
    return bag;
  }

  private void add(List<String> row, int count) {
    counts.merge(row, count, Integer::sum);
  }

  long size() {
    return counts.values().stream().mapToLong(Integer::longValue).sum();
  }

  RowBag plus(RowBag other) {
    RowBag sum = filter(row -> true);
    other.counts.forEach(sum::add);
    return sum;
  }

  RowBag filter(Predicate<List<String>> wanted) {
    RowBag some = new RowBag();
    counts.forEach(
        (row, count) -> {
          if (wanted.test(row)) {
            some.add(row, count);
          }
        });
    return some;
  }

  /** Returns the rows with those of {@code files} in place of the rows of the same key. */
  RowBag updated(RowBag files, boolean insertsMissing) {
    Map<String, List<String>> byKey = new HashMap<>();
    files.counts.keySet().forEach(row -> byKey.put(row.get(0), row));
    RowBag result = new RowBag();
    counts.forEach((row, count) -> result.add(byKey.getOrDefault(row.get(0), row), count));
    if (insertsMissing) {
      Map<String, List<String>> missing = new HashMap<>(byKey);
      counts.keySet().forEach(row -> missing.remove(row.get(0)));
      missing.values().forEach(row -> result.add(row, 1));
    }
    return result;
  }

  /** Says how these rows differ from the wanted ones; "" if they do not. */
  String differs(RowBag wanted) {
    long missing = 0;
    long more = 0;
    long doubled = 0;
    List<String> example = null;
    for (Map.Entry<List<String>, Integer> row : wanted.counts.entrySet()) {
      int lack = row.getValue() - counts.getOrDefault(row.getKey(), 0);
      missing += Math.max(0, lack);
      doubled += Math.max(0, -lack);
      example = lack == 0 || example != null ? example : row.getKey();
    }
    for (Map.Entry<List<String>, Integer> row : counts.entrySet()) {
      if (!wanted.counts.containsKey(row.getKey())) {
        more += row.getValue();
        example = example == null ? row.getKey() : example;
      }
    }
    if (example == null) {
      return "";
    }
    return "%d rows lost, %d doubled, %d changed or not wanted (%d of %d are there), for instance %s"
        .formatted(missing, doubled, more, size(), wanted.size(), example);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowBag bag && counts.equals(bag.counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }
}
