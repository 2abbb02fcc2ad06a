package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.report.PrintedTable.Cell;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The jobs of a query. Each variant with a count of tasks is compared with the first one of its
 * engine, from which it differs in one thing. The template {@code findings.ftl} puts the results
 * into words.
 *
 * @param rows engine by engine, in the record's order
 */
public record Dissection(List<Row> rows) {

  /**
   * One variant.
   *
   * @param engine the path, and its engine if there is a choice
   * @param changes the values that differ from {@code whole}, by parameter
   * @param jobs null if unknown
   * @param tasks null if unknown
   * @param shuffledBytes null if unknown
   * @param whole the first row of its engine; null for that row itself
   */
  public record Row(
      String engine,
      Map<String, String> changes,
      Integer jobs,
      Integer tasks,
      Long shuffledBytes,
      VariantFigures figures,
      Row whole) {

    public String shows() {
      return changes.isEmpty()
          ? "as it is"
          : changes.entrySet().stream()
              .map(change -> inWords(change.getKey(), change.getValue()))
              .collect(Collectors.joining(", "));
    }

    /** Returns the median of all CPU-seconds. */
    private String cpuSeconds() {
      double gigabytes = figures.dataset().logicalBytes() / Units.BYTES_PER_GB;
      return Numbers.threeDigits(figures.cost().median() * gigabytes);
    }

    private static String inWords(String name, String value) {
      return switch (name + "=" + value) {
        case "order=no" -> "without ORDER BY";
        case "aggregation=none" -> "without map-side aggregation";
        case "aggregation=in-mapper" -> "sums in the mapper's memory";
        case "reducers=1" -> "1 reducer";
        case "format=orc" -> "ORC instead of text";
        default -> name.equals("reducers") ? value + " reducers" : Labels.words(name, value);
      };
    }
  }

  /** Returns the dissection of a record's queries; without rows if no query counted its tasks. */
  static Dissection of(Figures figures) {
    RunRecord record = figures.record();
    List<String> order = record.variants().stream().map(VariantInfo::id).toList();
    Map<String, List<Row>> byEngine = new LinkedHashMap<>();
    figures.measured().stream()
        .filter(f -> f.query() && f.first(Sample::tasks).isPresent())
        .sorted(Comparator.comparingInt(f -> order.indexOf(f.variant().id())))
        .forEach(
            f -> {
              String engine = engine(f);
              List<Row> rows = byEngine.computeIfAbsent(engine, e -> new ArrayList<>());
              Row whole = rows.isEmpty() ? null : rows.get(0);
              VariantInfo first = whole == null ? f.variant() : whole.figures().variant();
              Map<String, String> changes = new LinkedHashMap<>(f.variant().parameters());
              changes.entrySet().removeAll(first.parameters().entrySet());
              rows.add(
                  new Row(
                      engine,
                      changes,
                      f.first(Sample::jobs).orElse(null),
                      f.first(Sample::tasks).orElse(null),
                      f.first(Sample::shuffledBytes).orElse(null),
                      f,
                      whole));
            });
    return new Dissection(byEngine.values().stream().flatMap(List::stream).toList());
  }

  private static String engine(VariantFigures f) {
    String engine = f.variant().parameters().get("engine");
    return f.variant().name() + (engine == null ? "" : " " + engine);
  }

  /** Returns the table for a terminal, and the findings; empty without rows. */
  public static List<String> lines(Figures figures) {
    Dissection dissection = of(figures);
    return dissection.rows().isEmpty()
        ? List.of()
        : Templates.text("dissection.ftl", Map.of("dissection", dissection)).lines().toList();
  }

  /** Returns the table for terminal and HTML. */
  public PrintedTable<Row> table() {
    return PrintedTable.of(rows)
        .text("path", row -> new Cell(row.engine(), row.figures().variant().id()))
        .number("jobs", Row::jobs)
        .number("tasks", Row::tasks)
        .number(
            "shuffled",
            row ->
                Optional.ofNullable(row.shuffledBytes())
                    .map(b -> new Cell(Numbers.bytes(b), b + " bytes")))
        .number("CPU-s", Row::cpuSeconds)
        .number("seconds", row -> row.figures().proven().commitSeconds().text())
        .text(
            "what it shows", row -> row.shows() + (row.figures().disturbed() ? "; disturbed" : ""));
  }
}
