package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Loads whose files come at a limited rate: up to which rate the load is as fast as the network
 * lets it be, and from which on plain files are better than compressed ones.
 *
 * @param title the path and what else tells it apart
 * @param lines codec by codec, plain files first
 * @param findings sentences
 */
public record IngestSweep(String title, List<Line> lines, List<String> findings, CurveChart chart) {
  private static final String ID = "ingest";
  private static final String INGEST = "ingest";
  private static final String CODEC = "codec";
  private static final String PLAIN = "none";
  private static final String UNLIMITED = "unlimited";
  private static final Pattern LIMIT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)MB/s");
  private static final int FEWEST_LIMITS = 2;

  /** The largest relative distance of a rate from its limit. */
  private static final double TOLERANCE = 0.03;

  private static final double TB_PER_HOUR = 3600 / 1e6; // of a MB per second

  /** The bound of a load under a limit. */
  public enum State {
    /** As fast as its limit lets it be. */
    NETWORK("network-bound"),
    /** Slower: something else bounds it. */
    MACHINE("machine-bound"),
    /** Faster than its limit: the limit did not hold. */
    TOO_FAST("off: faster than its limit"),
    /** Slower than its limit, though the load takes more where it gets more. */
    TOO_SLOW("off: below its limit, though this load takes more"),
    UNLIMITED("no limit");

    private final String words;

    State(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }

    /** Whether the ingest rate missed its limit. */
    public boolean off() {
      return this == TOO_FAST || this == TOO_SLOW;
    }
  }

  /**
   * One load.
   *
   * @param limit MB/s of file bytes; infinite without a limit
   * @param rate TB/h, without start-up where that is known
   * @param achieved the same in MB/s of file bytes
   * @param ideal TB/h of text at that limit
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

    /** Start-up that is taken off its time, in seconds; empty where it is not known. */
    public Optional<Double> startSeconds() {
      return withoutStart(figures).map(w -> w.start().seconds());
    }

    /** The difference between ingest rate and limit, {@code -1.2 %}. */
    public String offText() {
      double off = 100 * (achieved.median() / limit - 1);
      return (off > 0 ? "+" : "") + Numbers.fixed(off, 1) + " %";
    }

    private String limitText() {
      return limited() ? Numbers.raw(limit).replaceFirst("\\.0$", "") + " MB/s" : UNLIMITED;
    }
  }

  /**
   * The loads from files of one codec, by limit.
   *
   * @param ratio text bytes per file byte
   */
  public record Line(String codec, double ratio, List<Point> points) {
    public String name() {
      return Labels.words(CODEC, codec) + " files";
    }

    private List<Point> limited() {
      return points.stream().filter(Point::limited).toList();
    }

    /** The number of network-bound loads, from the lowest limit on. */
    private int bound() {
      return (int) limited().stream().takeWhile(p -> p.state() == State.NETWORK).count();
    }

    private Optional<Point> unlimited() {
      return points.stream().filter(point -> !point.limited()).findFirst();
    }

    private DoubleSummaryStatistics starts() {
      return points.stream()
          .flatMap(point -> point.startSeconds().stream())
          .mapToDouble(Double::doubleValue)
          .summaryStatistics();
    }
  }

  /** The sweeps of a record that have a codec with {@value #FEWEST_LIMITS} limits or more. */
  static List<IngestSweep> of(Figures figures) {
    List<IngestSweep> sweeps = new ArrayList<>();
    for (Sweep sweep : Sweep.through(figures, INGEST, CODEC)) {
      List<Line> lines =
          sweep.byCodec().entrySet().stream()
              .map(e -> line(e.getKey(), e.getValue()))
              .filter(line -> line.limited().size() >= FEWEST_LIMITS)
              .toList();
      if (!lines.isEmpty()) {
        sweeps.add(
            new IngestSweep(
                sweep.title(),
                lines,
                findings(lines),
                chart(ID + "-" + sweeps.size(), sweep.title(), lines)));
      }
    }
    return List.copyOf(sweeps);
  }

  /** Whether start-up is taken off some rates. */
  public boolean startKnown() {
    return startKnown(lines);
  }

  private static boolean startKnown(List<Line> lines) {
    return lines.stream().anyMatch(line -> line.starts().getCount() > 0);
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
        points.add(point(f, mb, ratio, most / TB_PER_HOUR / ratio));
      }
    }
    points.sort(Comparator.comparingDouble(Point::limit));
    return new Line(codec, ratio, List.copyOf(points));
  }

  /**
   * @param most the MB/s of file bytes that the line's fastest load takes
   */
  private static Point point(VariantFigures f, double limit, double ratio, double most) {
    Estimate rate = rate(f);
    Estimate achieved = rate.times(1 / TB_PER_HOUR / ratio);
    double ideal = limit * ratio * TB_PER_HOUR;
    return new Point(f, limit, rate, achieved, ideal, state(limit, achieved, most));
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

  private static List<String> findings(List<Line> lines) {
    List<String> findings = new ArrayList<>();
    lines.forEach(line -> findings.add(leaving(line)));
    for (Line other : lines.subList(1, lines.size())) {
      if (lines.get(0).codec().equals(PLAIN)) {
        findings.add(crossing(lines.get(0), other));
      }
    }
    return findings;
  }

  /** The limit at which a load leaves the line of the network. */
  private static String leaving(Line line) {
    List<Point> limited = line.limited();
    int bound = line.bound();
    String upTo = bound == 0 ? "" : " up to " + limited.get(bound - 1).limitText();
    String from = bound == limited.size() ? "" : limited.get(bound).limitText();
    String takes =
        line.unlimited()
            .map(p -> ", and takes " + p.achieved().textWithSpread() + " MB/s without a limit")
            .orElse("");
    return "The load from %s is %s%s.%s"
        .formatted(
            line.name(),
            bound == 0 ? "not network-bound even at " + from : "network-bound" + upTo,
            from.isEmpty()
                ? takes + ": the crossing is not reached in this run"
                : (bound == 0 ? "" : ", no longer at " + from) + takes,
            withoutStart(line.starts()));
  }

  private static String withoutStart(DoubleSummaryStatistics seconds) {
    String least = Numbers.threeDigits(seconds.getMin());
    String most = Numbers.threeDigits(seconds.getMax());
    return seconds.getCount() == 0
        ? ""
        : " Its start-up of %s s is not counted in this."
            .formatted(least.equals(most) ? least : least + " to " + most);
  }

  /** The limit at which plain files get faster than compressed ones. */
  private static String crossing(Line plain, Line other) {
    Point lastOther = null;
    Point firstPlain = null;
    boolean plainEver = false;
    for (Point p : plain.points()) {
      for (Point o : other.points()) {
        if (o.limit() == p.limit() && o.rate().low() > p.rate().high()) {
          lastOther = o;
          firstPlain = null;
        } else if (o.limit() == p.limit() && p.rate().low() > o.rate().high()) {
          firstPlain = firstPlain == null ? p : firstPlain;
          plainEver = true;
        }
      }
    }
    String codec = Labels.words(CODEC, other.codec());
    if (lastOther != null && firstPlain != null) {
      return "%s files load faster than plain ones up to %s, plain ones %s%s."
          .formatted(
              codec,
              lastOther.limitText(),
              firstPlain.limited() ? "from " + firstPlain.limitText() + " on" : "without a limit",
              crossingAt(plain, other)
                  .map(e -> "; the curves cross at " + e.textWithSpread() + " MB/s")
                  .orElse(""));
    }
    String shown = plainEver ? "plain ones are faster" : "no difference is shown";
    if (lastOther != null) {
      String where = lastOther.limited() ? "up to " + lastOther.limitText() : "without a limit too";
      shown = codec + " files are faster " + where;
    }
    return "Where plain files get faster than %s files is not reached in this run: %s."
        .formatted(codec, shown);
  }

  /**
   * The ingest rate at which plain files, still bound by it, load as fast as compressed files do
   * that nothing but the machine bounds; empty unless plain files are faster without a limit.
   */
  private static Optional<Estimate> crossingAt(Line plain, Line other) {
    return other
        .unlimited()
        .filter(o -> plain.codec().equals(PLAIN))
        .map(Point::rate)
        .filter(rate -> plain.unlimited().filter(p -> rate.high() < p.rate().low()).isPresent())
        .map(rate -> rate.times(1 / TB_PER_HOUR / plain.ratio()));
  }

  private static CurveChart chart(String id, String title, List<Line> lines) {
    double[] limits =
        lines.stream()
            .flatMap(l -> l.limited().stream())
            .mapToDouble(Point::limit)
            .distinct()
            .sorted()
            .toArray();
    double last = limits[limits.length - 1];
    double beyond = last * last / limits[Math.max(0, limits.length - 2)];
    List<CurveChart.Curve> curves = new ArrayList<>();
    DoubleSummaryStatistics rates = new DoubleSummaryStatistics();
    for (Line line : lines) {
      List<CurveChart.Dot> dots = new ArrayList<>();
      for (Point p : line.points()) {
        double x = p.limited() ? p.limit() : beyond;
        dots.add(CurveChart.dot(x, p.rate(), "", p.figures(), tip(line, p)));
        rates.accept(p.rate().low());
        rates.accept(p.rate().high());
      }
      curves.add(CurveChart.curve(line.name(), curves.size(), false, dots, path(line, dots)));
    }
    Axis x = Axis.log(limits[0], beyond);
    Axis y = Axis.log(rates.getMin(), rates.getMax());
    List<CurveChart.Guide> guides = new ArrayList<>();
    List<CurveChart.Upright> uprights = new ArrayList<>();
    for (Line line : lines) {
      String name = "network, " + Labels.words(CODEC, line.codec());
      guides.add(CurveChart.through(name, line.ratio() * TB_PER_HOUR, x, y));
      crossingAt(lines.get(0), line)
          .map(Estimate::median)
          .filter(x::holds)
          .ifPresent(at -> uprights.add(upright(line, at)));
    }
    List<CurveChart.Tick> xTicks = new ArrayList<>();
    DoubleStream.of(limits).forEach(l -> xTicks.add(new CurveChart.Tick(l, Axis.tickText(l))));
    if (lines.stream().anyMatch(line -> line.unlimited().isPresent())) {
      xTicks.add(new CurveChart.Tick(beyond, UNLIMITED));
    }
    return new CurveChart(
        id,
        "Load rate over the limit of the ingest rate, " + title,
        "ingest limit, MB/s of file bytes (log)",
        startKnown(lines) ? "TB/h without start-up (log)" : "TB/h (log)",
        x,
        y,
        xTicks,
        CurveChart.ticks(y),
        curves,
        guides,
        uprights);
  }

  private static CurveChart.Upright upright(Line line, double at) {
    String name = "plain = %s at %s MB/s".formatted(line.codec(), Numbers.threeDigits(at));
    return new CurveChart.Upright(name, at);
  }

  /**
   * The way of the curve through the dots. Between the last load that the network bounds and the
   * next it follows the network's line as far as the unlimited load goes.
   */
  private static List<CurveChart.Place> path(Line line, List<CurveChart.Dot> dots) {
    List<CurveChart.Place> path = new ArrayList<>();
    dots.forEach(dot -> path.add(new CurveChart.Place(dot.x(), dot.y())));
    int bound = line.bound();
    if (bound > 0 && bound < line.limited().size()) {
      line.unlimited()
          .map(p -> new CurveChart.Place(p.achieved().median(), p.rate().median()))
          .filter(knee -> knee.x() > dots.get(bound - 1).x() && knee.x() < dots.get(bound).x())
          .ifPresent(knee -> path.add(bound, knee));
    }
    return path;
  }

  private static List<String> tip(Line line, Point p) {
    return Stream.of(
            line.name() + ", " + p.limitText(),
            p.rate().textWithSpread()
                + " TB/h"
                + p.startSeconds()
                    .map(s -> " without start-up, " + Numbers.threeDigits(s) + " s")
                    .orElse(""),
            "achieved " + p.achieved().textWithSpread() + " MB/s of file bytes",
            p.limited() ? p.offText() + " of the limit; " + p.state().words() : "")
        .filter(text -> !text.isEmpty())
        .toList();
  }
}
