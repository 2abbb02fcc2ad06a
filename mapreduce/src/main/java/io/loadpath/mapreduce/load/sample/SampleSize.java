package io.loadpath.mapreduce.load.sample;

/**
 * The size of a sample, which is fixed before the first row is read.
 *
 * @param writers that share the rows
 * @param overload the most that a writer may have beyond its ideal share, as a part of it; 0.05 is
 *     5 %
 * @param confidence the probability that no writer has more
 */
public record SampleSize(int writers, double overload, double confidence) {
  /** Most bytes of files that a sample reads. */
  static final int MOST_BYTES = 64_000_000;

  /** Most bytes that are read at a place, if no row there is longer than 1,900 bytes. */
  static final int PLACE_BYTES = 32_000;

  /** Rows at one place are alike, so that many places matter more than many rows. */
  static final int PLACES = MOST_BYTES / PLACE_BYTES;

  /** Rows at one place are alike, so that more are read than independent rows are needed. */
  private static final int ROWS_FOR_ONE = 4;

  private static final long LEAST_ROWS_OF_PLACE = 16;

  /** Beyond it, a double cannot tell a probability from 1. */
  private static final double MOST = 9;

  public SampleSize {
    if (writers < 1) {
      throw new IllegalArgumentException("writers must be at least 1, found " + writers);
    }
    if (!(overload > 0)) {
      throw new IllegalArgumentException("overload must be more than 0, found " + overload);
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence must be between 0 and 1, found " + confidence);
    }
  }

  /**
   * Returns how many independent rows are needed: n = R·z²(1−1/R)/ε² with z = Φ⁻¹(1−(1−c)/R). A
   * share with cuts at quantiles of n rows has the variance (1−1/R)/(R·n), and one of R writers may
   * exceed its share (Bonferroni).
   */
  public long rows() {
    double z = quantile(1 - (1 - confidence) / writers);
    return (long) Math.ceil((writers - 1) * z * z / (overload * overload));
  }

  /** Returns how many rows are read at a place. */
  long rowsOfPlace() {
    return Math.max(LEAST_ROWS_OF_PLACE, ROWS_FOR_ONE * rows() / PLACES);
  }

  /**
   * Returns the quantile of the normal distribution, between −{@value #MOST} and {@value #MOST}.
   * Not by commons-math: a client of Hadoop need not have it.
   */
  public static double quantile(double probability) {
    double low = -MOST;
    double high = MOST;
    for (int halved = 0; halved < Double.SIZE; halved++) {
      double middle = (low + high) / 2;
      if (normal(middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Returns Φ(z) by the series of Marsaglia, "Evaluating the Normal Distribution" (2004). */
  private static double normal(double z) {
    double sum = z;
    double term = z;
    for (int i = 3; sum + term != sum; i += 2) {
      term *= z * z / i;
      sum += term;
    }
    return 0.5 + sum * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }
}
