package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The same rows in files of different codecs: how much smaller, and at which CPU cost.
 *
 * @param title the path and what else tells it apart
 * @param rows by compression ratio, then by CPU cost
 * @param finding which rows are Pareto-best, in a sentence
 */
public record CodecSweep(String title, List<Row> rows, String finding, CurveChart chart) {
  private static final String ID = "codec";
  private static final String CODEC = "codec";
  private static final String INFLATER = "inflater";
  private static final String PLAIN = "none";
  private static final String GZIP = "gzip";
  private static final String INFLATING = "preprocessor";
  private static final int FEWEST_CODECS = 3;

  /** Total costs that span more than this factor get a logarithmic axis. */
  private static final double LOG_FROM = 3;

  /** Two files whose sizes differ by less are of one size. */
  private static final double SAME_SIZE = 0.001;

  /**
   * One codec with one inflater.
   *
   * @param inflater the program that inflates; {@code none} for plain files
   * @param ratio text bytes per file byte
   * @param inflateSecondsPerGb the preprocessors' part of the CPU cost
   * @param toPlain CPU time divided by that of the load from plain files
   * @param best whether no other row is both smaller and cheaper
   */
  public record Row(
      String codec,
      String inflater,
      double ratio,
      VariantFigures figures,
      Optional<Double> inflateSecondsPerGb,
      Optional<Estimate> toPlain,
      boolean best) {
    public boolean plain() {
      return codec.equals(PLAIN);
    }

    /** {@code gzip-3 by igzip}, {@code zstd-3}, {@code plain}. */
    public String name() {
      return plain() ? "plain" : codec.startsWith(GZIP) ? codec + " by " + inflater : codec;
    }

    private String besidePlain() {
      String size = Numbers.fixed(ratio, 2);
      return name()
          + toPlain.map(cpu -> " %s : 1 at %s ×".formatted(size, cpu.textWithSpread())).orElse("");
    }

    private Estimate cost() {
      return figures.cost();
    }
  }

  /** The sweeps of a record with {@value #FEWEST_CODECS} codecs or more. */
  static List<CodecSweep> of(Figures figures) {
    RunRecord record = figures.record();
    List<CodecSweep> sweeps = new ArrayList<>();
    for (Sweep sweep : Sweep.through(figures, CODEC, INFLATER)) {
      if (sweep.loads().stream().map(f -> f.dataset().codec()).distinct().count()
          >= FEWEST_CODECS) {
        List<Row> rows = rows(record, sweep.loads());
        sweeps.add(
            new CodecSweep(
                sweep.title(), rows, finding(rows), chart(ID + "-" + sweeps.size(), sweep, rows)));
      }
    }
    return List.copyOf(sweeps);
  }

  private static List<Row> rows(RunRecord record, List<VariantFigures> loads) {
    Optional<VariantFigures> plain =
        loads.stream().filter(f -> f.dataset().codec().equals(PLAIN)).findFirst();
    return loads.stream()
        .map(
            f ->
                new Row(
                    f.dataset().codec(),
                    inflater(f),
                    Sweep.ratio(f),
                    f,
                    Optional.ofNullable(f.proven().stages().get(INFLATING))
                        .map(Measured.StageCost::secondsPerGb),
                    plain.filter(other -> other != f).map(other -> Sweep.cpu(record, f, other)),
                    loads.stream().noneMatch(other -> beats(other, f))))
        .sorted(
            Comparator.comparingDouble(Row::ratio).thenComparingDouble(row -> row.cost().median()))
        .toList();
  }

  /** Only gzip files leave a choice; another codec is inflated by the tool of its name. */
  private static String inflater(VariantFigures f) {
    String codec = f.dataset().codec();
    return codec.startsWith(GZIP)
        ? f.variant().parameters().getOrDefault(INFLATER, "auto")
        : codec.replaceFirst("-.*", "");
  }

  /** Whether {@code other} is as small and cheap as {@code f}, and surely smaller or cheaper. */
  private static boolean beats(VariantFigures other, VariantFigures f) {
    double smaller = Sweep.ratio(other) / Sweep.ratio(f) - 1;
    return other != f
        && smaller > -SAME_SIZE
        && other.cost().median() <= f.cost().median()
        && (smaller > SAME_SIZE || other.cost().high() < f.cost().low());
  }

  private static String finding(List<Row> rows) {
    return "Pareto-best, with compression ratio and CPU against plain files: %s. No other is both smaller and cheaper."
        .formatted(
            rows.stream()
                .filter(Row::best)
                .map(Row::besidePlain)
                .collect(Collectors.joining("; ")));
  }

  private static CurveChart chart(String id, Sweep sweep, List<Row> rows) {
    Map<String, List<Row>> byInflater =
        rows.stream()
            .collect(Collectors.groupingBy(Row::inflater, LinkedHashMap::new, Collectors.toList()));
    List<CurveChart.Curve> curves = new ArrayList<>();
    List<CurveChart.Curve> parts = new ArrayList<>();
    byInflater.forEach(
        (inflater, its) -> {
          int index = curves.size();
          String name = its.get(0).plain() ? "plain files" : inflater;
          List<CurveChart.Dot> part = its.stream().flatMap(r -> inflating(r).stream()).toList();
          curves.add(
              CurveChart.curve(name, index, false, its.stream().map(CodecSweep::total).toList()));
          if (!part.isEmpty()) {
            parts.add(CurveChart.curve("", index, true, part));
          }
        });
    curves.addAll(parts);
    Axis x = ratioAxis(rows);
    Axis y = costAxis(rows, parts);
    return new CurveChart(
        id,
        "CPU cost over compression ratio, " + sweep.title(),
        "compression ratio, text bytes per file byte",
        "CPU-s/GB" + (y.log() ? " (log)" : ""),
        x,
        y,
        CurveChart.ticks(x),
        CurveChart.ticks(y),
        curves,
        List.of(),
        List.of());
  }

  /** Begins a little below 1, so that the mark of plain files is not on the other axis. */
  private static Axis ratioAxis(List<Row> rows) {
    Axis ticks = Axis.between(1, rows.stream().mapToDouble(Row::ratio).max().orElse(1));
    double margin = 0.04 * (ticks.max() - ticks.min());
    return new Axis(false, ticks.min() - margin, ticks.max(), ticks.ticks());
  }

  /** Logarithmic when a slow codec would press the others together. */
  private static Axis costAxis(List<Row> rows, List<CurveChart.Curve> parts) {
    DoubleSummaryStatistics totals =
        rows.stream().mapToDouble(row -> row.cost().high()).summaryStatistics();
    double lowest =
        parts.stream()
            .flatMap(part -> part.dots().stream())
            .mapToDouble(CurveChart.Dot::y)
            .reduce(totals.getMin(), Math::min);
    return totals.getMax() > LOG_FROM * totals.getMin() && lowest > 0
        ? Axis.log(lowest, totals.getMax())
        : Axis.between(0, totals.getMax());
  }

  private static CurveChart.Dot total(Row row) {
    String label = row.plain() ? row.name() : row.codec();
    return CurveChart.dot(row.ratio(), row.cost(), label, row.figures(), tip(row));
  }

  private static Optional<CurveChart.Dot> inflating(Row row) {
    return row.inflateSecondsPerGb()
        .filter(cost -> !row.plain())
        .map(cost -> new CurveChart.Dot(row.ratio(), cost, cost, cost, "", true, tip(row)));
  }

  private static List<String> tip(Row row) {
    return Stream.of(
            Optional.of(row.name()),
            Optional.of(Numbers.fixed(row.ratio(), 2) + " : 1"),
            Optional.of(row.cost().textWithSpread() + " CPU-s/GB"),
            row.inflateSecondsPerGb()
                .map(cost -> "of them " + Numbers.threeDigits(cost) + " to read and inflate"),
            Optional.of(row.figures().rate().textWithSpread() + " TB/h"))
        .flatMap(Optional::stream)
        .toList();
  }
}
