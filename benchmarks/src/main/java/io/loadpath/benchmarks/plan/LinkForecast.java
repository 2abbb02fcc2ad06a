package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.RunRecord;
import java.util.Objects;
import java.util.Optional;

/**
 * Forecasts loads from files that cross a link. It knows the record's loads without a network, the
 * link's measured rate, and the CPU time to fetch a file, but no load over a link.
 *
 * @param figures of the loads without a network
 * @param fetchSecondsPerByte CPU time of sender, receiver and kernel for a byte of a file; 0 if it
 *     was not measured
 */
public record LinkForecast(LoadFigures figures, double fetchSecondsPerByte) {
  /**
   * How sharply a load turns from the link's rate to the machine's. Near both, a chunk waits now
   * for the link, now for a core, so the load is slower than either: 0.79 of both where they are
   * equal. Fitted to six loads of a run of the suite {@code network} over 100 Mbit/s.
   */
  private static final double SHARPNESS = 3;

  private static final double NANOS_PER_MB_PER_SECOND_PER_BYTE = 1e15;

  /** Returns the forecast of a record; empty if it has no load without a network. */
  public static Optional<LinkForecast> of(RunRecord record) {
    double fetch =
        record.network().stream()
            .map(LinkInfo::fetchCpuNanosPerMb)
            .filter(Objects::nonNull)
            .mapToDouble(nanos -> nanos / NANOS_PER_MB_PER_SECOND_PER_BYTE)
            .findFirst()
            .orElse(0);
    return RecordFigures.find(record).map(figures -> new LinkForecast(figures, fetch));
  }

  /**
   * Returns the forecast rate of a load in logical bytes per second, without its start if that is
   * known; empty if no such files were loaded without a network.
   *
   * @param data the load's files
   * @param linkBytesPerSecond the link's measured rate; infinite without a limit
   */
  public Optional<Double> bytesPerSecond(DatasetInfo data, double linkBytesPerSecond) {
    return figures.codecs().stream()
        .filter(codec -> codec.inflater() == null && codec.codec().equals(data.codec()))
        .findFirst()
        .map(codec -> codec.fetched(fetchSecondsPerByte))
        .map(
            codec ->
                both(
                    codec.bytesPerSecond(figures.cores(), data.files(), Double.POSITIVE_INFINITY),
                    codec.ratio() * linkBytesPerSecond));
  }

  private static double both(double machine, double link) {
    return Math.pow(Math.pow(machine, -SHARPNESS) + Math.pow(link, -SHARPNESS), -1 / SHARPNESS);
  }
}
