package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.Sample.Resources;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Units;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Figures over several runs of one variant.
 *
 * @param loadRateTbPerHour logical bytes per hour of commit time
 * @param cpuCostSecondsPerGb all CPU time per logical GB
 * @param calibratedCpuCost median CPU cost divided by the seconds of the machine's calibration;
 *     empty without a calibration
 * @param durableSeconds empty unless every run measured it
 * @param stages the median CPU cost, split by the stages' shares over all runs
 */
public record Measured(
    Estimate loadRateTbPerHour,
    Estimate cpuCostSecondsPerGb,
    Optional<Double> calibratedCpuCost,
    Estimate commitSeconds,
    Optional<Estimate> durableSeconds,
    Map<String, StageCost> stages,
    Usage usage) {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double BYTES_PER_TB = 1e12;

  /** The CPU-s/GB of one stage. */
  public record StageCost(double userSecondsPerGb, double systemSecondsPerGb) {
    public double secondsPerGb() {
      return userSecondsPerGb + systemSecondsPerGb;
    }
  }

  /** Medians over the runs that have the figure; null if no run has it. */
  public record Usage(
      Long peakMemoryBytes,
      Long readBytes,
      Long writtenBytes,
      Long contextSwitches,
      Double foreignShare) {
    public boolean known() {
      return peakMemoryBytes != null
          || readBytes != null
          || writtenBytes != null
          || contextSwitches != null;
    }
  }

  /** Returns the figures of some runs of a variant; empty without a run. */
  static Optional<Measured> of(List<Sample> runs, RunRecord record, VariantInfo variant) {
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    long bytes = record.datasetOf(variant).logicalBytes();
    double hours = Units.NANOS_PER_SECOND * SECONDS_PER_HOUR;
    Estimate rate = each(runs, s -> bytes / BYTES_PER_TB / (s.wallNanos() / hours));
    Estimate cost =
        each(runs, s -> s.cpuNanos() / Units.NANOS_PER_SECOND / (bytes / Units.BYTES_PER_GB));
    boolean durable = runs.stream().allMatch(s -> s.durableNanos() != null);
    return Optional.of(
        new Measured(
            rate,
            cost,
            Optional.ofNullable(record.environment().calibration())
                .map(c -> cost.median() / (c.wallNanos() / Units.NANOS_PER_SECOND)),
            each(runs, s -> s.wallNanos() / Units.NANOS_PER_SECOND),
            durable
                ? Optional.of(each(runs, s -> s.durableNanos() / Units.NANOS_PER_SECOND))
                : Optional.empty(),
            stages(runs, cost.median()),
            usage(runs)));
  }

  private static Estimate each(List<Sample> runs, ToDoubleFunction<Sample> figure) {
    return Estimate.of(runs.stream().mapToDouble(figure).toArray());
  }

  private static Map<String, StageCost> stages(List<Sample> runs, double cost) {
    Map<String, long[]> nanos = new LinkedHashMap<>();
    for (Sample run : runs) {
      for (StageCpu stage : run.cpu()) {
        long[] sums = nanos.computeIfAbsent(stage.label(), name -> new long[2]);
        sums[0] += stage.userNanos();
        sums[1] += stage.systemNanos();
      }
    }
    double total = nanos.values().stream().mapToDouble(sums -> sums[0] + sums[1]).sum();
    Map<String, StageCost> stages = new LinkedHashMap<>();
    nanos.forEach(
        (stage, sums) ->
            stages.put(
                stage,
                total == 0
                    ? new StageCost(0, 0)
                    : new StageCost(cost * sums[0] / total, cost * sums[1] / total)));
    return stages;
  }

  private static Usage usage(List<Sample> runs) {
    return new Usage(
        rounded(median(runs, Sample::resources, Resources::peakMemoryBytes)),
        rounded(median(runs, Sample::resources, Resources::readBytes)),
        rounded(median(runs, Sample::resources, Resources::writtenBytes)),
        rounded(median(runs, Sample::machine, MachineLoad::contextSwitches)),
        median(runs, Function.identity(), Sample::foreignShare));
  }

  private static Long rounded(Double value) {
    return value == null ? null : (Long) Math.round(value);
  }

  private static <T> Double median(
      List<Sample> runs, Function<Sample, T> part, Function<T, ? extends Number> figure) {
    double[] known =
        runs.stream()
            .map(part)
            .filter(Objects::nonNull)
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Number::doubleValue)
            .toArray();
    return known.length == 0 ? null : (Double) Estimate.of(known).median();
  }
}
