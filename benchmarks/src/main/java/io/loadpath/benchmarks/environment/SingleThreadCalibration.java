package io.loadpath.benchmarks.environment;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Environment;
import java.util.Locale;

/**
 * The single-thread calibration of the 2012 study, by which runs on two machines can be put side by
 * side: {@code n = mod(n, 999999) + sqrt(f)} for f = 1..10,000,000.
 */
final class SingleThreadCalibration {
  private static final int LAST = 10_000_000;
  private static final double MODULUS = 999_999;
  private static final long EXPECTED_HUNDREDTHS = 87_372_972;
  private static final int ATTEMPTS = 3;

  private SingleThreadCalibration() {}

  /**
   * Runs the calibration three times, as the first also compiles it, and returns the quickest.
   *
   * @throws LoadpathException if the result is not 873729.72 to two places
   */
  static Environment.Calibration run() {
    return run(EXPECTED_HUNDREDTHS);
  }

  /** The same for another expected result. */
  static Environment.Calibration run(long expectedHundredths) {
    double result = 0;
    long best = Long.MAX_VALUE;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long begun = System.nanoTime();
      result = compute();
      best = Math.min(best, System.nanoTime() - begun);
      if (Math.round(result * 100) != expectedHundredths) {
        throw new LoadpathException(
            String.format(
                Locale.ROOT,
                "the calibration gave %.2f instead of %.2f: this JVM or machine computes wrongly, and no"
                    + " figure of it can be trusted; try another JDK, then another machine",
                result,
                expectedHundredths / 100.0));
      }
    }
    return new Environment.Calibration(expectedHundredths / 100.0, best);
  }

  private static double compute() {
    double n = 0;
    for (int f = 1; f <= LAST; f++) {
      n = n % MODULUS + Math.sqrt(f);
    }
    return n;
  }
}
