package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import java.util.Comparator;
import java.util.Optional;

/**
 * A variant's start-up: the cost of one run on very few rows, so its spread is unknown. It is the
 * shortest run that other programs did not disturb; if all were disturbed, the shortest of all.
 *
 * @param rows the rows of the run
 * @param logicalBytes bytes of these rows
 * @param disturbed whether other programs disturbed it, so that it may be too long
 */
public record Start(
    long rows, long logicalBytes, double seconds, double cpuSeconds, boolean disturbed) {
  /** Minimum share of a figure without start-up; below it, the noise of the start is too large. */
  private static final double LEAST_LEFT = 0.2;

  /**
   * Returns the start of a variant; empty unless the record has a verified run on fewer rows than
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

  /** Subtracts it from the seconds of longer runs; empty if {@link #hides} has a reason. */
  public Optional<Estimate> takenOff(Quantity quantity, Estimate seconds) {
    return hides(quantity, seconds).isPresent()
        ? Optional.empty()
        : Optional.of(seconds.plus(-of(quantity)));
  }

  /** Returns why seconds of longer runs without it would be too uncertain, if so. */
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
        ? Optional.of(
            "the %s of its runs varies by more than the time without start-up".formatted(what))
        : Optional.empty();
  }

  private double of(Quantity quantity) {
    return quantity == Quantity.TIME ? seconds : cpuSeconds;
  }
}
