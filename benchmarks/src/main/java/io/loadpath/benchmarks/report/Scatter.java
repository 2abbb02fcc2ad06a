package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Units;
import java.util.List;
import java.util.Optional;

/**
 * The chart of load rate against CPU cost. Costs of clients alone are not drawn next to costs with
 * the database in them: the larger group is drawn.
 *
 * @param clientOnly whether the costs are those of the clients alone
 * @param undrawn labels of the other group
 * @param limit MB/s of the database's own copy, if it was probed and is near the marks; otherwise
 *     null
 */
public record Scatter(List<Mark> marks, Double limit, boolean clientOnly, List<String> undrawn) {
  /** Maximum ratio of a shown limit to the fastest mark; a higher limit would squeeze the marks. */
  private static final double LIMIT_SHOWN_UP_TO = 3;

  /**
   * One variant.
   *
   * @param rank the rank in the table; 0 for a variant without a verified run
   * @param shape {@code circle}, {@code diamond} (gzip), {@code triangle} (another codec) or {@code
   *     rect} (query)
   * @param solid false if a run failed; the mark is then hollow
   * @param rate MB/s
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
      Estimate rate) {
    private Mark(VariantFigures f, Estimate cost, Estimate tbPerHour) {
      this(
          f.rank(),
          f.label(),
          f.variant().name(),
          f.variant().tool(),
          f.shape(),
          f.verified(),
          f.verdict() + (f.disturbed() ? ", disturbed" : ""),
          cost,
          tbPerHour.inMbPerSecond());
    }
  }

  static Scatter of(Figures figures, Optional<Double> copyTbPerHour) {
    List<VariantFigures> shown =
        figures.variants().stream().filter(f -> f.shown().isPresent()).toList();
    boolean clientOnly = mostlyClientOnly(shown);
    List<Mark> marks =
        shown.stream()
            .filter(f -> f.variant().clientOnly() == clientOnly)
            .flatMap(
                f ->
                    f.shown().stream()
                        .map(m -> new Mark(f, m.cpuCostSecondsPerGb(), m.loadRateTbPerHour())))
            .toList();
    boolean proven = marks.stream().anyMatch(mark -> mark.rank() > 0);
    double fastest =
        marks.stream()
            .filter(mark -> mark.rank() > 0 || !proven)
            .mapToDouble(mark -> mark.rate().high())
            .max()
            .orElse(0);
    return new Scatter(
        marks,
        copyTbPerHour
            .map(limit -> limit / Units.MB_PER_SECOND)
            .filter(limit -> limit <= LIMIT_SHOWN_UP_TO * fastest)
            .orElse(null),
        clientOnly,
        shown.stream()
            .filter(f -> f.variant().clientOnly() != clientOnly)
            .map(VariantFigures::label)
            .toList());
  }

  private static boolean mostlyClientOnly(List<VariantFigures> figures) {
    long of = figures.stream().filter(f -> f.variant().clientOnly()).count();
    return 2 * of > figures.size();
  }

  /**
   * Returns the chart without start-up, of the variants that have both figures; empty if none has.
   * It has no limit, because a probed limit includes a start-up.
   */
  static Optional<Scatter> withoutStart(Figures figures) {
    boolean clientOnly = mostlyClientOnly(figures.measured());
    List<Mark> marks =
        figures.measured().stream()
            .filter(f -> f.variant().clientOnly() == clientOnly)
            .flatMap(f -> f.withoutStart().flatMap(w -> mark(f, w)).stream())
            .toList();
    return marks.isEmpty()
        ? Optional.empty()
        : Optional.of(new Scatter(marks, null, clientOnly, List.of()));
  }

  private static Optional<Mark> mark(VariantFigures f, WithoutStart without) {
    return without
        .cpuCostSecondsPerGb()
        .flatMap(cost -> without.loadRateTbPerHour().map(rate -> new Mark(f, cost, rate)));
  }

  /** Returns the text of the limit. */
  public String limitText() {
    return Numbers.rate(limit * Units.MB_PER_SECOND);
  }

  /** Whether a path has several marks, joined by a line. */
  public boolean joined() {
    return marks.stream().map(Mark::path).distinct().count() < marks.size();
  }
}
