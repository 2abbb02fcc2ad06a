package io.loadpath.benchmarks.chaos;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A multiset of rows. A row is the texts of its fields; the first one is its key. */
record RowBag(Map<List<String>, Integer> counts) {
  RowBag() {
    this(new HashMap<>());
  }

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
    RowBag sum = new RowBag(new HashMap<>(counts));
    other.counts.forEach(sum::add);
    return sum;
  }

  RowBag filter(Predicate<List<String>> wanted) {
    RowBag some = new RowBag(new HashMap<>(counts));
    some.counts.keySet().removeIf(wanted.negate());
    return some;
  }

  /** Returns the rows, with those of {@code files} instead of rows with the same key. */
  RowBag updated(RowBag files, boolean insertsMissing) {
    Map<String, List<String>> byKey = new HashMap<>();
    files.counts.keySet().forEach(row -> byKey.put(row.get(0), row));
    RowBag result = new RowBag();
    counts.forEach((row, count) -> result.add(byKey.getOrDefault(row.get(0), row), count));
    if (insertsMissing) {
      counts.keySet().forEach(row -> byKey.remove(row.get(0)));
      byKey.values().forEach(row -> result.add(row, 1));
    }
    return result;
  }

  /** Returns how these rows differ from the wanted ones; empty if they do not. */
  String differs(RowBag wanted) {
    long missing = 0;
    long doubled = 0;
    long more = 0;
    List<String> example = null;
    for (List<String> row : plus(wanted).counts.keySet()) {
      int want = wanted.counts.getOrDefault(row, 0);
      int extra = counts.getOrDefault(row, 0) - want;
      missing += Math.max(0, -extra);
      doubled += want > 0 ? Math.max(0, extra) : 0;
      more += want > 0 ? 0 : extra;
      example = extra < 0 || example == null && extra > 0 ? row : example;
    }
    return example == null
        ? ""
        : "%d rows lost, %d doubled, %d changed or not wanted (%d of %d are there), for instance %s"
            .formatted(missing, doubled, more, size(), wanted.size(), example);
  }
}
