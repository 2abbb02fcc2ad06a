package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Ratio;
import io.loadpath.benchmarks.statistics.RecordComparison;
import io.loadpath.benchmarks.statistics.RecordComparison.Figure;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Two records side by side: variants in both with their ratios, and variants in one only.
 *
 * <p>Variants that {@link RecordComparison} refuses to compare have a reason instead of a ratio.
 *
 * @param rows the variants in both, in the order of A, then those only in A and only in B
 */
public record ComparisonReport(Figures a, Figures b, RecordComparison result, List<Row> rows) {
  private static final String NOT_COMPARED = "not compared";
  private static final int WIDTH = 110;
  private static final int TEXT = 6; // half of a tick's text
  private static final int NEAREST_TICKS = 26;

  /** The scale covers at least this ratio, in both directions. */
  private static final double LEAST = 1.25;

  private static final double MARGIN = 1.05;
  private static final List<Double> TICKS =
      List.of(0.01, 0.1, 0.5, 0.8, 1.0, 1.25, 2.0, 10.0, 100.0);

  /**
   * One variant.
   *
   * @param a null if it is only in B
   * @param b null if it is only in A
   * @param compared empty if the comparison was refused
   */
  public record Row(VariantFigures a, VariantFigures b, Optional<RecordComparison.Row> compared) {
    public boolean inBoth() {
      return a != null && b != null;
    }

    Optional<Ratio> time() {
      return compared.map(row -> row.time().ratio());
    }

    Optional<Ratio> cpu() {
      return compared.flatMap(RecordComparison.Row::cpu).map(Figure::ratio);
    }

    private String outcome() {
      return b == null
          ? "only in A"
          : a == null ? "only in B" : compared.isPresent() ? "compared" : NOT_COMPARED;
    }
  }

  public static ComparisonReport of(RunRecord a, RunRecord b) {
    RecordComparison result = RecordComparison.of(a, b);
    Figures inA = Figures.of(a);
    Figures inB = Figures.of(b);
    List<Row> rows = new ArrayList<>();
    for (VariantInfo variant : a.variants()) {
      String id = variant.id();
      inB.find(id).ifPresent(f -> rows.add(new Row(inA.find(id).get(), f, result.row(id))));
    }
    alone(inA, inB).forEach(f -> rows.add(new Row(f, null, Optional.empty())));
    alone(inB, inA).forEach(f -> rows.add(new Row(null, f, Optional.empty())));
    return new ComparisonReport(inA, inB, result, rows);
  }

  private static Stream<VariantFigures> alone(Figures figures, Figures others) {
    return figures.variants().stream().filter(f -> others.find(f.variant().id()).isEmpty());
  }

  /** Writes a page that runs no script; the writer stays open and must encode UTF-8. */
  public void html(Writer out) throws IOException {
    Templates.fill(
        "comparison.ftlh", Map.of("compared", this, "style", Report.resource("report.css")), out);
  }

  /** Writes a table in GitHub's Markdown; the writer stays open. */
  public void markdown(Writer out) throws IOException {
    Templates.fill("comparison.ftl", Map.of("compared", this), out);
  }

  /** Writes CSV, one line per variant of either record; the writer stays open. */
  public void csv(Writer out) throws IOException {
    PrintedTable<Row> table =
        PrintedTable.of(rows)
            .text("variant", row -> (row.a() == null ? row.b() : row.a()).variant().id())
            .text("outcome", Row::outcome);
    figures(table, "a", row -> Optional.ofNullable(row.a()));
    figures(table, "b", row -> Optional.ofNullable(row.b()));
    table.ratio("time", "ratio_b_to_a", Row::time).ratio("cpu", "ratio_b_to_a", Row::cpu).csv(out);
  }

  private static void figures(
      PrintedTable<Row> table, String side, Function<Row, Optional<VariantFigures>> figures) {
    Function<Row, Optional<Measured>> measured =
        figures.andThen(f -> f.flatMap(VariantFigures::measured));
    table
        .number(side + "_runs", figures.andThen(f -> f.map(v -> v.samples().size())))
        .number(side + "_verified_runs", figures.andThen(f -> f.map(v -> v.verifiedRuns())))
        .estimate(
            side + "_load_rate",
            "tb_per_hour",
            measured.andThen(m -> m.map(Measured::loadRateTbPerHour)))
        .estimate(
            side + "_cpu_cost",
            "seconds_per_gb",
            measured.andThen(m -> m.map(Measured::cpuCostSecondsPerGb)))
        .text(side + "_client_only", figures.andThen(f -> f.map(v -> v.variant().clientOnly())));
  }

  private static Optional<String> cost(VariantFigures f) {
    return f.measured()
        .map(m -> (m.cpuCostSecondsPerGb().textWithSpread() + " " + f.costRemark()).strip());
  }

  /** Returns the tables of seconds and CPU-seconds for a terminal, then variants in one only. */
  public static List<String> lines(RecordComparison result) {
    List<String> lines = new ArrayList<>();
    lines.addAll(lines("seconds", result, row -> Optional.of(row.time())));
    lines.addAll(lines("CPU-seconds", result, RecordComparison.Row::cpu));
    if (!result.onlyInA().isEmpty() || !result.onlyInB().isEmpty()) {
      lines.add("");
    }
    result.onlyInA().forEach(id -> lines.add("only in A: " + id));
    result.onlyInB().forEach(id -> lines.add("only in B: " + id));
    return lines;
  }

  private static List<String> lines(
      String title,
      RecordComparison result,
      Function<RecordComparison.Row, Optional<Figure>> figure) {
    List<RecordComparison.Row> rows =
        result.rows().stream().filter(row -> figure.apply(row).isPresent()).toList();
    Function<RecordComparison.Row, Figure> known = figure.andThen(Optional::get);
    PrintedTable<RecordComparison.Row> table =
        PrintedTable.of(rows)
            .text(title, RecordComparison.Row::variant)
            .number("A", known.andThen(Figure::a))
            .number("B", known.andThen(Figure::b))
            .number("B/A", known.andThen(f -> f.ratio().estimate()))
            .text("", known.andThen(f -> f.ratio().words()));
    return rows.isEmpty()
        ? List.of()
        : Stream.concat(Stream.of(""), table.lines().stream()).toList();
  }

  /** Returns the variants in both, for Markdown. */
  public PrintedTable<Row> both() {
    return PrintedTable.of(rows.stream().filter(Row::inBoth).toList())
        .text("Path", row -> row.a().variant().id())
        .number("A MB/s", row -> rate(row.a()).map(Estimate::inMbPerSecond))
        .number("A TB/h", row -> rate(row.a()).map(Estimate::text))
        .number("A CPU-s/GB", row -> cost(row.a()))
        .number("B MB/s", row -> rate(row.b()).map(Estimate::inMbPerSecond))
        .number("B TB/h", row -> rate(row.b()).map(Estimate::text))
        .number("B CPU-s/GB", row -> cost(row.b()))
        .number("Time, B/A", row -> row.time().map(Ratio::text).orElse(""))
        .text("", row -> row.time().map(Ratio::words).orElse(NOT_COMPARED))
        .number("CPU, B/A", row -> row.cpu().map(Ratio::text).orElse(""))
        .text("", row -> row.cpu().map(Ratio::words).orElse(NOT_COMPARED));
  }

  private static Optional<Estimate> rate(VariantFigures f) {
    return f.measured().map(Measured::loadRateTbPerHour);
  }

  /**
   * Returns the position of a ratio, from 0 to {@link #WIDTH}; all pictures have the same scale.
   */
  public String at(double ratio) {
    return Numbers.fixed(place(ratio), 1);
  }

  /** Returns round ratios with room for their text; 1 is one of them. */
  public List<Double> ticks() {
    return TICKS.stream()
        .filter(tick -> place(tick) >= TEXT && place(tick) <= WIDTH - TEXT)
        .filter(tick -> tick == 1 || Math.abs(place(tick) - place(1)) >= NEAREST_TICKS)
        .toList();
  }

  private double place(double ratio) {
    List<Estimate> all =
        rows.stream()
            .flatMap(row -> Stream.concat(row.time().stream(), row.cpu().stream()))
            .map(Ratio::estimate)
            .toList();
    double low = all.stream().mapToDouble(Estimate::low).reduce(1, Math::min) / MARGIN;
    double high = all.stream().mapToDouble(Estimate::high).reduce(1, Math::max) * MARGIN;
    double min = Math.min(low, 1 / LEAST);
    return WIDTH * Math.log(ratio / min) / Math.log(Math.max(high, LEAST) / min);
  }
}
