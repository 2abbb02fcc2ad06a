package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import io.loadpath.benchmarks.statistics.Start;
import io.loadpath.benchmarks.statistics.Units;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A variant's start-up and its figures without it: (bytes of its data − bytes of the start's) over
 * (time − time of the start), CPU cost likewise.
 *
 * @param loadRateTbPerHour empty if it would be too uncertain
 * @param cpuCostSecondsPerGb empty if it would be too uncertain
 * @param reasons why a figure is empty; none if both have values
 */
public record WithoutStart(
    Start start,
    Optional<Estimate> loadRateTbPerHour,
    Optional<Estimate> cpuCostSecondsPerGb,
    List<String> reasons) {

  /** Returns the figures; empty unless the record has a verified start of the variant. */
  static Optional<WithoutStart> of(Measured measured, RunRecord record, VariantInfo variant) {
    return Start.of(record, variant)
        .map(start -> of(start, measured, record.datasetOf(variant).logicalBytes()));
  }

  private static WithoutStart of(Start start, Measured measured, long bytes) {
    double gigabytes = (bytes - start.logicalBytes()) / Units.BYTES_PER_GB;
    Estimate time = measured.commitSeconds();
    Estimate cpu = measured.cpuCostSecondsPerGb().times(bytes / Units.BYTES_PER_GB);
    return new WithoutStart(
        start,
        start
            .takenOff(Quantity.TIME, time)
            .map(left -> left.under(gigabytes * Units.GB_PER_SECOND)),
        start.takenOff(Quantity.CPU, cpu).map(left -> left.times(1 / gigabytes)),
        Stream.of(start.hides(Quantity.TIME, time), start.hides(Quantity.CPU, cpu))
            .flatMap(Optional::stream)
            .toList());
  }
}
