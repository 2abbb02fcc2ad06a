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
 * All figures that are derived from a record's samples, for the page and for the terminal.
 *
 * <p>TB/h = logical bytes / 10^12 per hour of commit time; CPU-s/GB = all CPU seconds per logical
 * 10^9 bytes. Both are computed for each run. A figure is the median over the verified and
 * undisturbed runs, or over all verified runs if other programs disturbed all of them.
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

  /** Returns the variant with this id, if the record has it. */
  Optional<VariantFigures> find(String id) {
    return variants.stream().filter(f -> f.variant().id().equals(id)).findFirst();
  }

  /** Returns the ids of the variants that others are compared with. */
  public Set<String> baselines() {
    return variants.stream()
        .map(f -> f.variant().baseline())
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** Returns {@code 20 variants of 17 paths}, or {@code 17 paths} if each path has one variant. */
  public String counted() {
    long paths = variants.stream().map(f -> f.variant().path()).distinct().count();
    String words = paths + (paths == 1 ? " path" : " paths");
    return paths == variants.size() ? words : variants.size() + " variants of " + words;
  }

  /** Returns the variants with a verified run, the fastest first: the rows of the table. */
  public List<VariantFigures> measured() {
    return variants.stream().filter(figures -> figures.measured().isPresent()).toList();
  }

  /** Returns the first variant of each path whose variants share values of parameters. */
  public List<VariantFigures> sharing() {
    Set<String> paths = new HashSet<>();
    return variants.stream()
        .filter(figures -> !figures.sharedText().isEmpty() && paths.add(figures.variant().name()))
        .toList();
  }

  /** Returns an error line for each variant that was faster than its limit. */
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

  /** Returns the variants with a failed run, including warm-ups and start runs. */
  public List<VariantFigures> failed() {
    return variants.stream()
        .filter(f -> f.failedRuns() > 0 || !f.failedUncounted().isEmpty())
        .toList();
  }

  /** Returns the variants without any counted run, because the run ended before their turn. */
  public List<VariantFigures> notReached() {
    return variants.stream().filter(figures -> figures.samples().isEmpty()).toList();
  }

  /**
   * The best fully verified variants of one kind.
   *
   * @param cheapest the variant with the lowest CPU cost, among those with their database in it
   */
  public record Winners(Way way, VariantFigures fastest, VariantFigures cheapest) {
    public String title() {
      return "Fastest " + way;
    }

    /**
     * Returns a sentence that says why nothing won, or an empty text. Nothing wins if other
     * programs disturbed each run of the fastest variant.
     */
    public String noWinner() {
      return fastest.disturbed()
          ? "every run of %s was disturbed: no winner; end other programs and run again"
              .formatted(fastest.label())
          : "";
    }

    /** Returns {@code Fastest query: mapreduce-q1, 483 MB/s, 1.74 TB/h, 4.45 CPU-s/GB}. */
    String line() {
      String answer =
          "%s, %s MB/s, %s TB/h, %s CPU-s/GB%s"
              .formatted(
                  fastest.label(),
                  fastest.rate().inMbPerSecond().text(),
                  fastest.rate().text(),
                  fastest.cost().text(),
                  fastest.variant().clientOnly() ? ", client only" : "");
      return title() + ": " + (noWinner().isEmpty() ? answer : noWinner());
    }
  }

  /** Returns the winners into the database, out of it and of queries, if any. */
  public List<Winners> winners() {
    return Stream.of(Way.values())
        .flatMap(
            way -> {
              List<VariantFigures> its =
                  variants.stream().filter(f -> f.verified() && f.way() == way).toList();
              return its.stream()
                  .min(
                      Comparator.comparing((VariantFigures f) -> f.variant().clientOnly())
                          .thenComparing(f -> f.cost().median()))
                  .map(cheapest -> new Winners(way, its.get(0), cheapest))
                  .stream();
            })
        .toList();
  }

  /** Returns the kind of the ranges next to the medians; {@link Spread#RANGE} if mixed. */
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

  /** Returns the number of runs that other programs disturbed. */
  public long disturbedRuns() {
    return variants.stream().mapToLong(VariantFigures::disturbedRuns).sum();
  }

  /** Returns the number of repeated runs: further runs of a variant in the same round. */
  public long repeatedRuns() {
    return variants.stream().mapToLong(VariantFigures::repeatedRuns).sum();
  }

  public long verifiedRuns() {
    return variants.stream().mapToLong(VariantFigures::verifiedRuns).sum();
  }

  /** Returns the failed start runs and warm-ups, {@code 2 start runs failed}; may be empty. */
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
