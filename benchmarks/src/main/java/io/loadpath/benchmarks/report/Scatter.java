package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The chart of load rate against CPU cost.
 *
 * @param x CPU-s/GB
 * @param y TB/h
 * @param lines marks of one path, as indices into marks in the order of their cost
 * @param limit TB/h of the database's own copy, when it was probed and lies on the axis, else null
 * @param offScale labels of failed variants whose unproven figures lie outside the axes
 */
public record Scatter(
    Axis x,
    Axis y,
    List<Mark> marks,
    List<List<Integer>> lines,
    Double limit,
    List<String> offScale) {
  /** The largest ratio of a shown limit to the fastest mark; a higher limit squeezes the marks. */
  private static final double LIMIT_SHOWN_UP_TO = 3;

  /**
   * One variant.
   *
   * @param rank as in the table; 0 for a variant without a verified run
   * @param shape {@code circle}, {@code diamond} (gzip), {@code triangle} (another codec) or {@code
   *     rect} (query)
   * @param solid false is drawn hollow: some run failed
   */
  public record Mark(
      int rank,
      String label,
      String path,
      String tool,
      String shape,
      boolean solid,
      String verdict,
      Estimate cost,
      Estimate rate) {}

  static Scatter of(Figures figures, Optional<Double> copyTbPerHour) {
    return of(
        figures.variants().stream().flatMap(f -> f.shown().map(m -> mark(f, m)).stream()).toList(),
        copyTbPerHour);
  }

  /**
   * The same without start-up, of the variants that have both figures; empty if there is none. It
   * has no limit: a probed one has its own start-up in it.
   */
  static Optional<Scatter> withoutStart(Figures figures) {
    List<Mark> marks =
        figures.measured().stream()
            .flatMap(f -> f.withoutStart().flatMap(w -> mark(f, w)).stream())
            .toList();
    return marks.isEmpty() ? Optional.empty() : Optional.of(of(marks, Optional.empty()));
  }

  private static Scatter of(List<Mark> all, Optional<Double> copyTbPerHour) {
    List<Mark> proven = all.stream().filter(mark -> mark.rank() > 0).toList();
    List<Mark> scaled = proven.isEmpty() ? all : proven;
    Axis x = Axis.over(ends(scaled, Mark::cost));
    List<Double> rates = new ArrayList<>(ends(scaled, Mark::rate));
    double fastest = rates.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    Double limit =
        copyTbPerHour.filter(limited -> limited <= LIMIT_SHOWN_UP_TO * fastest).orElse(null);
    if (limit != null) {
      rates.add(limit);
    }
    Axis y = Axis.over(rates);
    Map<Boolean, List<Mark>> onScale =
        all.stream()
            .collect(
                Collectors.partitioningBy(
                    m -> x.holds(m.cost().median()) && y.holds(m.rate().median())));
    List<Mark> marks = onScale.get(true);
    List<String> offScale = onScale.get(false).stream().map(Mark::label).toList();
    return new Scatter(x, y, marks, lines(marks), limit, offScale);
  }

  private static List<Double> ends(List<Mark> marks, Function<Mark, Estimate> figure) {
    return marks.stream().map(figure).flatMap(e -> Stream.of(e.low(), e.high())).toList();
  }

  private static Mark mark(VariantFigures f, Measured measured) {
    return mark(f, measured.cpuCostSecondsPerGb(), measured.loadRateTbPerHour());
  }

  private static Optional<Mark> mark(VariantFigures f, WithoutStart without) {
    return without
        .cpuCostSecondsPerGb()
        .flatMap(cost -> without.loadRateTbPerHour().map(rate -> mark(f, cost, rate)));
  }

  private static Mark mark(VariantFigures f, Estimate cost, Estimate rate) {
    return new Mark(
        f.rank(),
        f.label(),
        f.variant().name(),
        f.variant().tool(),
        f.shape(),
        f.verified(),
        f.verdict() + (f.disturbed() ? ", disturbed" : ""),
        cost,
        rate);
  }

  private static List<List<Integer>> lines(List<Mark> marks) {
    Map<String, List<Integer>> byPath = new LinkedHashMap<>();
    for (int i = 0; i < marks.size(); i++) {
      byPath.computeIfAbsent(marks.get(i).path(), path -> new ArrayList<>()).add(i);
    }
    Comparator<Integer> byCost = Comparator.comparingDouble(i -> marks.get(i).cost().median());
    byPath.values().forEach(line -> line.sort(byCost));
    return byPath.values().stream().filter(line -> line.size() > 1).toList();
  }
}
