package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.limits.ShareOfLimit;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.CountedSamples;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that is derived from a record's samples, for the page and for the terminal.
 *
 * <p>TB/h = logical bytes / 10^12 per hour of commit time; CPU-s/GB = CPU seconds of everything per
 * logical 10^9 bytes; both are computed per run, then the median over the verified and undisturbed
 * runs is taken, or over the verified ones when other programs disturbed all of them.
 *
 * @param variants the fastest first; those without a verified run last, in the record's order
 * @param limits shares of their limits, by variant
 * @param comparisons with their baselines, by variant
 */
public record Figures(
    RunRecord record,
    List<VariantFigures> variants,
    Map<String, ShareOfLimit> limits,
    Map<String, Comparison> comparisons) {
  private static final double NANOS_PER_SECOND = 1e9;

  public static Figures of(RunRecord record) {
    Labels labels = new Labels(record.variants());
    Environment.Calibration calibration = record.environment().calibration();
    Double calibrationSeconds =
        calibration == null ? null : (Double) (calibration.wallNanos() / NANOS_PER_SECOND);
    List<VariantFigures> sorted = new ArrayList<>();
    for (VariantInfo variant : record.variants()) {
      DatasetInfo dataset = record.datasetOf(variant);
      CountedSamples samples = CountedSamples.of(record, variant.id());
      List<Sample> counted = samples.forFigures();
      List<Sample> ended = counted.isEmpty() ? endedButWrong(samples.all()) : List.of();
      sorted.add(
          new VariantFigures(
              0,
              labels.of(variant),
              labels.parameters(variant),
              variant,
              dataset,
              samples.all(),
              Measured.of(counted, dataset.logicalBytes(), calibrationSeconds),
              Measured.of(ended, dataset.logicalBytes(), calibrationSeconds)));
    }
    sorted.sort(FASTEST_FIRST);
    List<VariantFigures> ranked = ranked(sorted);
    return new Figures(record, ranked, limits(record, ranked), comparisons(record));
  }

  private static Map<String, ShareOfLimit> limits(RunRecord record, List<VariantFigures> variants) {
    Map<String, ShareOfLimit> shares = new HashMap<>();
    for (VariantFigures f : variants) {
      f.measured()
          .flatMap(m -> ShareOfLimit.of(record, f.variant(), m.loadRateTbPerHour()))
          .ifPresent(share -> shares.put(f.variant().id(), share));
    }
    return shares;
  }

  /** Each variant beside its baseline, by its id. */
  private static Map<String, Comparison> comparisons(RunRecord record) {
    Map<String, Comparison> comparisons = new HashMap<>();
    for (VariantInfo variant : record.variants()) {
      Comparison.of(record, variant).ifPresent(c -> comparisons.put(variant.id(), c));
    }
    return comparisons;
  }

  private static final Comparator<VariantFigures> FASTEST_FIRST =
      Comparator.comparingDouble(
          figures -> figures.measured().map(m -> -m.loadRateTbPerHour().median()).orElse(1.0));

  /** Variants with at least one verified run, the fastest first: the rows of the table. */
  public List<VariantFigures> measured() {
    return variants.stream().filter(figures -> figures.measured().isPresent()).toList();
  }

  /** For each path some of whose parameters are the same in all of its variants, the first. */
  public List<VariantFigures> sharing() {
    Set<String> paths = new HashSet<>();
    return variants.stream()
        .filter(figures -> !figures.sharedText().isEmpty() && paths.add(figures.variant().path()))
        .toList();
  }

  /** A line for each variant that was faster than its limit, which cannot be. */
  public List<String> aboveTheirLimits() {
    return measured().stream()
        .filter(f -> limits.containsKey(f.variant().id()))
        .filter(f -> limits.get(f.variant().id()).above())
        .map(
            f ->
                "%s: %s TB/h is %s; run it again on a quiet machine"
                    .formatted(
                        f.variant().id(), f.rate().text(), limits.get(f.variant().id()).words()))
        .toList();
  }

  /** Variants with a failed run. */
  public List<VariantFigures> failed() {
    return variants.stream()
        .filter(figures -> figures.verifiedRuns() < figures.samples().size())
        .toList();
  }

  /** Variants without any counted run: the run ended before their turn. */
  public List<VariantFigures> notReached() {
    return variants.stream().filter(figures -> figures.samples().isEmpty()).toList();
  }

  /** The fastest fully verified variant among queries, or among the other paths. */
  public Optional<VariantFigures> fastest(boolean query) {
    return variants.stream()
        .filter(figures -> figures.verified() && figures.query() == query)
        .findFirst();
  }

  /** The fully verified variant of the lowest CPU cost among queries, or among the other paths. */
  public Optional<VariantFigures> cheapest(boolean query) {
    return variants.stream()
        .filter(figures -> figures.verified() && figures.query() == query)
        .min(Comparator.comparingDouble(figures -> figures.cost().median()));
  }

  /**
   * The kind of the ranges beside the medians; {@link Estimate.Spread#RANGE} when they are mixed.
   */
  public Estimate.Spread spread() {
    List<Estimate.Spread> kinds =
        measured().stream()
            .map(figures -> figures.rate().spread())
            .filter(kind -> kind != Estimate.Spread.NONE)
            .distinct()
            .toList();
    return kinds.isEmpty()
        ? Estimate.Spread.NONE
        : kinds.size() == 1 ? kinds.get(0) : Estimate.Spread.RANGE;
  }

  public long runs() {
    return variants.stream().mapToLong(figures -> figures.samples().size()).sum();
  }

  /** Runs that other programs disturbed. */
  public long disturbedRuns() {
    return variants.stream().mapToLong(VariantFigures::disturbedRuns).sum();
  }

  /** Runs beyond the first of a variant in its round. */
  public long repeatedRuns() {
    return variants.stream().mapToLong(VariantFigures::repeatedRuns).sum();
  }

  public long verifiedRuns() {
    return variants.stream().mapToLong(VariantFigures::verifiedRuns).sum();
  }

  private static List<Sample> endedButWrong(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.error() != null && sample.error().step().equals("verify"))
        .filter(sample -> sample.wallNanos() != null && sample.cpu() != null)
        .toList();
  }

  private static List<VariantFigures> ranked(List<VariantFigures> sorted) {
    List<VariantFigures> ranked = new ArrayList<>();
    for (VariantFigures f : sorted) {
      int rank = f.measured().isPresent() ? ranked.size() + 1 : 0;
      ranked.add(
          new VariantFigures(
              rank,
              f.label(),
              f.differing(),
              f.variant(),
              f.dataset(),
              f.samples(),
              f.measured(),
              f.unproven()));
    }
    return List.copyOf(ranked);
  }
}
