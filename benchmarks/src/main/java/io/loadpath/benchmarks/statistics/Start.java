package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import java.util.Comparator;
import java.util.Optional;

/**
 * A variant's start-up: what it takes on next to no data. It is one run, so its spread is not
 * known: the shortest of those that other programs did not disturb, or else of all.
 *
 * @param rows that it took
 * @param logicalBytes of these rows
 * @param disturbed whether other programs disturbed it, so that it may be too long
 */
public record Start(
    long rows, long logicalBytes, double seconds, double cpuSeconds, boolean disturbed) {
  /** Of less than this share of a figure, the noise of the one start would be too large a part. */
  private static final double LEAST_LEFT = 0.2;

  /**
   * Returns the start of a variant; empty unless the record has a verified run of it, on less than
   * its data.
   */
  public static Optional<Start> of(RunRecord record, VariantInfo variant) {
    return record.samples().stream()
        .filter(s -> s.start() && s.verified() && s.variant().equals(variant.id()))
        .min(Comparator.comparing(Sample::disturbed).thenComparing(Sample::wallNanos))
        .flatMap(
            s ->
                record.datasets().stream()
                    .filter(data -> data.id().equals(variant.startDataset()))
                    .findFirst()
                    .filter(data -> data.logicalBytes() < record.datasetOf(variant).logicalBytes())
                    .map(
                        data ->
                            new Start(
                                data.rows(),
                                data.logicalBytes(),
                                s.wallNanos() / Units.NANOS_PER_SECOND,
                                s.cpuNanos() / Units.NANOS_PER_SECOND,
                                s.disturbed())));
  }

  /** Returns what it takes off the seconds of longer runs; empty where {@link #hides} says why. */
  public Optional<Estimate> takenOff(Quantity quantity, Estimate seconds) {
    return hides(quantity, seconds).isPresent()
        ? Optional.empty()
        : Optional.of(seconds.plus(-of(quantity)));
  }

  /** Returns why nothing sure is left of the seconds of longer runs without it, if so. */
  public Optional<String> hides(Quantity quantity, Estimate seconds) {
    String what = quantity == Quantity.TIME ? "time" : "CPU time";
    double left = seconds.median() - of(quantity);
    if (seconds.median() == 0) {
      return Optional.of("its " + what + " was not counted");
    }
    if (left < LEAST_LEFT * seconds.median()) {
      double share = 100 * of(quantity) / seconds.median();
      return Optional.of("start-up is %s %% of its %s".formatted(Numbers.fixed(share, 0), what));
    }
    return left <= seconds.high() - seconds.low()
        ? Optional.of("the %s of its runs differs by more than start-up leaves".formatted(what))
        : Optional.empty();
  }

  private double of(Quantity quantity) {
    return quantity == Quantity.TIME ? seconds : cpuSeconds;
  }
}
