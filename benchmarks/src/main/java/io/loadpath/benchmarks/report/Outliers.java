package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.Sample;
import java.util.List;
import org.hipparchus.stat.descriptive.rank.Percentile;

/**
 * The runs of one variant whose commit time is unusual. They are marked and stay in the figures: a
 * median bears them.
 *
 * <p>From {@value #ENOUGH_RUNS} verified runs on, a run is an outlier when it lies more than 1.5
 * interquartile ranges outside the quartiles; with fewer, when it is more than 20 % off the median.
 * Quartiles are interpolated between the nearest runs.
 *
 * @param low seconds below which a run is an outlier
 * @param high seconds above which a run is an outlier
 */
record Outliers(double low, double high) {
  static final int ENOUGH_RUNS = 4;
  private static final double RANGES = 1.5;
  private static final double OFF_THE_MEDIAN = 0.2;
  private static final double NANOS_PER_SECOND = 1e9;

  static Outliers of(VariantFigures f) {
    List<Sample> runs = f.samples().stream().filter(Sample::verified).toList();
    if (runs.isEmpty()) {
      return new Outliers(0, Double.POSITIVE_INFINITY);
    }
    double[] seconds =
        runs.stream().mapToDouble(run -> run.wallNanos() / NANOS_PER_SECOND).toArray();
    Percentile percentile = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
    percentile.setData(seconds);
    if (seconds.length < ENOUGH_RUNS) {
      double median = percentile.evaluate(50);
      return new Outliers((1 - OFF_THE_MEDIAN) * median, (1 + OFF_THE_MEDIAN) * median);
    }
    double lower = percentile.evaluate(25);
    double upper = percentile.evaluate(75);
    double margin = RANGES * (upper - lower);
    return new Outliers(lower - margin, upper + margin);
  }

  /** Whether a run is an outlier; a warm-up or a failed run never is. */
  boolean contain(Sample run) {
    if (!run.counted() || !run.verified()) {
      return false;
    }
    double seconds = run.wallNanos() / NANOS_PER_SECOND;
    return seconds < low || seconds > high;
  }
}
