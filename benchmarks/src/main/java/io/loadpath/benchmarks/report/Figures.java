package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.report.VariantFigures.Measured;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Medians;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Everything that is derived from a record's samples, for the page and for the terminal.
 *
 * <p>TB/h = logical bytes / 10^12 per hour of commit time; CPU-s/GB = CPU seconds of everything per
 * logical 10^9 bytes; both are computed per run, then the median over the verified runs is taken.
 *
 * @param variants the fastest first; those without a verified run last, in the record's order
 */
public record Figures(List<VariantFigures> variants) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double BYTES_PER_GB = 1e9;
  private static final double BYTES_PER_TB = 1e12;

  public static Figures of(RunRecord record) {
    Map<String, String> labels = Labels.of(record.variants());
    Map<String, List<Sample>> samplesByVariant = countedSamples(record);
    List<VariantFigures> sorted = new ArrayList<>();
    for (VariantInfo variant : record.variants()) {
      DatasetInfo dataset = record.datasetOf(variant);
      List<Sample> samples = samplesByVariant.get(variant.id());
      List<Sample> verified = samples.stream().filter(Sample::verified).toList();
      List<Sample> ended = verified.isEmpty() ? endedButWrong(samples) : List.of();
      sorted.add(
          new VariantFigures(
              0,
              labels.get(variant.id()),
              variant,
              dataset,
              samples,
              measured(verified, dataset.logicalBytes()),
              measured(ended, dataset.logicalBytes())));
    }
    sorted.sort(FASTEST_FIRST);
    return new Figures(ranked(sorted));
  }

  private static final Comparator<VariantFigures> FASTEST_FIRST =
      Comparator.comparingDouble(
          figures -> figures.measured().map(m -> -m.loadRateTbPerHour().median()).orElse(1.0));

  /** Variants with at least one verified run, the fastest first: the rows of the table. */
  public List<VariantFigures> measured() {
    return variants.stream().filter(figures -> figures.measured().isPresent()).toList();
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
        .min(
            Comparator.comparingDouble(
                figures -> figures.measured().orElseThrow().cpuCostSecondsPerGb().median()));
  }

  /** What the ranges beside the medians are; {@link Estimate.Spread#RANGE} when they are mixed. */
  public Estimate.Spread spread() {
    List<Estimate.Spread> kinds =
        measured().stream()
            .map(figures -> figures.measured().orElseThrow().loadRateTbPerHour().spread())
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

  public long verifiedRuns() {
    return variants.stream().mapToLong(VariantFigures::verifiedRuns).sum();
  }

  private static Map<String, List<Sample>> countedSamples(RunRecord record) {
    Map<String, List<Sample>> byVariant = new LinkedHashMap<>();
    record.variants().forEach(variant -> byVariant.put(variant.id(), new ArrayList<>()));
    record.samples().stream()
        .filter(sample -> !sample.warmup())
        .sorted(Comparator.comparingInt(Sample::position))
        .forEach(sample -> byVariant.get(sample.variant()).add(sample));
    return byVariant;
  }

  private static List<Sample> endedButWrong(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.error() != null && sample.error().step().equals("verify"))
        .filter(sample -> sample.wallNanos() != null && sample.cpu() != null)
        .toList();
  }

  private static Optional<Measured> measured(List<Sample> samples, long logicalBytes) {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    double hours = NANOS_PER_SECOND * SECONDS_PER_HOUR;
    Estimate rate =
        Medians.of(each(samples, s -> logicalBytes / BYTES_PER_TB / (s.wallNanos() / hours)));
    Estimate cost =
        Medians.of(
            each(samples, s -> s.cpuNanos() / NANOS_PER_SECOND / (logicalBytes / BYTES_PER_GB)));
    Estimate seconds = Medians.of(each(samples, s -> s.wallNanos() / NANOS_PER_SECOND));
    return Optional.of(new Measured(rate, cost, seconds, stages(samples, cost.median())));
  }

  private static double[] each(List<Sample> samples, ToDoubleFunction<Sample> figure) {
    return samples.stream().mapToDouble(figure).toArray();
  }

  private static Map<String, Double> stages(List<Sample> samples, double cost) {
    Map<String, Double> nanos = new LinkedHashMap<>();
    for (Sample sample : samples) {
      for (StageCpu stage : sample.cpu()) {
        nanos.merge(stage.stage(), (double) stage.totalNanos(), Double::sum);
      }
    }
    double total = nanos.values().stream().mapToDouble(Double::doubleValue).sum();
    nanos.replaceAll((stage, sum) -> total == 0 ? 0 : cost * sum / total);
    return nanos;
  }

  private static List<VariantFigures> ranked(List<VariantFigures> sorted) {
    List<VariantFigures> ranked = new ArrayList<>();
    for (VariantFigures f : sorted) {
      int rank = f.measured().isPresent() ? ranked.size() + 1 : 0;
      ranked.add(
          new VariantFigures(
              rank, f.label(), f.variant(), f.dataset(), f.samples(), f.measured(), f.unproven()));
    }
    return List.copyOf(ranked);
  }
}
