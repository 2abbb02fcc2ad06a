package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.statistics.Estimate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every sample in order of time, warm-ups and failed ones too, but no start: its time is another.
 *
 * @param points by position
 */
public record Rounds(List<Point> points) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final DateTimeFormatter STARTED =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * One sample.
   *
   * @param repeated whether it is not the first of its variant in its round
   * @param outlier see {@link Outliers}
   * @param percent commit time as a share of the variant's median; null when there is none
   * @param seconds commit time; null when the run did not get that far
   * @param foreignPercent share of the machine that other programs had; null when it was not
   *     measured
   */
  public record Point(
      int position,
      int round,
      boolean warmup,
      boolean verified,
      boolean repeated,
      boolean disturbed,
      boolean outlier,
      String label,
      String tool,
      String startedAt,
      Double seconds,
      Double cpuSeconds,
      Double percent,
      Double foreignPercent) {

    public String roundText() {
      return warmup ? "warm-up " + round : Integer.toString(round);
    }

    /** Remarks, {@code disturbed, repeated}; usually empty. */
    public String remark() {
      return Stream.of(
              disturbed ? "disturbed" : "", repeated ? "repeated" : "", outlier ? "outlier" : "")
          .filter(word -> !word.isEmpty())
          .collect(Collectors.joining(", "));
    }
  }

  /** Whether some variant has runs to compare: more than one. */
  public boolean comparable() {
    List<String> timed =
        points.stream().filter(point -> point.percent() != null).map(Point::label).toList();
    return timed.stream().distinct().count() < timed.size();
  }

  /** Whether the load of other programs was measured. */
  public boolean foreignKnown() {
    return points.stream().anyMatch(point -> point.foreignPercent() != null);
  }

  static Rounds of(Figures figures) {
    RunRecord record = figures.record();
    Map<String, VariantFigures> byVariant = new HashMap<>();
    Map<String, Outliers> outliers = new HashMap<>();
    figures
        .variants()
        .forEach(
            f -> {
              byVariant.put(f.variant().id(), f);
              outliers.put(f.variant().id(), Outliers.of(f));
            });
    Set<String> seen = new HashSet<>();
    List<Point> points = new ArrayList<>();
    record.samples().stream()
        .filter(sample -> !sample.start())
        .sorted(Comparator.comparingInt(Sample::position))
        .forEach(
            sample -> {
              boolean first =
                  seen.add(sample.variant() + " " + sample.warmup() + " " + sample.round());
              points.add(
                  point(
                      sample,
                      !first,
                      outliers.get(sample.variant()).contain(sample),
                      byVariant.get(sample.variant())));
            });
    return new Rounds(points);
  }

  private static Point point(Sample sample, boolean repeated, boolean outlier, VariantFigures f) {
    Double seconds = seconds(sample.wallNanos());
    Double median = f.shown().map(Measured::commitSeconds).map(Estimate::median).orElse(null);
    return new Point(
        sample.position(),
        sample.round(),
        sample.warmup(),
        sample.verified(),
        repeated,
        sample.disturbed(),
        outlier,
        f.label(),
        f.variant().tool(),
        STARTED.format(sample.startedAt()),
        seconds,
        seconds(sample.cpuNanos()),
        seconds == null || median == null ? null : (Double) (100 * seconds / median),
        sample.machine() == null ? null : (Double) (100 * sample.machine().foreignShare()));
  }

  private static Double seconds(Long nanos) {
    return nanos == null ? null : (Double) (nanos / NANOS_PER_SECOND);
  }
}
