package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.report.CurveChart.Axis;
import io.loadpath.benchmarks.report.CurveChart.Curve;
import io.loadpath.benchmarks.report.CurveChart.Dot;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loads from files that come at a limited rate. It shows up to which rate the network bounds the
 * load, and from which rate plain files are faster than compressed ones.
 *
 * @param lines a line for each codec, plain files first
 */
public record IngestSweep(Sweep sweep, List<Line> lines) {
  private static final String INGEST = "ingest";
  private static final String CODEC = "codec";
  private static final String UNLIMITED = "unlimited";
  private static final Pattern LIMIT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)MB/s");
  private static final int FEWEST_LIMITS = 2;

  /** Maximum relative difference between a rate and its limit. */
  private static final double TOLERANCE = 0.03;

  /** The bound of a load under a limit. */
  public enum State {
    /** As fast as its limit. */
    NETWORK,
    /** Slower, because something else bounds it. */
    MACHINE,
    /** Faster than its limit: an error. */
    TOO_FAST,
    /** Slower than its limit, although the same load is faster with a higher limit: an error. */
    TOO_SLOW,
    UNLIMITED
  }

  /**
   * One load.
   *
   * @param limit MB/s of file bytes; infinite without a limit
   * @param rate TB/h, without start-up if that is known
   * @param achieved the same rate in MB/s of file bytes
   * @param ideal MB/s of text at that limit
   */
  public record Point(
      VariantFigures figures,
      double limit,
      Estimate rate,
      Estimate achieved,
      double ideal,
      State state) {
    public boolean limited() {
      return Double.isFinite(limit);
    }

    /** Returns the start-up in seconds, which is subtracted from its time; empty if unknown. */
    public Optional<Double> startSeconds() {
      return withoutStart(figures).map(w -> w.start().seconds());
    }

    public String limitText() {
      return limited() ? Numbers.raw(limit).replaceFirst("\\.0$", "") + " MB/s" : UNLIMITED;
    }

    /** Whether it is faster than the other by more than their spreads. */
    private boolean beats(Point other) {
      return rate.low() > other.rate.high();
    }
  }

  /**
   * The loads from files of one codec, by limit; loads without a limit last.
   *
   * @param ratio text bytes per file byte
   */
  public record Line(String codec, double ratio, List<Point> points) {
    public String codecName() {
      return Labels.words(CODEC, codec);
    }

    public List<Point> limited() {
      return points.stream().filter(Point::limited).toList();
    }

    /** Returns the number of network-bound loads, counted from the lowest limit. */
    public int bound() {
      return (int) limited().stream().takeWhile(p -> p.state() == State.NETWORK).count();
    }

    public Optional<Point> unlimited() {
      return points.stream().filter(point -> !point.limited()).findFirst();
    }

    /** Returns the seconds of start-up of its loads, the smallest first. */
    public List<Double> starts() {
      return points.stream().flatMap(point -> point.startSeconds().stream()).sorted().toList();
    }
  }

  /**
   * The limits between which plain files become faster than compressed ones.
   *
   * @param last the highest limit at which compressed files are faster; null for none
   * @param first the lowest limit above it at which plain files are faster; null for none
   * @param plainFaster whether plain files are faster at some limit
   * @param at the MB/s at which the curves cross; empty unless plain files are faster without a
   *     limit
   */
  public record Crossing(
      Line other, Point last, Point first, boolean plainFaster, Optional<Estimate> at) {}

  /** Returns the sweeps that have a codec with {@value #FEWEST_LIMITS} limits or more. */
  static List<IngestSweep> of(Figures figures) {
    return Sweep.through(figures, INGEST, CODEC).stream()
        .map(sweep -> new IngestSweep(sweep, lines(sweep)))
        .filter(sweep -> !sweep.lines.isEmpty())
        .toList();
  }

  private static List<Line> lines(Sweep sweep) {
    return sweep.byCodec().entrySet().stream()
        .map(e -> line(e.getKey(), e.getValue()))
        .filter(line -> line.limited().size() >= FEWEST_LIMITS)
        .toList();
  }

  /** Whether some rates are without start-up. */
  public boolean startKnown() {
    return lines.stream().anyMatch(line -> !line.starts().isEmpty());
  }

  private static Optional<WithoutStart> withoutStart(VariantFigures f) {
    return f.withoutStart().filter(w -> w.loadRateTbPerHour().isPresent());
  }

  private static Estimate rate(VariantFigures f) {
    return withoutStart(f).flatMap(WithoutStart::loadRateTbPerHour).orElseGet(f::rate);
  }

  public List<VariantFigures> loads() {
    return lines.stream().flatMap(line -> line.points().stream()).map(Point::figures).toList();
  }

  private static Line line(String codec, List<VariantFigures> loads) {
    double ratio = Sweep.ratio(loads.get(0));
    double most = loads.stream().mapToDouble(f -> rate(f).median()).max().orElseThrow();
    List<Point> points = new ArrayList<>();
    for (VariantFigures f : loads) {
      String value = f.variant().parameters().get(INGEST);
      Matcher limit = LIMIT.matcher(value);
      if (value.equals(UNLIMITED) || limit.matches()) {
        double mb =
            value.equals(UNLIMITED) ? Double.POSITIVE_INFINITY : Double.parseDouble(limit.group(1));
        points.add(point(f, mb, ratio, most / Units.MB_PER_SECOND / ratio));
      }
    }
    points.sort(Comparator.comparingDouble(Point::limit));
    return new Line(codec, ratio, List.copyOf(points));
  }

  /**
   * @param most the MB/s of file bytes of the line's fastest load
   */
  private static Point point(VariantFigures f, double limit, double ratio, double most) {
    Estimate rate = rate(f);
    Estimate achieved = rate.inMbPerSecond().times(1 / ratio);
    return new Point(f, limit, rate, achieved, limit * ratio, state(limit, achieved, most));
  }

  private static State state(double limit, Estimate achieved, double most) {
    if (!Double.isFinite(limit)) {
      return State.UNLIMITED;
    }
    if (achieved.low() > limit * (1 + TOLERANCE)) {
      return State.TOO_FAST;
    }
    if (achieved.high() >= limit * (1 - TOLERANCE)) {
      return State.NETWORK;
    }
    return most > limit * (1 + TOLERANCE) ? State.TOO_SLOW : State.MACHINE;
  }

  /** Returns a crossing for each compressed codec; none without loads from plain files. */
  public List<Crossing> crossings() {
    Line plain = lines.get(0);
    return plain.codec().equals(Sweep.PLAIN)
        ? lines.stream().skip(1).map(other -> crossing(plain, other)).toList()
        : List.of();
  }

  private static Crossing crossing(Line plain, Line other) {
    Point last = null;
    Point first = null;
    boolean plainFaster = false;
    for (Point p : plain.points()) {
      for (Point o : other.points()) {
        if (o.limit() == p.limit() && o.beats(p)) {
          last = o;
          first = null;
        } else if (o.limit() == p.limit() && p.beats(o)) {
          first = first == null ? p : first;
          plainFaster = true;
        }
      }
    }
    return new Crossing(other, last, first, plainFaster, crossingAt(plain, other));
  }

  /**
   * Returns the ingest rate at which network-bound plain files load as fast as machine-bound
   * compressed files.
   */
  private static Optional<Estimate> crossingAt(Line plain, Line other) {
    return other
        .unlimited()
        .filter(o -> plain.unlimited().filter(p -> p.beats(o)).isPresent())
        .map(o -> o.rate().inMbPerSecond().times(1 / plain.ratio()));
  }

  /** Returns a curve for each codec, and the line of the network. */
  public CurveChart chart() {
    List<Curve> curves = new ArrayList<>();
    List<CurveChart.Line> network = new ArrayList<>();
    List<CurveChart.Line> uprights = new ArrayList<>();
    int row = 0;
    for (Line line : lines) {
      List<Dot> dots = new ArrayList<>();
      for (Point p : line.points()) {
        boolean solid = p.figures().verified();
        Double limit = p.limited() ? (Double) p.limit() : null;
        dots.add(new Dot(limit, p.rate().inMbPerSecond(), "", solid, row++));
      }
      curves.add(new Curve(line.codecName() + " files", dots, List.of(), knee(line)));
      network.add(new CurveChart.Line("network, " + line.codecName(), line.ratio()));
    }
    for (Crossing crossing : crossings()) {
      crossing
          .at()
          .map(Estimate::median)
          .map(at -> new CurveChart.Line(uprightName(crossing, at), at))
          .ifPresent(uprights::add);
    }
    return new CurveChart(
        new Axis("ingest limit, MB/s of file bytes", 0, 0.0),
        new Axis(startKnown() ? "MB/s without start-up" : "MB/s", 0, 0.0),
        true,
        curves,
        network,
        uprights);
  }

  private static String uprightName(Crossing crossing, double at) {
    return "plain = %s at %s MB/s".formatted(crossing.other().codec(), Numbers.threeDigits(at));
  }

  /**
   * Returns the point where the curve leaves the network's line: after the last network-bound load,
   * at the rate of the unlimited load.
   */
  private static Dot knee(Line line) {
    int bound = line.bound();
    List<Point> limited = line.limited();
    if (bound == 0 || bound == limited.size()) {
      return null;
    }
    double from = limited.get(bound - 1).limit();
    double to = limited.get(bound).limit();
    return line.unlimited()
        .map(p -> new Dot(p.achieved().median(), p.rate().inMbPerSecond(), "", true, -1))
        .filter(knee -> knee.x() > from && knee.x() < to)
        .orElse(null);
  }
}
