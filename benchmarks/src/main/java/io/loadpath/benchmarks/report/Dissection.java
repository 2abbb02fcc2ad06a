package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.report.Table.Cell;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * The jobs of a query: each variant that counted its tasks, beside the first one of its engine,
 * from which it differs in one thing.
 *
 * @param rows engine by engine, in the record's order
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
  public static Dissection of(Figures figures) {
    RunRecord record = figures.record();
    List<String> order = record.variants().stream().map(VariantInfo::id).toList();
    List<VariantFigures> counted =
        figures.measured().stream()
            .filter(VariantFigures::query)
            .filter(f -> f.first(Sample::tasks).isPresent())
            .sorted(Comparator.comparingInt(f -> order.indexOf(f.variant().id())))
            .toList();
    Map<String, List<Row>> byEngine = new LinkedHashMap<>();
    for (VariantFigures f : counted) {
      Map<String, String> changes = new LinkedHashMap<>(f.variant().parameters());
      String engine = engine(f);
      List<Row> rows = byEngine.computeIfAbsent(engine, e -> new ArrayList<>());
      VariantFigures whole = rows.isEmpty() ? f : rows.get(0).figures();
      changes.entrySet().removeAll(whole.variant().parameters().entrySet());
      rows.add(
          new Row(
              engine,
              changes,
              f.first(Sample::jobs),
              f.first(Sample::tasks),
              f.first(Sample::shuffledBytes),
              f));
    }
    List<Row> rows = byEngine.values().stream().flatMap(List::stream).toList();
    return new Dissection(rows, findings(rows));
  }

  /** Returns the table for a terminal, then what failed, and the findings. */
  public static List<String> lines(Figures figures) {
    Dissection dissection = of(figures);
    List<String> lines = new ArrayList<>(dissection.table().lines());
    RunRecord record = figures.record();
    record.samples().stream()
        .filter(sample -> !sample.verified())
        .forEach(s -> lines.add("FAILED: " + s.variant() + ": " + s.error().message()));
    record.notRun().forEach(n -> lines.add("not run: " + n.path() + ": " + n.reason()));
    if (!dissection.findings().isEmpty()) {
      lines.add("");
      lines.addAll(dissection.findings());
    }
    return lines;
  }

  /** The rows for terminal and HTML. */
  public Table<Row> table() {
    return Table.of(rows)
        .text("path", row -> new Cell(row.engine(), row.figures().variant().id()))
        .number("jobs", Row::jobs)
        .number("tasks", Row::tasks)
        .number(
            "shuffled",
            row -> row.shuffledBytes().map(b -> new Cell(Numbers.bytes(b), b + " bytes")))
        .number("CPU-s", Row::cpuSeconds)
        .number("seconds", Row::seconds)
        .text(
            "what it shows", row -> row.shows() + (row.figures().disturbed() ? "; disturbed" : ""));
  }

  private static String engine(VariantFigures f) {
    String engine = f.variant().parameters().get("engine");
    return f.variant().name() + (engine == null ? "" : " " + engine);
  }

  private static List<String> findings(List<Row> rows) {
    return Stream.of(
            sentence(rows, "order", "ORDER BY makes", Dissection::orderFinding),
            sentence(
                rows,
                "aggregation",
                "Without map-side aggregation",
                Dissection::aggregationFinding),
            sentence(rows, "reducers", "Sorted by its own partitioner,", Dissection::byHand))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Joins what the rows that change one parameter show beside the whole; empty for nothing. */
  private static Optional<String> sentence(
      List<Row> rows,
      String parameter,
      String start,
      BiFunction<Row, Row, Optional<String>> finding) {
    StringJoiner joined = new StringJoiner("; ", start + " ", ".").setEmptyValue("");
    for (Row row : rows) {
      if (row.changes(parameter)) {
        rows.stream()
            .filter(whole -> whole.engine().equals(row.engine()) && whole.changes().isEmpty())
            .findFirst()
            .flatMap(whole -> finding.apply(whole, row))
            .ifPresent(joined::add);
      }
    }
    return Optional.of(joined.toString()).filter(text -> !text.isEmpty());
  }

  private static Optional<String> orderFinding(Row whole, Row row) {
    if (less(row.jobs(), whole.jobs())) {
      return Optional.of(
          "%s take %s instead of %d"
              .formatted(row.engine(), counted(whole.jobs().get(), "job"), row.jobs().get()));
    }
    if (row.jobs().isPresent()
        && row.jobs().equals(whole.jobs())
        && less(row.tasks(), whole.tasks())) {
      return Optional.of(
          "%s run %s instead of %d, in %s as without"
              .formatted(
                  row.engine(),
                  counted(whole.tasks().get(), "task"),
                  row.tasks().get(),
                  counted(row.jobs().get(), "job")));
    }
    return Optional.empty();
  }

  private static Optional<String> aggregationFinding(Row whole, Row row) {
    return less(whole.shuffledBytes(), row.shuffledBytes())
        ? Optional.of(
            "%s shuffles %s instead of %s"
                .formatted(
                    row.engine(),
                    Numbers.bytes(row.shuffledBytes().get()),
                    Numbers.bytes(whole.shuffledBytes().get())))
        : Optional.empty();
  }

  /** Only the hand-written job cuts the groups in order; Hive sends them where they hash. */
  private static Optional<String> byHand(Row whole, Row row) {
    boolean oneJob = row.jobs().equals(Optional.of(1)) && whole.jobs().equals(row.jobs());
    return row.figures().variant().tool().equals("mapreduce") && oneJob
        ? Optional.of("%s takes 1 job with %s too".formatted(row.engine(), row.shows()))
        : Optional.empty();
  }

  private static <T extends Comparable<T>> boolean less(Optional<T> a, Optional<T> b) {
    return a.isPresent() && b.isPresent() && a.get().compareTo(b.get()) < 0;
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
