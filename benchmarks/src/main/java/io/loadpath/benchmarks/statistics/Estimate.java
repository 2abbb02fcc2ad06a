package io.loadpath.benchmarks.statistics;

/**
 * The median of some samples and how far it may be off.
 *
 * @param low lower end of the spread; the median itself for a single sample
 * @param high upper end of the spread
 */
public record Estimate(double median, double low, double high, Spread spread, int samples) {

  /** The meaning of low and high. */
  public enum Spread {
    /** One sample: nothing is known about the spread. */
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

  public Estimate plus(double more) {
    return new Estimate(median + more, low + more, high + more, spread, samples);
  }

  public Estimate times(double factor) {
    return new Estimate(median * factor, low * factor, high * factor, spread, samples);
  }

  /** A number divided by the estimate. */
  public Estimate under(double dividend) {
    return new Estimate(dividend / median, dividend / high, dividend / low, spread, samples);
  }

  /** Median, low and high as they are shown: three significant digits, aligned decimals. */
  public String text() {
    return Numbers.threeDigits(median);
  }

  /** The spread as it is shown, {@code 0.62–0.65}; empty for a single sample. */
  public String spreadText() {
    if (spread == Spread.NONE) {
      return "";
    }
    int decimals = Numbers.decimals(median);
    return Numbers.fixed(low, decimals) + "–" + Numbers.fixed(high, decimals);
  }

  /** Median and spread as they are shown: {@code 0.640 (0.620–0.650)}. */
  public String textWithSpread() {
    return spread == Spread.NONE ? text() : text() + " (" + spreadText() + ")";
  }

  /** All figures unrounded, for a tooltip. */
  public String raw(String unit) {
    String text = Numbers.raw(median) + " " + unit + ", median of " + samples;
    return switch (spread) {
      case NONE -> Numbers.raw(median) + " " + unit + ", one run";
      case RANGE -> text + ", from " + Numbers.raw(low) + " to " + Numbers.raw(high);
      case INTERVAL_95 -> text + ", 95 % interval " + Numbers.raw(low) + " to " + Numbers.raw(high);
    };
  }
}
