package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Units;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hipparchus.stat.descriptive.rank.Percentile;

/**
 * Every sample in order of time, including warm-ups and failed ones, but without start runs, whose
 * times are much shorter.
 *
 * @param points by position
 */
public record Rounds(List<Point> points) {
  private static final MathContext FIVE_DIGITS = new MathContext(5);
  private static final int ENOUGH_RUNS = 4;
  private static final double RANGES = 1.5;
  private static final double OFF_THE_MEDIAN = 0.2;

  /**
   * One sample.
   *
   * @param repeated whether it is not the first of its variant in its round
   * @param outlier whether its commit time is unusual; it stays in the figures, because one outlier
   *     hardly moves a median
   * @param percent commit time as a share of the variant's median; null without a median
   */
  public record Point(
      Sample sample, VariantFigures figures, boolean repeated, boolean outlier, Double percent) {
    /** Returns the commit time; null if the run did not get that far. */
    public Double seconds() {
      return Rounds.seconds(sample.wallNanos());
    }

    public Double cpuSeconds() {
      return Rounds.seconds(sample.cpuNanos());
    }

    /** Returns the share of the machine that other programs used; null if not measured. */
    public Double foreignPercent() {
      return sample.foreignShare() == null ? null : (Double) (100 * sample.foreignShare());
    }

    /**
     * Returns the values for the script, in a short form because there may be thousands: position,
     * round, whether it is a warm-up, verified, repeated, disturbed and an outlier (1 or 0), tool,
     * {@link #percent} and {@link #foreignPercent}.
     */
    List<Object> drawn() {
      return Arrays.asList(
          sample.position(),
          sample.round(),
          bit(sample.warmup()),
          bit(sample.verified()),
          bit(repeated),
          bit(sample.disturbed()),
          bit(outlier),
          figures.variant().tool(),
          shortened(percent),
          shortened(foreignPercent()));
    }

    private static int bit(boolean is) {
      return is ? 1 : 0;
    }

    private static Number shortened(Double value) {
      return value == null ? null : new BigDecimal(value).round(FIVE_DIGITS);
    }
  }

  /** Whether some variant has more than one run. */
  public boolean comparable() {
    List<String> timed =
        points.stream()
            .filter(point -> point.percent() != null)
            .map(point -> point.sample().variant())
            .toList();
    return timed.stream().distinct().count() < timed.size();
  }

  static Rounds of(Figures figures) {
    RunRecord record = figures.record();
    Set<List<Object>> seen = new HashSet<>();
    List<Point> points = new ArrayList<>();
    for (VariantFigures f : figures.variants()) {
      double[] usual = usualSeconds(f);
      Double median = f.shown().map(Measured::commitSeconds).map(Estimate::median).orElse(null);
      record.samples().stream()
          .filter(s -> s.variant().equals(f.variant().id()) && !s.start())
          .sorted(Comparator.comparingInt(Sample::position))
          .forEach(
              s -> {
                boolean first = seen.add(List.of(s.variant(), s.warmup(), s.round()));
                Double seconds = seconds(s.wallNanos());
                boolean unusual =
                    s.counted() && s.verified() && (seconds < usual[0] || seconds > usual[1]);
                boolean comparable = seconds != null && median != null;
                Double percent = comparable ? (Double) (100 * seconds / median) : null;
                points.add(new Point(s, f, !first, unusual, percent));
              });
    }
    points.sort(Comparator.comparingInt(point -> point.sample().position()));
    return new Rounds(points);
  }

  /**
   * Returns the limits in seconds outside which a run of the variant is an outlier. With {@value
   * #ENOUGH_RUNS} or more verified runs, they are 1.5 interquartile ranges outside the quartiles,
   * which are interpolated between the nearest runs. With fewer runs, they are 20 % off the median.
   */
  private static double[] usualSeconds(VariantFigures f) {
    double[] seconds =
        f.samples().stream()
            .filter(Sample::verified)
            .mapToDouble(run -> seconds(run.wallNanos()))
            .toArray();
    if (seconds.length == 0) {
      return new double[] {0, Double.POSITIVE_INFINITY};
    }
    Percentile percentile = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
    percentile.setData(seconds);
    if (seconds.length < ENOUGH_RUNS) {
      double median = percentile.evaluate(50);
      return new double[] {(1 - OFF_THE_MEDIAN) * median, (1 + OFF_THE_MEDIAN) * median};
    }
    double margin = RANGES * (percentile.evaluate(75) - percentile.evaluate(25));
    return new double[] {percentile.evaluate(25) - margin, percentile.evaluate(75) + margin};
  }

  private static Double seconds(Long nanos) {
    return nanos == null ? null : (Double) (nanos / Units.NANOS_PER_SECOND);
  }
}
