package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.LoadShares;
import io.loadpath.benchmarks.record.LoadShares.Partition;
import io.loadpath.benchmarks.record.LoadShares.Writer;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.List;

/**
 * The shares of the writers of a load, in the first verified run that has them.
 *
 * @param title the variant in words
 */
public record WriterShares(String title, VariantFigures figures, LoadShares load) {
  private static final double PERCENT = 100;

  /** Returns the loads with shares, the fastest first. */
  static List<WriterShares> of(Figures figures) {
    Labels labels = new Labels(figures.record().variants());
    return figures.measured().stream()
        .flatMap(
            f ->
                f.first(Sample::load).stream()
                    .map(load -> new WriterShares(labels.of(f.variant()), f, load)))
        .toList();
  }

  /** Returns the largest end of a bar or interval. */
  public double longest() {
    return load.writers().stream()
        .mapToDouble(w -> Math.max(w.realShare(), high(w)))
        .max()
        .orElse(0);
  }

  /** Returns the lower end of the planned share's interval. */
  public double low(Writer writer) {
    return Math.max(0, writer.plannedShare() - (writer.margin() == null ? 0 : writer.margin()));
  }

  /** Returns the upper end of the planned share's interval. */
  public double high(Writer writer) {
    return writer.plannedShare() + (writer.margin() == null ? 0 : writer.margin());
  }

  /** Returns the planned share with its margin: {@code 24.9 % ± 0.4}. */
  public String planned(Writer writer) {
    return planned(writer.plannedShare(), writer.margin());
  }

  /** Returns the planned share with its margin. */
  public String planned(Partition partition) {
    return planned(partition.plannedShare(), partition.margin());
  }

  private static String planned(double share, Double margin) {
    return percent(share) + (margin == null ? "" : " ± " + Numbers.fixed(PERCENT * margin, 1));
  }

  /** Returns the real share: {@code 24.9 %}. */
  public String real(Writer writer) {
    return percent(writer.realShare());
  }

  private static String percent(double share) {
    return Numbers.fixed(PERCENT * share, 1) + " %";
  }

  /** Returns what the shares show, in one sentence each. */
  public List<String> findings() {
    LoadShares.Sampled sample = load.sample();
    return List.of(
        "The heaviest of %d writers got %s × an even share; planned were %s."
            .formatted(
                load.writers().size(),
                Numbers.fixed(load.realOverIdeal(), 2),
                Numbers.fixed(load.plannedOverIdeal(), 2)),
        "The sample read %s rows (%s needed), %s in %s s%s."
            .formatted(
                Numbers.count(sample.rows()),
                Numbers.count(sample.neededRows()),
                Numbers.bytes(sample.bytes()),
                Numbers.fixed(sample.millis() / 1000.0, 2),
                sample.bounded()
                    ? ""
                    : "; its error has no bound, because some files cannot be cut"));
  }

  /** Returns the findings for a terminal; empty if no load has such shares. */
  public static List<String> lines(Figures figures) {
    return of(figures).stream().map(s -> s.title + ": " + s.findings().get(0)).toList();
  }
}
