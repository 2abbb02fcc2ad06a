package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Start;

/**
 * The forecast of one load with unlimited ingest.
 *
 * @param seconds until all rows are committed
 * @param cpuSeconds of everything
 */
public record Forecast(double seconds, double cpuSeconds) {
  /** Forecasts the load of some logical bytes in a number of files. */
  public static Forecast of(CodecFigures codec, double cores, int files, double bytes) {
    CodecPlan codecPlan =
        CodecPlan.with(codec, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, cores, files);
    return new Forecast(
        codec.start().map(Start::seconds).orElse(0.0) + bytes / codecPlan.bytesPerSecond(),
        codec.start().map(Start::cpuSeconds).orElse(0.0)
            + bytes * codec.cpuSecondsPerByte().median());
  }
}
