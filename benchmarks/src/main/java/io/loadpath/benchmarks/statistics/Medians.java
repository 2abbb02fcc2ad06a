package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.statistics.Estimate.Spread;
import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * Medians with their spread.
 *
 * <p>The interval goes from the k-th lowest to the k-th highest value. Each value is below the true
 * median with probability 1/2, so the interval misses it only when fewer than k of n values are on
 * one side: 2 P(Binomial(n, 1/2) &lt; k), and k is the largest that keeps this within the wanted
 * bound. (David and Nagaraja, <i>Order Statistics</i>, 3rd edition, section 7.1.) The percentiles
 * of a bootstrapped median are order statistics too, but chosen by an approximation that is too
 * narrow for few values: of six to twenty values they hold the median in 88 to 94 % of cases, not
 * in 95 %.
 *
 * <p>Below {@value #ENOUGH_SAMPLES} values not even lowest to highest holds in 95 % of cases (of
 * five in 1 - 2/2^5 = 94 %), so that range is given and called a range.
 */
public final class Medians {
  /** With fewer values no interval reaches 95 %. */
  public static final int ENOUGH_SAMPLES = 6;

  /** The largest share of intervals that miss the true median. */
  static final double MISSED = 0.05;

  private Medians() {}

  /** The median of one or more finite values, with an interval that holds it in 95 % of cases. */
  public static Estimate of(double[] values) {
    return of(values, MISSED);
  }

  /**
   * The median with an interval that misses it with probability {@code missed} at most, or with
   * that of lowest to highest where this is more.
   */
  static Estimate of(double[] values, double missed) {
    double median = new Median().evaluate(values);
    if (values.length == 1) {
      return new Estimate(median, median, median, Spread.NONE, 1);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int k = Math.max(1, new BinomialDistribution(n, 0.5).inverseCumulativeProbability(missed / 2));
    Spread spread = n < ENOUGH_SAMPLES ? Spread.RANGE : Spread.INTERVAL_95;
    return new Estimate(median, sorted[k - 1], sorted[n - k], spread, n);
  }
}
