package io.loadpath.benchmarks.statistics;

/**
 * How one side compares with another in one quantity.
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

  /** What the interval of the ratio shows. */
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
    return verdict().words(quantity);
  }

  /** The ratio and its spread as they are shown: {@code 1.05 (1.03–1.07)}. */
  public String text() {
    String spread = estimate.spreadText();
    return spread.isEmpty() ? estimate.text() : estimate.text() + " (" + spread + ")";
  }
}
