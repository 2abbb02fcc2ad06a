package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.CurveChart.Axis;
import io.loadpath.benchmarks.report.CurveChart.Curve;
import io.loadpath.benchmarks.report.CurveChart.Dot;
import io.loadpath.benchmarks.report.VariantFigures.Way;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Loads or unloads over links that differ only in their delay: the share of its rate that each path
 * keeps when the round trip is longer.
 *
 * @param roundTrips the measured round trips in milliseconds, the shortest first
 * @param lines a line for each path; the one that keeps the largest share is first
 */
public record DelaySweep(Sweep sweep, List<Double> roundTrips, List<Line> lines) {
  private static final String NET = "net";
  private static final Pattern DELAY = Pattern.compile("\\+[0-9.]+ms");
  private static final int FEWEST = 2;
  private static final double NANOS_PER_MILLI = 1e6;

  /** The loads of one chart: one link except for its delay, and one direction. */
  private record Group(String link, Way way) implements Comparable<Group> {
    @Override
    public int compareTo(Group other) {
      int links = link.compareTo(other.link);
      return links != 0 ? links : way.compareTo(other.way);
    }
  }

  /**
   * One load.
   *
   * @param roundTrip measured, in milliseconds
   * @param rate TB/h
   */
  public record Point(VariantFigures figures, double roundTrip, Estimate rate) {}

  /**
   * The loads of one path, the shortest round trip first.
   *
   * @param startKnown whether the rates are without start-up
   * @param kept the rate at the longest round trip over that at the shortest
   */
  public record Line(String name, boolean startKnown, List<Point> points, Estimate kept) {
    /** Returns the load at a round trip, if the path has one. */
    public Optional<Point> at(double roundTrip) {
      return points.stream().filter(point -> point.roundTrip() == roundTrip).findFirst();
    }
  }

  /** Returns the sweeps with a path over {@value #FEWEST} delays or more. */
  static List<DelaySweep> of(Figures figures) {
    Map<String, Double> roundTrips = roundTrips(figures.record());
    Map<Group, List<Line>> groups = new TreeMap<>();
    for (Sweep path : Sweep.through(figures, NET)) {
      path.loads().stream()
          .filter(f -> roundTrips.containsKey(net(f)))
          .collect(Collectors.groupingBy(DelaySweep::group))
          .forEach(
              (group, loads) ->
                  groups
                      .computeIfAbsent(group, g -> new ArrayList<>())
                      .add(line(path.title(), loads, roundTrips)));
    }
    groups.values().forEach(lines -> lines.removeIf(line -> line.points().size() < FEWEST));
    groups.values().removeIf(List::isEmpty);
    return groups.entrySet().stream()
        .map(e -> sweep(figures.record(), e.getKey(), e.getValue()))
        .toList();
  }

  /**
   * Returns the measured round trip in milliseconds of each link with a delay: the shorter one of
   * both directions, because a busy machine only makes it longer.
   */
  private static Map<String, Double> roundTrips(RunRecord record) {
    return record.network().stream()
        .filter(link -> DELAY.matcher(link.net()).find())
        .collect(
            Collectors.toMap(
                LinkInfo::net, link -> link.roundTripNanos() / NANOS_PER_MILLI, Math::min));
  }

  private static String net(VariantFigures f) {
    return f.variant().parameters().get(NET);
  }

  private static Group group(VariantFigures f) {
    return new Group(DELAY.matcher(net(f)).replaceFirst(""), f.way());
  }

  private static Line line(
      String name, List<VariantFigures> loads, Map<String, Double> roundTrips) {
    boolean startKnown = loads.stream().allMatch(f -> withoutStart(f).isPresent());
    List<Point> points =
        loads.stream()
            .map(
                f ->
                    new Point(
                        f,
                        roundTrips.get(net(f)),
                        startKnown ? withoutStart(f).orElseThrow() : f.rate()))
            .sorted(Comparator.comparingDouble(Point::roundTrip))
            .toList();
    Estimate longest = points.get(points.size() - 1).rate();
    return new Line(name, startKnown, points, longest.over(points.get(0).rate()));
  }

  private static Optional<Estimate> withoutStart(VariantFigures f) {
    return f.withoutStart().flatMap(WithoutStart::loadRateTbPerHour);
  }

  private static DelaySweep sweep(RunRecord record, Group group, List<Line> lines) {
    List<VariantFigures> loads =
        lines.stream().flatMap(line -> line.points().stream()).map(Point::figures).toList();
    List<Double> roundTrips =
        lines.stream()
            .flatMap(line -> line.points().stream().map(Point::roundTrip))
            .distinct()
            .sorted()
            .toList();
    return new DelaySweep(
        new Sweep(record, group.link() + ", " + group.way(), loads),
        roundTrips,
        lines.stream()
            .sorted(Comparator.comparingDouble((Line line) -> line.kept().median()).reversed())
            .toList());
  }

  /** Returns a curve for each path. */
  public CurveChart chart() {
    List<Curve> curves = new ArrayList<>();
    for (int row = 0; row < lines.size(); row++) {
      List<Dot> dots = new ArrayList<>();
      for (Point p : lines.get(row).points()) {
        boolean solid = p.figures().verified();
        dots.add(new Dot(p.roundTrip(), p.rate().inMbPerSecond(), "", solid, row));
      }
      curves.add(new Curve(lines.get(row).name(), dots, List.of(), null));
    }
    return new CurveChart(
        new Axis("measured round trip, ms", 0, 0.0),
        new Axis("MB/s", 0, 0.0),
        true,
        curves,
        List.of(),
        List.of());
  }
}
