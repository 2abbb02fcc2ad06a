package io.loadpath.benchmarks.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * The distribution of Mann and Whitney's U: of all pairs of a value of one sample and one of
 * another, in how many the first is the smaller one, when both come from the same population.
 */
final class RankSum {
  /** The normal approximation is as good for larger samples. */
  private static final int LARGEST_EXACT = 50;

  private RankSum() {}

  /** The largest k for which 2 P(U &lt; k) is {@code missed} at most; 0 when there is none. */
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
}
