package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.plan.LinkForecast;
import io.loadpath.benchmarks.report.CurveChart.Axis;
import io.loadpath.benchmarks.report.CurveChart.Curve;
import io.loadpath.benchmarks.report.CurveChart.Dot;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Units;
import io.loadpath.benchmarks.suite.PathDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Loads from files that come at a limited rate: over links of a lab, or from a reader with a limit.
 * It shows up to which rate the network bounds the load, and from which rate plain files are faster
 * than compressed ones.
 *
 * @param byLink whether a link limits the rate
 * @param forecast what the planner knows without the links; empty if it knows nothing
 * @param lines a line for each codec, plain files first
 */
public record IngestSweep(
    Sweep sweep, boolean byLink, Optional<LinkForecast> forecast, List<Line> lines) {
  private static final String INGEST = "ingest";
  private static final String CODEC = "codec";
  private static final String FETCHING_TOOL = "external-table";
  private static final String UNLIMITED = "unlimited";
  private static final Pattern LIMIT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)MB/s");
  private static final int FEWEST_LIMITS = 2;
  private static final double BYTES_PER_MB = 1e6;

  /** Maximum relative difference between a rate and its limit. */
  private static final double TOLERANCE = 0.03;

  /** The same for compressed files over a link: their chunks wait for a core, too. */
  private static final double LINK_LOSS = 0.10;

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
   * @param limit MB/s of file bytes, for a link as measured; infinite without a limit
   * @param limitText the limit for people: {@code 10 MB/s} or {@code 1GbE (119 MB/s)}
   * @param rate TB/h, without start-up if that is known
   * @param achieved the same rate in MB/s of file bytes
   * @param ideal MB/s of text at that limit
   * @param forecast MB/s of text, as the planner forecasts it without this load; empty if it cannot
   */
  public record Point(
      VariantFigures figures,
      double limit,
      String limitText,
      Estimate rate,
      Estimate achieved,
      double ideal,
      State state,
      Optional<Double> forecast) {
    public boolean limited() {
      return Double.isFinite(limit);
    }

    /** Returns the start-up in seconds, which is subtracted from its time; empty if unknown. */
    public Optional<Double> startSeconds() {
      return withoutStart(figures).map(w -> w.start().seconds());
    }

    /** Returns the percentage by which the forecast is above the measured rate. */
    public Optional<Double> forecastOff() {
      return forecast.map(mb -> 100 * (mb / rate.inMbPerSecond().median() - 1));
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
      return Optional.of(last()).filter(point -> !point.limited());
    }

    /** Returns the load that only the machine bounds, if any: without a limit, or the highest. */
    public Optional<Point> machineBound() {
      return Optional.of(last()).filter(p -> !p.limited() || p.state() == State.MACHINE);
    }

    private Point last() {
      return points.get(points.size() - 1);
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
   *     limit, or with the highest one
   */
  public record Crossing(
      Line other, Point last, Point first, boolean plainFaster, Optional<Estimate> at) {}

  /**
   * Returns the sweeps that have a codec with {@value #FEWEST_LIMITS} limits or more, those over
   * links first.
   */
  static List<IngestSweep> of(Figures figures) {
    return Stream.concat(of(figures, PathDefinition.NET), of(figures, INGEST)).toList();
  }

  private static Stream<IngestSweep> of(Figures figures, String parameter) {
    boolean byLink = parameter.equals(PathDefinition.NET);
    Optional<LinkForecast> forecast = byLink ? LinkForecast.of(figures.record()) : Optional.empty();
    return Sweep.through(figures, parameter, CODEC).stream()
        .map(sweep -> new IngestSweep(sweep, byLink, forecast, List.of()).withLines())
        .filter(sweep -> !sweep.lines.isEmpty());
  }

  private IngestSweep withLines() {
    List<Line> all =
        sweep.byCodec().entrySet().stream()
            .map(e -> line(e.getKey(), e.getValue()))
            .filter(line -> line.limited().size() >= FEWEST_LIMITS)
            .toList();
    return new IngestSweep(sweep, byLink, forecast, all);
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

  private Line line(String codec, List<VariantFigures> loads) {
    double ratio = Sweep.ratio(loads.get(0));
    double loss = byLink && !codec.equals(Sweep.PLAIN) ? LINK_LOSS : TOLERANCE;
    double most = loads.stream().mapToDouble(f -> rate(f).median()).max().orElseThrow();
    List<Point> points = new ArrayList<>();
    for (VariantFigures f : loads) {
      (byLink ? limitOfLink(f) : limitOfReader(f))
          .ifPresent(
              limit ->
                  points.add(point(f, limit, ratio, loss, most / Units.MB_PER_SECOND / ratio)));
    }
    points.sort(Comparator.comparingDouble(Point::limit));
    return new Line(codec, ratio, List.copyOf(points));
  }

  /** A limit in MB/s of file bytes. */
  private record Limit(double rate, String text) {
    static final Limit NONE = new Limit(Double.POSITIVE_INFINITY, UNLIMITED);
  }

  private static Optional<Limit> limitOfReader(VariantFigures f) {
    String value = f.variant().parameters().get(INGEST);
    Matcher limit = LIMIT.matcher(value);
    if (limit.matches()) {
      return Optional.of(new Limit(Double.parseDouble(limit.group(1)), limit.group(1) + " MB/s"));
    }
    return value.equals(UNLIMITED) ? Optional.of(Limit.NONE) : Optional.empty();
  }

  /**
   * Returns the measured rate of a load's link; empty if the files do not cross it as they are, or
   * if it has a delay or a loss.
   */
  private Optional<Limit> limitOfLink(VariantFigures f) {
    String net = f.variant().parameters().get(PathDefinition.NET);
    if (net.contains("+") || !f.variant().tool().equals(FETCHING_TOOL)) {
      return Optional.empty();
    }
    if (net.equals(UNLIMITED)) {
      return Optional.of(Limit.NONE);
    }
    return sweep
        .record()
        .linkToDatabase(net)
        .map(link -> link.bytesPerSecond() / BYTES_PER_MB)
        .map(mb -> new Limit(mb, "%s (%s MB/s)".formatted(net, Numbers.threeDigits(mb))));
  }

  /**
   * @param most the MB/s of file bytes of the line's fastest load
   */
  private Point point(VariantFigures f, Limit limit, double ratio, double loss, double most) {
    Estimate rate = rate(f);
    Estimate achieved = rate.inMbPerSecond().times(1 / ratio);
    State state = state(limit.rate, loss, achieved, most);
    Optional<Double> forecastMb =
        forecast
            .flatMap(known -> known.bytesPerSecond(f.dataset(), limit.rate * BYTES_PER_MB))
            .map(bytes -> bytes / BYTES_PER_MB);
    return new Point(
        f, limit.rate, limit.text, rate, achieved, limit.rate * ratio, state, forecastMb);
  }

  private static State state(double limit, double loss, Estimate achieved, double most) {
    if (!Double.isFinite(limit)) {
      return State.UNLIMITED;
    }
    if (achieved.low() > limit * (1 + TOLERANCE)) {
      return State.TOO_FAST;
    }
    if (achieved.high() >= limit * (1 - loss)) {
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
        .machineBound()
        .filter(o -> plain.last().beats(o))
        .map(o -> o.rate().inMbPerSecond().times(1 / plain.ratio()));
  }

  /** Returns all {@link Point#forecastOff}, the lowest first; empty without forecasts. */
  public List<Double> forecastsOff() {
    return lines.stream()
        .flatMap(line -> line.points().stream())
        .flatMap(point -> point.forecastOff().stream())
        .sorted()
        .toList();
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
        new Axis((byLink ? "link" : "ingest limit") + ", MB/s of file bytes", 0, 0.0),
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
   * at the rate of the load that the machine bounds.
   */
  private static Dot knee(Line line) {
    int bound = line.bound();
    List<Point> limited = line.limited();
    if (bound == 0 || bound == limited.size()) {
      return null;
    }
    double from = limited.get(bound - 1).limit();
    double to = limited.get(bound).limit();
    return line.machineBound()
        .map(p -> new Dot(p.achieved().median(), p.rate().inMbPerSecond(), "", true, -1))
        .filter(knee -> knee.x() > from && knee.x() < to)
        .orElse(null);
  }
}
