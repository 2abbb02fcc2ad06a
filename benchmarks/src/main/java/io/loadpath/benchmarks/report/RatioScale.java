package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Ratio;
import java.util.List;
import java.util.stream.Stream;

/** A logarithmic scale for ratios with 1 on it, as wide as its pictures. */
public record RatioScale(double min, double max) {
  public static final int WIDTH = 110;
  private static final double LEAST = 1.25;
  private static final double MARGIN = 1.05;
  private static final int NEAREST_TICKS = 26;

  static RatioScale over(List<Ratio> ratios) {
    double lowest = ratios.stream().mapToDouble(r -> r.estimate().low()).min().orElse(1);
    double highest = ratios.stream().mapToDouble(r -> r.estimate().high()).max().orElse(1);
    return new RatioScale(Math.min(lowest / MARGIN, 1 / LEAST), Math.max(highest * MARGIN, LEAST));
  }

  /** The place of a ratio, from 0 to {@link #WIDTH}. */
  public String at(double ratio) {
    return Numbers.fixed(place(ratio), 1);
  }

  /** Round ratios, 1 among them, that leave room for their text. */
  public List<Double> ticks() {
    return Stream.of(0.01, 0.1, 0.5, 0.8, 1.0, 1.25, 2.0, 10.0, 100.0)
        .filter(tick -> tick >= min && tick <= max)
        .filter(tick -> tick == 1 || Math.abs(place(tick) - place(1)) >= NEAREST_TICKS)
        .filter(tick -> place(tick) >= 6 && place(tick) <= WIDTH - 6)
        .toList();
  }

  private double place(double ratio) {
    return WIDTH * Math.log(ratio / min) / Math.log(max / min);
  }
}
