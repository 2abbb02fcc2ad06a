package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * What a query's jobs consist of: each variant that counted its tasks, beside the first one of its
 * engine, from which it differs in one thing.
 *
 * @param rows in the record's order
 * @param findings sentences that the figures bear out; none where they show nothing
 */
public record Dissection(List<Row> rows, List<String> findings) {
  private static final double BYTES_PER_GB = 1e9;

  /**
   * One variant.
   *
   * @param engine the path, and the engine below it where there is a choice
   * @param changes what it has other than the first row of its engine, by parameter
   */
  public record Row(
      String engine,
      Map<String, String> changes,
      Optional<Integer> jobs,
      Optional<Integer> tasks,
      Optional<Long> shuffledBytes,
      VariantFigures figures) {

    /** The changes in words. */
    public String shows() {
      StringJoiner words = new StringJoiner(", ");
      changes.forEach((name, value) -> words.add(inWords(name, value)));
      return changes.isEmpty() ? "as it is" : words.toString();
    }

    /** Median of the seconds to the answer. */
    public String seconds() {
      return measured().commitSeconds().text();
    }

    /** Median of the CPU-seconds of everything. */
    public String cpuSeconds() {
      double gigabytes = figures.dataset().logicalBytes() / BYTES_PER_GB;
      return Numbers.threeDigits(measured().cpuCostSecondsPerGb().median() * gigabytes);
    }

    private Measured measured() {
      return figures.measured().orElseThrow();
    }

    private boolean changes(String name) {
      return changes.size() == 1 && changes.containsKey(name);
    }

    private static String inWords(String name, String value) {
      return switch (name + "=" + value) {
        case "order=no" -> "without ORDER BY";
        case "aggregation=reduce", "aggregation=none" -> "without map-side aggregation";
        case "aggregation=in-mapper" -> "sums in the mapper's memory";
        case "reducers=1" -> "1 reducer";
        case "format=orc" -> "ORC instead of text";
        default -> name.equals("reducers") ? value + " reducers" : Labels.words(name, value);
      };
    }
  }

  /** The dissection of all queries of a record; without rows when none counted. */
  public static Dissection of(RunRecord record) {
    List<String> order = record.variants().stream().map(VariantInfo::id).toList();
    List<VariantFigures> counted =
        Figures.of(record).measured().stream()
            .filter(VariantFigures::query)
            .filter(f -> first(f, Sample::tasks).isPresent())
            .sorted(Comparator.comparingInt(f -> order.indexOf(f.variant().id())))
            .toList();
    Map<String, Map<String, String>> firstOfEngine = new LinkedHashMap<>();
    List<Row> rows = new ArrayList<>();
    for (VariantFigures f : counted) {
      Map<String, String> changes = new LinkedHashMap<>(f.variant().parameters());
      String engine = engine(f);
      firstOfEngine.putIfAbsent(engine, f.variant().parameters());
      changes.entrySet().removeAll(firstOfEngine.get(engine).entrySet());
      rows.add(
          new Row(
              engine,
              changes,
              first(f, Sample::jobs),
              first(f, Sample::tasks),
              first(f, Sample::shuffledBytes),
              f));
    }
    return new Dissection(List.copyOf(rows), findings(rows));
  }

  private static String engine(VariantFigures f) {
    String engine = f.variant().parameters().get("engine");
    return f.variant().path() + (engine == null ? "" : " " + engine);
  }

  private static <T> Optional<T> first(VariantFigures f, Function<Sample, T> count) {
    return f.samples().stream()
        .filter(Sample::verified)
        .map(count)
        .filter(Objects::nonNull)
        .findFirst();
  }

  private static List<String> findings(List<Row> rows) {
    List<String> findings = new ArrayList<>();
    for (Row row : rows) {
      rows.stream()
          .filter(other -> other.engine().equals(row.engine()) && other.changes().isEmpty())
          .findFirst()
          .flatMap(whole -> finding(whole, row))
          .ifPresent(findings::add);
    }
    return List.copyOf(findings);
  }

  private static Optional<String> finding(Row whole, Row row) {
    String engine = row.engine();
    if (row.changes("order") && whole.jobs().isPresent() && row.jobs().isPresent()) {
      return orderFinding(engine, whole, row);
    }
    if (row.changes("aggregation") && less(whole.shuffledBytes(), row.shuffledBytes())) {
      return Optional.of(
          "%s %s shuffles %s instead of %s."
              .formatted(
                  engine,
                  row.shows(),
                  Numbers.bytes(row.shuffledBytes().orElseThrow()),
                  Numbers.bytes(whole.shuffledBytes().orElseThrow())));
    }
    if (row.changes("reducers") && row.jobs().isPresent() && row.jobs().equals(whole.jobs())) {
      return Optional.of(
          "%s with %s takes %s as before."
              .formatted(engine, row.shows(), counted(row.jobs().get(), "job")));
    }
    return Optional.empty();
  }

  private static Optional<String> orderFinding(String engine, Row whole, Row row) {
    if (less(row.jobs(), whole.jobs())) {
      return Optional.of(
          "ORDER BY makes %s take %s instead of %d."
              .formatted(engine, counted(whole.jobs().get(), "job"), row.jobs().get()));
    }
    if (row.jobs().equals(whole.jobs()) && less(row.tasks(), whole.tasks())) {
      return Optional.of(
          "ORDER BY adds no job to %s, but makes it run %s instead of %d."
              .formatted(engine, counted(whole.tasks().get(), "task"), row.tasks().get()));
    }
    return Optional.empty();
  }

  private static <T extends Comparable<T>> boolean less(Optional<T> a, Optional<T> b) {
    return a.isPresent() && b.isPresent() && a.get().compareTo(b.get()) < 0;
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
