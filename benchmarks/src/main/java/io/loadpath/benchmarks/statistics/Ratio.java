package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.statistics.Estimate.Spread;
import java.util.Arrays;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.descriptive.rank.Median;

/**
 * One side divided by another, in one quantity.
 *
 * <p>The interval misses the true ratio in at most {@value #MISSED} of cases (six rounds: 0.031),
 * so that those of time and of CPU hold together in 95 %.
 *
 * @param estimate the typical ratio, below 1 when the compared side needs less
 */
public record Ratio(Quantity quantity, Estimate estimate) {
  private static final double MISSED = 0.025;

  /** The normal approximation is as good for larger samples. */
  private static final int LARGEST_EXACT = 50;

  /** What is compared; less of it is better. */
  public enum Quantity {
    /** Seconds until all rows were committed. */
    TIME,
    /** CPU-seconds of everything that worked for the run. */
    CPU
  }

  /** What a comparison shows. */
  public enum Verdict {
    /** The interval of the ratio lies below 1. */
    FASTER("faster", "less CPU"),
    /** The interval of the ratio lies above 1. */
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

  /** The median of ratios that were taken in pairs, with the exact interval of {@link Estimate}. */
  static Ratio paired(Quantity quantity, double[] ratios) {
    return new Ratio(quantity, Estimate.of(ratios, MISSED));
  }

  /**
   * The median of all ratios of one of {@code values} to one of {@code others}, which were not
   * taken in pairs, with the exact interval of Hodges and Lehmann: from the k-th lowest of these
   * ratios to the k-th highest, where k follows from the distribution of the rank sum. (Hollander,
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
   * The largest k for which 2 P(U &lt; k) is {@code missed} at most; 0 when there is none. U is
   * Mann and Whitney's: of all pairs of a value of one sample and one of another, in how many the
   * first is the smaller one, when both come from the same population.
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

  /** In how many orders of all values U is 0, 1, 2, … */
  private static double[] ways(int samples, int others) {
    // chosen[k][u]: ways to give k of the ranks so far to the first sample with the sum u, where a
    // rank counts from 0 and the least possible sum is taken off
    double[][] chosen = new double[samples + 1][samples * others + 1];
    chosen[0][0] = 1;
    for (int rank = 0; rank < samples + others; rank++) {
      for (int k = Math.min(rank + 1, samples); k >= 1; k--) {
        int above = rank - (k - 1); // values of the other sample that stand below this rank
        for (int u = samples * others; u >= above; u--) {
          chosen[k][u] += chosen[k - 1][u - above];
        }
      }
    }
    return chosen[samples];
  }

  /** The verdict that the interval of the ratio allows. */
  public Verdict verdict() {
    if (estimate.spread() != Spread.INTERVAL_95) {
      return Verdict.TOO_FEW_ROUNDS;
    }
    if (estimate.high() < 1) {
      return Verdict.FASTER;
    }
    return estimate.low() > 1 ? Verdict.SLOWER : Verdict.NO_DIFFERENCE_SHOWN;
  }

  /** The verdict for a reader: {@code slower}, {@code less CPU}, {@code no difference shown}. */
  public String words() {
    if (estimate.samples() == 1) {
      return "only 1 round";
    }
    return quantity == Quantity.TIME ? verdict().ofTime : verdict().ofCpu;
  }

  /** The ratio and its spread as they are shown: {@code 1.05 (1.03–1.07)}. */
  public String text() {
    return estimate.textWithSpread();
  }
}
