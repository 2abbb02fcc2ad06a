package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    /** More bytes came than the limit lets through. */
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

    /** Whether the ingest rate is not the wanted one. */
    public boolean off() {
      return this == TOO_FAST || this == TOO_SLOW;
    }
  }

  /**
   * One load.
   *
   * @param limit MB/s of file bytes; infinite without a limit
   * @param achieved MB/s of file bytes
   * @param ideal TB/h of text at that limit
   */
  public record Point(
      VariantFigures figures, double limit, Estimate achieved, double ideal, State state) {
    public boolean limited() {
      return Double.isFinite(limit);
    }

    public Estimate rate() {
      return figures.rate();
    }

    /** How far the ingest rate is from the wanted one, {@code -1.2 %}. */
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

    private Optional<Point> unlimited() {
      return points.stream().filter(point -> !point.limited()).findFirst();
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

  /** The loads of all codecs. */
  public List<VariantFigures> loads() {
    return lines.stream().flatMap(line -> line.points().stream()).map(Point::figures).toList();
  }

  private static Line line(String codec, List<VariantFigures> loads) {
    double ratio = Sweep.ratio(loads.get(0));
    double most = loads.stream().mapToDouble(f -> f.rate().median()).max().orElseThrow();
    List<Point> points = new ArrayList<>();
    for (VariantFigures f : loads) {
      limit(f.variant().parameters().get(INGEST))
          .ifPresent(limit -> points.add(point(f, limit, ratio, most / TB_PER_HOUR / ratio)));
    }
    points.sort(Comparator.comparingDouble(Point::limit));
    return new Line(codec, ratio, List.copyOf(points));
  }

  /** MB/s; empty for what is no limit in this form. */
  private static Optional<Double> limit(String value) {
    Matcher matcher = LIMIT.matcher(value);
    return value.equals(UNLIMITED)
        ? Optional.of(Double.POSITIVE_INFINITY)
        : matcher.matches() ? Optional.of(Double.parseDouble(matcher.group(1))) : Optional.empty();
  }

  /**
   * @param most the MB/s of file bytes that the line's fastest load takes
   */
  private static Point point(VariantFigures f, double limit, double ratio, double most) {
    Estimate achieved = f.rate().times(1 / TB_PER_HOUR / ratio);
    return new Point(f, limit, achieved, limit * ratio * TB_PER_HOUR, state(limit, achieved, most));
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

  /** Where a load leaves the line that the network bounds it to. */
  private static String leaving(Line line) {
    List<Point> limited = line.limited();
    int bound = bound(line);
    String takes =
        line.unlimited()
            .map(
                p -> ", and takes %s MB/s without a limit".formatted(p.achieved().textWithSpread()))
            .orElse("");
    if (bound == limited.size()) {
      return "The load from %s is network-bound up to %s%s: the crossing is not reached in this run."
          .formatted(line.name(), limited.get(bound - 1).limitText(), takes);
    }
    String from = limited.get(bound).limitText();
    return bound == 0
        ? "The load from %s is not network-bound even at %s%s.".formatted(line.name(), from, takes)
        : "The load from %s is network-bound up to %s, no longer at %s%s."
            .formatted(line.name(), limited.get(bound - 1).limitText(), from, takes);
  }

  /** How many loads, from the lowest limit on, are network-bound. */
  private static int bound(Line line) {
    List<Point> limited = line.limited();
    int bound = 0;
    while (bound < limited.size() && limited.get(bound).state() == State.NETWORK) {
      bound++;
    }
    return bound;
  }

  /** Where the curve of plain files crosses that of compressed ones. */
  private static String crossing(Line plain, Line other) {
    Optional<Point> lastOther = Optional.empty();
    Optional<Point> firstPlain = Optional.empty();
    boolean plainEver = false;
    for (Point p : plain.points()) {
      Optional<Point> beside =
          other.points().stream().filter(o -> o.limit() == p.limit()).findFirst();
      if (beside.isPresent() && beside.get().rate().low() > p.rate().high()) {
        lastOther = beside;
        firstPlain = Optional.empty();
      } else if (beside.isPresent() && p.rate().low() > beside.get().rate().high()) {
        firstPlain = firstPlain.or(() -> Optional.of(p));
        plainEver = true;
      }
    }
    String codec = Labels.words(CODEC, other.codec());
    if (lastOther.isPresent() && firstPlain.isPresent()) {
      String from =
          firstPlain.get().limited()
              ? "from %s on".formatted(firstPlain.get().limitText())
              : "without a limit";
      String at =
          crossingAt(plain, other)
              .map(e -> "; the curves cross at %s MB/s".formatted(e.textWithSpread()))
              .orElse("");
      return "%s files load faster than plain ones up to %s, plain ones %s%s."
          .formatted(codec, lastOther.get().limitText(), from, at);
    }
    String shown = plainEver ? "plain ones are faster" : "no difference is shown";
    if (lastOther.isPresent()) {
      shown =
          codec
              + " files are faster "
              + (lastOther.get().limited()
                  ? "up to " + lastOther.get().limitText()
                  : "without a limit too");
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
    List<Double> limits =
        lines.stream()
            .flatMap(l -> l.limited().stream())
            .map(Point::limit)
            .distinct()
            .sorted()
            .toList();
    double last = limits.get(limits.size() - 1);
    double beyond = last * last / limits.get(Math.max(0, limits.size() - 2));
    List<CurveChart.Curve> curves = new ArrayList<>();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = 0;
    for (Line line : lines) {
      List<CurveChart.Dot> dots = new ArrayList<>();
      for (Point p : line.points()) {
        double x = p.limited() ? p.limit() : beyond;
        dots.add(CurveChart.dot(x, p.rate(), "", p.figures(), tip(line, p)));
        lowest = Math.min(lowest, p.rate().low());
        highest = Math.max(highest, p.rate().high());
      }
      curves.add(CurveChart.curve(line.name(), curves.size(), false, dots, path(line, dots)));
    }
    Axis x = Axis.log(limits.get(0), beyond);
    Axis y = Axis.log(lowest, highest);
    List<CurveChart.Guide> guides = new ArrayList<>();
    List<CurveChart.Upright> uprights = new ArrayList<>();
    for (Line line : lines) {
      guides.add(
          CurveChart.through(
              "network, " + Labels.words(CODEC, line.codec()), line.ratio() * TB_PER_HOUR, x, y));
      crossingAt(lines.get(0), line)
          .map(Estimate::median)
          .filter(x::holds)
          .ifPresent(
              at ->
                  uprights.add(
                      new CurveChart.Upright(
                          "plain = %s at %s MB/s".formatted(line.codec(), Numbers.threeDigits(at)),
                          at)));
    }
    List<CurveChart.Tick> xTicks = new ArrayList<>();
    limits.forEach(limit -> xTicks.add(new CurveChart.Tick(limit, Axis.tickText(limit))));
    if (lines.stream().anyMatch(line -> line.unlimited().isPresent())) {
      xTicks.add(new CurveChart.Tick(beyond, UNLIMITED));
    }
    return new CurveChart(
        id,
        "Load rate over the limit of the ingest rate, " + title,
        "ingest limit, MB/s of file bytes (log)",
        "TB/h (log)",
        x,
        y,
        xTicks,
        CurveChart.ticks(y),
        curves,
        guides,
        uprights);
  }

  /**
   * The way of the curve through the dots. Between the last load that the network bounds and the
   * next it follows the network's line as far as the unlimited load goes.
   */
  private static List<CurveChart.Place> path(Line line, List<CurveChart.Dot> dots) {
    List<CurveChart.Place> path = new ArrayList<>();
    dots.forEach(dot -> path.add(new CurveChart.Place(dot.x(), dot.y())));
    int bound = bound(line);
    if (bound > 0 && bound < line.limited().size()) {
      line.unlimited()
          .map(p -> new CurveChart.Place(p.achieved().median(), p.rate().median()))
          .filter(knee -> knee.x() > dots.get(bound - 1).x() && knee.x() < dots.get(bound).x())
          .ifPresent(knee -> path.add(bound, knee));
    }
    return path;
  }

  private static List<String> tip(Line line, Point p) {
    List<String> tip = new ArrayList<>();
    tip.add(line.name() + ", " + p.limitText());
    tip.add(p.rate().textWithSpread() + " TB/h");
    tip.add("achieved " + p.achieved().textWithSpread() + " MB/s of file bytes");
    if (p.limited()) {
      tip.add(p.offText() + " of the limit; " + p.state().words());
    }
    return List.copyOf(tip);
  }
}
