package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.statistics.Estimate.Spread;
import java.util.Arrays;
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

  /** The median of ratios that were taken in pairs, with the exact interval of {@link Medians}. */
  static Ratio paired(Quantity quantity, double[] ratios) {
    return new Ratio(quantity, Medians.of(ratios, MISSED));
  }

  /**
   * The median of all ratios of one of {@code values} to one of {@code others}, which were not
   * taken in pairs, with the exact interval of Hodges and Lehmann: from the k-th lowest of these
   * ratios to the k-th highest, where k follows from the distribution of {@link RankSum}.
   * (Hollander, Wolfe and Chicken, <i>Nonparametric Statistical Methods</i>, 3rd edition, section
   * 4.3, on logarithms.)
   */
  static Ratio unpaired(Quantity quantity, double[] values, double[] others) {
    double[] ratios = new double[values.length * others.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = values[i / others.length] / others[i % others.length];
    }
    Arrays.sort(ratios);
    int k = Math.max(1, RankSum.largestBelow(values.length, others.length, MISSED));
    boolean enough = RankSum.largestBelow(values.length, others.length, Medians.MISSED) > 0;
    Spread spread = enough ? Spread.INTERVAL_95 : ratios.length == 1 ? Spread.NONE : Spread.RANGE;
    int rounds = Math.min(values.length, others.length);
    return new Ratio(
        quantity,
        new Estimate(
            new Median().evaluate(ratios),
            ratios[k - 1],
            ratios[ratios.length - k],
            spread,
            rounds));
  }

  /** The verdict that the interval of the ratio allows. */
  public Verdict verdict() {
    if (estimate.spread() != Estimate.Spread.INTERVAL_95) {
      return Verdict.TOO_FEW_ROUNDS;
    }
    if (estimate.high() < 1) {
      return Verdict.FASTER;
    }
    return estimate.low() > 1 ? Verdict.SLOWER : Verdict.NO_DIFFERENCE_SHOWN;
  }

  /** The verdict for a reader: {@code slower}, {@code less CPU}, {@code no difference shown}. */
  public String words() {
    return estimate.samples() == 1 ? "only 1 round" : verdict().words(quantity);
  }

  /** The ratio and its spread as they are shown: {@code 1.05 (1.03–1.07)}. */
  public String text() {
    return estimate.textWithSpread();
  }
}
