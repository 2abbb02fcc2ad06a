package io.loadpath.benchmarks.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * An axis of a chart.
 *
 * @param log logarithmic, chosen when the values span more than a factor of {@value #LOG_FROM}
 * @param ticks values of 1, 2 and 5 times powers of ten
 */
public record Axis(boolean log, double min, double max, List<Double> ticks) {
  static final double LOG_FROM = 8;
  private static final double LOG_MARGIN = 1.25;
  private static final int MOST_LOG_TICKS = 10;
  private static final int MOST_LINEAR_STEPS = 6;

  /** The axis that shows all of the positive values. */
  static Axis over(List<Double> values) {
    double lowest = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double highest = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    if (highest <= 0) {
      return between(0, 1);
    }
    return lowest > 0 && highest / lowest > LOG_FROM ? log(lowest, highest) : between(0, highest);
  }

  /** Place of the value between min (0) and max (1). */
  double share(double value) {
    return log
        ? (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min))
        : (value - min) / (max - min);
  }

  boolean holds(double value) {
    return value >= min && value <= max;
  }

  static String tickText(double tick) {
    return BigDecimal.valueOf(tick).stripTrailingZeros().toPlainString();
  }

  /** A logarithmic axis that shows the values between two positive ones. */
  static Axis log(double lowest, double highest) {
    double min = lowest / LOG_MARGIN;
    double max = highest * LOG_MARGIN;
    List<Double> ticks = logTicks(min, max, 1, 2, 5);
    if (ticks.size() > MOST_LOG_TICKS) {
      ticks = logTicks(min, max, 1);
    }
    return new Axis(true, min, max, ticks);
  }

  private static List<Double> logTicks(double min, double max, int... steps) {
    List<Double> ticks = new ArrayList<>();
    int last = (int) Math.floor(Math.log10(max));
    for (int exponent = (int) Math.floor(Math.log10(min)); exponent <= last; exponent++) {
      for (int step : steps) {
        double tick = BigDecimal.valueOf(step, -exponent).doubleValue();
        if (tick >= min && tick <= max) {
          ticks.add(tick);
        }
      }
    }
    return List.copyOf(ticks);
  }

  /** A linear axis that begins at {@code lowest} or, on a tick, a little below. */
  static Axis between(double lowest, double highest) {
    double span = highest > lowest ? highest - lowest : 1;
    for (int exponent = (int) Math.floor(Math.log10(span)) - 1; ; exponent++) {
      for (int step : new int[] {1, 2, 5}) {
        BigDecimal size = BigDecimal.valueOf(step, -exponent);
        int first = (int) Math.floor(lowest / size.doubleValue());
        int last = Math.max(first + 1, (int) Math.ceil((lowest + span) / size.doubleValue()));
        if (last - first <= MOST_LINEAR_STEPS) {
          List<Double> ticks = new ArrayList<>();
          for (int i = first; i <= last; i++) {
            ticks.add(size.multiply(BigDecimal.valueOf(i)).doubleValue());
          }
          return new Axis(false, ticks.get(0), ticks.get(ticks.size() - 1), List.copyOf(ticks));
        }
      }
    }
  }
}
