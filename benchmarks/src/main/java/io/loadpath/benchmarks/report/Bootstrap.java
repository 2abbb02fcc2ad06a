package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.report.Estimate.Spread;
import java.util.Arrays;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.hipparchus.stat.descriptive.rank.Median;
import org.hipparchus.stat.descriptive.rank.Percentile;

/**
 * Medians with their spread.
 *
 * <p>From {@value #ENOUGH_SAMPLES} samples on the spread is the percentile bootstrap interval of 95
 * % of the median. Below that no interval of a median reaches 95 % (lowest to highest of five holds
 * it in 1 - 2/2^5 = 94 % of cases), so lowest to highest is given and called that.
 */
final class Bootstrap {
  static final int ENOUGH_SAMPLES = 6;
  private static final int RESAMPLES = 2_000;

  private final long seed;

  /**
   * @param seed the same seed gives the same intervals
   */
  Bootstrap(long seed) {
    this.seed = seed;
  }

  /** The median of one or more finite values. */
  Estimate median(double[] values) {
    double median = new Median().evaluate(values);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (values.length == 1) {
      return new Estimate(median, median, median, Spread.NONE, 1);
    }
    if (values.length < ENOUGH_SAMPLES) {
      return new Estimate(
          median, sorted[0], sorted[sorted.length - 1], Spread.RANGE, sorted.length);
    }
    double[] medians = resampledMedians(sorted);
    return new Estimate(
        median,
        new Percentile(2.5).evaluate(medians),
        new Percentile(97.5).evaluate(medians),
        Spread.INTERVAL_95,
        sorted.length);
  }

  private double[] resampledMedians(double[] values) {
    RandomGenerator random = new Well19937c(seed);
    Median median = new Median();
    double[] medians = new double[RESAMPLES];
    double[] resample = new double[values.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < resample.length; j++) {
        resample[j] = values[random.nextInt(values.length)];
      }
      medians[i] = median.evaluate(resample);
    }
    return medians;
  }
}
