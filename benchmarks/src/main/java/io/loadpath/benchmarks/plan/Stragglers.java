package io.loadpath.benchmarks.plan;

import java.util.Arrays;

/**
 * How much longer the slowest of many nodes takes. A measured run ends with the slowest container
 * of the measured cluster, so a cluster n times as large ends with the slowest of n such runs. Of k
 * measured runs, sorted, the expected slowest of n draws is the sum of xᵢ ((i/k)ⁿ − ((i−1)/k)ⁿ),
 * which is never above the slowest one measured. (David and Nagaraja, <i>Order Statistics</i>,
 * section 2.1, with the runs themselves as the distribution.)
 */
final class Stragglers {
  private Stragglers() {}

  /**
   * Returns the expected slowest of some draws, divided by the mean.
   *
   * @param draws at least 1; may have a fraction
   */
  static double factor(double[] seconds, double draws) {
    double[] sorted = seconds.clone();
    Arrays.sort(sorted);
    double k = sorted.length;
    double slowest = 0;
    for (int i = 1; i <= sorted.length; i++) {
      slowest += sorted[i - 1] * (Math.pow(i / k, draws) - Math.pow((i - 1) / k, draws));
    }
    return slowest / Arrays.stream(sorted).average().orElseThrow();
  }
}
