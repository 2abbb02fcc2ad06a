package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.measure.ShareOfLimit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.report.VariantFigures.Way;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.CountedSamples;
import io.loadpath.benchmarks.statistics.Estimate.Spread;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that is derived from a record's samples, for the page and for the terminal.
 *
 * <p>TB/h = logical bytes / 10^12 per hour of commit time; CPU-s/GB = CPU seconds of everything per
 * logical 10^9 bytes. Both are computed per run. The figure is the median over the verified and
 * undisturbed runs, or over the verified ones when other programs disturbed all of them.
 *
 * @param variants the fastest first; those without a verified run last, in the record's order
 */
public record Figures(RunRecord record, List<VariantFigures> variants) {
  public static Figures of(RunRecord record) {
    Labels labels = new Labels(record.variants());
    Map<String, Optional<Measured>> proven = new HashMap<>();
    for (VariantInfo variant : record.variants()) {
      List<Sample> counted = CountedSamples.of(record, variant.id()).forFigures();
      proven.put(variant.id(), Measured.of(counted, record, variant));
    }
    List<VariantInfo> sorted =
        record.variants().stream()
            .sorted(Comparator.comparingDouble(v -> -rate(proven.get(v.id()))))
            .toList();
    List<VariantFigures> variants = new ArrayList<>();
    for (VariantInfo variant : sorted) {
      Optional<Measured> measured = proven.get(variant.id());
      List<Sample> samples = CountedSamples.of(record, variant.id()).all();
      List<Sample> uncounted =
          record.samples().stream()
              .filter(s -> s.variant().equals(variant.id()) && !s.counted())
              .toList();
      List<Sample> wrong = measured.isPresent() ? List.of() : endedButWrong(samples);
      variants.add(
          new VariantFigures(
              measured.isPresent() ? variants.size() + 1 : 0,
              labels.of(variant),
              labels.parameters(variant),
              variant,
              record.datasetOf(variant),
              samples,
              uncounted,
              measured,
              Measured.of(wrong, record, variant),
              measured.flatMap(m -> WithoutStart.of(m, record, variant)),
              startless(uncounted),
              measured.flatMap(m -> ShareOfLimit.of(record, variant, m.loadRateTbPerHour())),
              Comparison.of(record, variant)));
    }
    return new Figures(record, List.copyOf(variants));
  }

  private static double rate(Optional<Measured> measured) {
    return measured.map(m -> m.loadRateTbPerHour().median()).orElse(-1.0);
  }

  /** Returns the variant of this id, if the record has it. */
  Optional<VariantFigures> find(String id) {
    return variants.stream().filter(f -> f.variant().id().equals(id)).findFirst();
  }

  /** Ids of the variants that others are compared with. */
  public Set<String> baselines() {
    return variants.stream()
        .map(f -> f.variant().baseline())
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** Variants with at least one verified run, the fastest first: the rows of the table. */
  public List<VariantFigures> measured() {
    return variants.stream().filter(figures -> figures.measured().isPresent()).toList();
  }

  /** For each path some of whose parameters are the same in all of its variants, the first. */
  public List<VariantFigures> sharing() {
    Set<String> paths = new HashSet<>();
    return variants.stream()
        .filter(figures -> !figures.sharedText().isEmpty() && paths.add(figures.variant().name()))
        .toList();
  }

  /** A line for each variant that was faster than its limit, which cannot be. */
  public List<String> aboveTheirLimits() {
    return measured().stream()
        .filter(VariantFigures::aboveLimit)
        .map(
            f ->
                "%s: %s is %s; run it again on a quiet machine"
                    .formatted(
                        f.variant().id(), Numbers.rate(f.rate().median()), f.limit().get().words()))
        .toList();
  }

  /** Variants with a failed run, be it a warm-up or a start run. */
  public List<VariantFigures> failed() {
    return variants.stream()
        .filter(f -> f.failedRuns() > 0 || !f.failedUncounted().isEmpty())
        .toList();
  }

  /** Variants without any counted run: the run ended before their turn. */
  public List<VariantFigures> notReached() {
    return variants.stream().filter(figures -> figures.samples().isEmpty()).toList();
  }

  /**
   * The best fully verified variants that do the same thing with data.
   *
   * @param cheapest the one of the lowest CPU cost
   */
  public record Winners(Way way, VariantFigures fastest, VariantFigures cheapest) {}

  /** The winners into the database, out of it and of queries, as far as there are any. */
  public List<Winners> winners() {
    return Stream.of(Way.values())
        .flatMap(
            way -> {
              List<VariantFigures> its =
                  variants.stream().filter(f -> f.verified() && f.way() == way).toList();
              return its.stream()
                  .min(Comparator.comparingDouble(f -> f.cost().median()))
                  .map(cheapest -> new Winners(way, its.get(0), cheapest))
                  .stream();
            })
        .toList();
  }

  /** The kind of the ranges beside the medians; {@link Spread#RANGE} when they are mixed. */
  public Spread spread() {
    Set<Spread> kinds =
        measured().stream()
            .map(figures -> figures.rate().spread())
            .filter(kind -> kind != Spread.NONE)
            .collect(Collectors.toSet());
    return kinds.isEmpty()
        ? Spread.NONE
        : kinds.size() == 1 ? kinds.iterator().next() : Spread.RANGE;
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

  /** How many start runs and warm-ups failed, {@code 2 start runs failed}; empty without any. */
  public List<String> uncountedFailures() {
    Map<String, Long> kinds =
        variants.stream()
            .flatMap(figures -> figures.failedUncounted().stream())
            .collect(Collectors.groupingBy(Sample::kind, TreeMap::new, Collectors.counting()));
    return kinds.entrySet().stream().map(kind -> failed(kind.getValue(), kind.getKey())).toList();
  }

  private static String failed(long runs, String kind) {
    return Numbers.count(runs) + " " + kind + (runs == 1 ? "" : "s") + " failed";
  }

  private static String startless(List<Sample> uncounted) {
    return uncounted.stream()
        .filter(s -> s.start() && !s.verified())
        .map(s -> "its start run failed: " + s.error().message())
        .findFirst()
        .orElse("its start was not measured");
  }

  private static List<Sample> endedButWrong(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.error() != null && sample.error().step().equals("verify"))
        .filter(sample -> sample.wallNanos() != null && sample.cpu() != null)
        .toList();
  }
}
