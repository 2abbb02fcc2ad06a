package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
  /** A limit farther above the fastest mark than this factor would squeeze the marks together. */
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
    Axis x = Axis.over(ends(figures, true));
    List<Double> rates = new ArrayList<>(ends(figures, false));
    double fastest = rates.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    Double limit =
        copyTbPerHour.filter(limited -> limited <= LIMIT_SHOWN_UP_TO * fastest).orElse(null);
    if (limit != null) {
      rates.add(limit);
    }
    Axis y = Axis.over(rates);
    List<Mark> marks = new ArrayList<>();
    List<String> offScale = new ArrayList<>();
    for (VariantFigures f : figures.variants()) {
      Measured measured = f.measured().or(f::unproven).orElse(null);
      if (measured == null) {
        continue;
      }
      Mark mark = mark(f, measured);
      if (x.holds(mark.cost().median()) && y.holds(mark.rate().median())) {
        marks.add(mark);
      } else {
        offScale.add(f.label());
      }
    }
    return new Scatter(x, y, marks, lines(marks), limit, offScale);
  }

  private static List<Double> ends(Figures figures, boolean cost) {
    List<VariantFigures> shown =
        figures.measured().isEmpty() ? figures.variants() : figures.measured();
    List<Double> ends = new ArrayList<>();
    for (VariantFigures f : shown) {
      f.measured()
          .or(f::unproven)
          .map(measured -> cost ? measured.cpuCostSecondsPerGb() : measured.loadRateTbPerHour())
          .ifPresent(
              estimate -> {
                ends.add(estimate.low());
                ends.add(estimate.high());
              });
    }
    return ends;
  }

  private static Mark mark(VariantFigures f, Measured measured) {
    return new Mark(
        f.rank(),
        f.label(),
        f.variant().path(),
        f.variant().tool(),
        f.shape(),
        f.verified(),
        f.verdict() + (f.disturbed() ? ", disturbed" : ""),
        measured.cpuCostSecondsPerGb(),
        measured.loadRateTbPerHour());
  }

  private static List<List<Integer>> lines(List<Mark> marks) {
    Map<String, List<Integer>> byPath = new LinkedHashMap<>();
    for (int i = 0; i < marks.size(); i++) {
      byPath.computeIfAbsent(marks.get(i).path(), path -> new ArrayList<>()).add(i);
    }
    byPath.values().forEach(line -> line.sort((a, b) -> compareCost(marks.get(a), marks.get(b))));
    return byPath.values().stream().filter(line -> line.size() > 1).toList();
  }

  private static int compareCost(Mark a, Mark b) {
    return Double.compare(a.cost().median(), b.cost().median());
  }
}
