package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * A variant compared with its baseline in one record, paired by round. A slow time of the machine
 * hits both, and cancels out in the ratio.
 *
 * <p>The typical ratio is the median of the rounds' ratios; its interval is exact. The interval
 * assumes only one thing: of two equal variants, each is equally likely to be the slower one of a
 * round, whatever the noise. An outlier counts as one round, however slow it was.
 *
 * @param time ratio of the commit times
 * @param cpu ratio of the CPU times; empty if no round counted CPU time, or if only one of the two
 *     has its database in it
 */
public record Comparison(String variant, String baseline, Ratio time, Optional<Ratio> cpu) {
  /**
   * Compares a variant with its baseline in the record.
   *
   * @return empty if it has none, or if no round has verified and undisturbed runs of both
   */
  public static Optional<Comparison> of(RunRecord record, VariantInfo variant) {
    return variant.baseline() == null
        ? Optional.empty()
        : of(record, variant.id(), variant.baseline());
  }

  /**
   * Compares two variants of a record.
   *
   * @return empty if no round has verified and undisturbed runs of both
   */
  public static Optional<Comparison> of(RunRecord record, String variant, String baseline) {
    Map<Integer, Sample> samples = samplesByRound(record, variant);
    Map<Integer, Sample> others = samplesByRound(record, baseline);
    return ratio(Quantity.TIME, samples, others, Sample::wallNanos)
        .map(
            time ->
                new Comparison(
                    variant,
                    baseline,
                    time,
                    record.clientOnly(variant) == record.clientOnly(baseline)
                        ? ratio(Quantity.CPU, samples, others, Sample::cpuNanos)
                        : Optional.empty()));
  }

  private static Map<Integer, Sample> samplesByRound(RunRecord record, String variant) {
    Map<Integer, Sample> byRound = new TreeMap<>();
    CountedSamples.of(record, variant)
        .undisturbed()
        .forEach(sample -> byRound.putIfAbsent(sample.round(), sample));
    return byRound;
  }

  private static Optional<Ratio> ratio(
      Quantity quantity,
      Map<Integer, Sample> samples,
      Map<Integer, Sample> others,
      ToDoubleFunction<Sample> figure) {
    double[] ratios =
        samples.keySet().stream()
            .filter(others::containsKey)
            .filter(round -> figure.applyAsDouble(others.get(round)) > 0)
            .mapToDouble(
                round ->
                    figure.applyAsDouble(samples.get(round))
                        / figure.applyAsDouble(others.get(round)))
            .toArray();
    return ratios.length == 0 ? Optional.empty() : Optional.of(Ratio.paired(quantity, ratios));
  }
}
