package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.statistics.Estimate.Spread;
import java.util.Arrays;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * The ratio of two sides in one quantity.
 *
 * <p>The interval misses the true ratio in at most {@value #MISSED} of cases (six rounds: 0.031).
 * So the intervals of time and CPU hold together in 95 % of cases.
 *
 * @param estimate the typical ratio, below 1 if the compared side needs less
 */
public record Ratio(Quantity quantity, Estimate estimate) {
  private static final double MISSED = 0.025;

  /** Maximum size of exact samples; for larger ones, the normal approximation is as good. */
  private static final int LARGEST_EXACT = 50;

  /** The compared quantity; less is better. */
  public enum Quantity {
    /** Seconds until all rows were committed. */
    TIME,
    /** CPU-seconds of all processes that worked for the run. */
    CPU
  }

  /** The result of a comparison. */
  public enum Verdict {
    /** The whole interval of the ratio is below 1. */
    FASTER("faster", "less CPU"),
    /** The whole interval of the ratio is above 1. */
    SLOWER("slower", "more CPU"),
    /** The interval holds 1: there may be a difference, but these rounds do not show it. */
    NO_DIFFERENCE_SHOWN("no difference shown", "no difference shown"),
    /** Too few rounds for an interval of 95 %. */
    TOO_FEW_ROUNDS("too few rounds", "too few rounds");

    private final String ofTime;
    private final String ofCpu;

    Verdict(String ofTime, String ofCpu) {
      this.ofTime = ofTime;
      this.ofCpu = ofCpu;
    }
  }

  /** Returns the median of paired ratios, with the exact interval of {@link Estimate}. */
  static Ratio paired(Quantity quantity, double[] ratios) {
    return new Ratio(quantity, Estimate.of(ratios, MISSED));
  }

  /**
   * Returns the median of all ratios of one of {@code values} to one of {@code others}, which are
   * not paired. The interval of Hodges and Lehmann is exact: it goes from the k-th lowest of these
   * ratios to the k-th highest, and k follows from the distribution of the rank sum. (Hollander,
   * Wolfe and Chicken, <i>Nonparametric Statistical Methods</i>, 3rd edition, section 4.3, on
   * logarithms.)
   */
  static Ratio unpaired(Quantity quantity, double[] values, double[] others) {
    double[] ratios = new double[values.length * others.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i / others.length] / others[i % others.length];
    }
    Arrays.sort(ratios);
    int k = Math.max(1, largestBelow(values.length, others.length, MISSED));
    boolean enough = largestBelow(values.length, others.length, Estimate.MISSED) > 0;
    Spread spread = enough ? Spread.INTERVAL_95 : ratios.length == 1 ? Spread.NONE : Spread.RANGE;
    return new Ratio(
        quantity,
        new Estimate(
            new Median().evaluate(ratios),
            ratios[k - 1],
            ratios[ratios.length - k],
            spread,
            Math.min(values.length, others.length)));
  }

  /**
   * Returns the largest k for which 2 P(U &lt; k) is at most {@code missed}; 0 if there is none. U
   * is Mann and Whitney's statistic: the number of pairs, one value of each sample, in which the
   * first value is smaller, if both samples come from the same population.
   */
  static int largestBelow(int samples, int others, double missed) {
    if (Math.max(samples, others) > LARGEST_EXACT) {
      double pairs = (double) samples * others;
      double deviation = Math.sqrt(pairs * (samples + others + 1) / 12);
      NormalDistribution u = new NormalDistribution(pairs / 2, deviation);
      return (int) Math.floor(u.inverseCumulativeProbability(missed / 2) + 0.5);
    }
    double[] ways = ways(samples, others);
    double tail = Arrays.stream(ways).sum() * missed / 2;
    int k = 0;
    while (ways[k] <= tail) {
      tail -= ways[k];
      k++;
    }
    return k;
  }

  /** Returns the numbers of orders of all values in which U is 0, 1, 2, … */
  private static double[] ways(int samples, int others) {
    // chosen[k][u]: ways to give k of the ranks so far to the first sample with the sum u; ranks
    // count from 0, and the smallest possible sum is subtracted
    double[][] chosen = new double[samples + 1][samples * others + 1];
    chosen[0][0] = 1;
    for (int rank = 0; rank < samples + others; rank++) {
      for (int k = Math.min(rank + 1, samples); k >= 1; k--) {
        int above = rank - (k - 1); // values of the other sample below this rank
        for (int u = samples * others; u >= above; u--) {
          chosen[k][u] += chosen[k - 1][u - above];
        }
      }
    }
    return chosen[samples];
  }

  /** Returns the verdict that follows from the interval of the ratio. */
  public Verdict verdict() {
    if (estimate.spread() != Spread.INTERVAL_95) {
      return Verdict.TOO_FEW_ROUNDS;
    }
    if (estimate.high() < 1) {
      return Verdict.FASTER;
    }
    return estimate.low() > 1 ? Verdict.SLOWER : Verdict.NO_DIFFERENCE_SHOWN;
  }

  /** Returns the verdict as text: {@code slower}, {@code less CPU}, {@code no difference shown}. */
  public String words() {
    if (estimate.samples() == 1) {
      return "only 1 round";
    }
    return quantity == Quantity.TIME ? verdict().ofTime : verdict().ofCpu;
  }

  /** Returns the ratio and its spread as text: {@code 1.05 (1.03–1.07)}. */
  public String text() {
    return estimate.textWithSpread();
  }
}
