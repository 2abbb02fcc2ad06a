package io.loadpath.benchmarks.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * The median of some samples, with an interval.
 *
 * <p>The interval goes from the k-th lowest to the k-th highest value. Each value is below the true
 * median with probability 1/2. So the interval misses the true median only if fewer than k of n
 * values are on one side, which has the probability 2 P(Binomial(n, 1/2) &lt; k). The largest k
 * within the wanted probability is used. (David and Nagaraja, <i>Order Statistics</i>, 3rd edition,
 * section 7.1.) The percentiles of a bootstrapped median are too narrow for few values: with six to
 * twenty values, they hold the median in 88 to 94 % of cases, not in 95 %.
 *
 * <p>With fewer than {@value #ENOUGH_SAMPLES} values, even the range from lowest to highest holds
 * the median in less than 95 % of cases (with five values, in 1 - 2/2^5 = 94 %). Then this range is
 * shown, and called a range.
 *
 * @param low lower end of the spread; the median itself for a single sample
 * @param high upper end of the spread
 */
public record Estimate(double median, double low, double high, Spread spread, int samples) {
  /** Minimum number of values for an interval of 95 %. */
  public static final int ENOUGH_SAMPLES = 6;

  /** Maximum share of intervals that miss the true median. */
  static final double MISSED = 0.05;

  /** The meaning of low and high. */
  public enum Spread {
    /** One sample: the spread is unknown. */
    NONE,
    /** Lowest to highest sample: too few for an interval of 95 %. */
    RANGE,
    /** An interval that holds the true median in at least 95 % of cases. */
    INTERVAL_95
  }

  /** Returns a value without a spread. */
  public static Estimate single(double value) {
    return new Estimate(value, value, value, Spread.NONE, 1);
  }

  /** Returns the median of one or more finite values, with an interval of 95 %. */
  public static Estimate of(double[] values) {
    return of(values, MISSED);
  }

  /**
   * Returns the median with an interval that misses it with a probability of at most {@code
   * missed}, or if there are too few values, with the range from lowest to highest.
   */
  static Estimate of(double[] values, double missed) {
    int n = values.length;
    double median = new Median().evaluate(values);
    if (n == 1) {
      return single(median);
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int k = Math.max(1, new BinomialDistribution(n, 0.5).inverseCumulativeProbability(missed / 2));
    Spread spread = n < ENOUGH_SAMPLES ? Spread.RANGE : Spread.INTERVAL_95;
    return new Estimate(median, sorted[k - 1], sorted[n - k], spread, n);
  }

  public Estimate plus(double more) {
    return new Estimate(median + more, low + more, high + more, spread, samples);
  }

  public Estimate times(double factor) {
    return new Estimate(median * factor, low * factor, high * factor, spread, samples);
  }

  /** Converts a rate from TB/h to MB/s. */
  public Estimate inMbPerSecond() {
    return times(1 / Units.MB_PER_SECOND);
  }

  /** Returns a number divided by the estimate. */
  public Estimate under(double dividend) {
    return new Estimate(dividend / median, dividend / high, dividend / low, spread, samples);
  }

  /**
   * Returns this estimate divided by another, of other runs. The spread goes from the lowest value
   * over the highest to the highest over the lowest, so it is wider than needed.
   */
  public Estimate over(Estimate other) {
    return new Estimate(
        median / other.median,
        low / other.high,
        high / other.low,
        spread.compareTo(other.spread) < 0 ? spread : other.spread,
        Math.min(samples, other.samples));
  }

  /** Returns the median with three significant digits. */
  public String text() {
    return Numbers.threeDigits(median);
  }

  /** Returns the spread as text, {@code 0.62–0.65}; empty for a single sample. */
  public String spreadText() {
    if (spread == Spread.NONE) {
      return "";
    }
    int decimals = Numbers.decimals(median);
    return Numbers.fixed(low, decimals) + "–" + Numbers.fixed(high, decimals);
  }

  /** Returns median and spread as text: {@code 0.640 (0.620–0.650)}. */
  public String textWithSpread() {
    return spread == Spread.NONE ? text() : text() + " (" + spreadText() + ")";
  }

  /** Returns all figures unrounded, for a tooltip. */
  public String raw(String unit) {
    String text = Numbers.raw(median) + " " + unit + ", median of " + samples;
    return switch (spread) {
      case NONE -> Numbers.raw(median) + " " + unit + ", one run";
      case RANGE -> text + ", from " + Numbers.raw(low) + " to " + Numbers.raw(high);
      case INTERVAL_95 -> text + ", 95 % interval " + Numbers.raw(low) + " to " + Numbers.raw(high);
    };
  }
}
