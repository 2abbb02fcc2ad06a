package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.Csv.estimate;
import static io.loadpath.benchmarks.report.Csv.put;
import static io.loadpath.benchmarks.report.Csv.ratio;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.RecordComparison;
import io.loadpath.benchmarks.statistics.RecordComparison.Figure;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two records side by side: what both hold with its ratio, and what only one holds.
 *
 * <p>What {@link RecordComparison} refuses to compare has no ratio here; its reason is listed.
 */
public final class ComparisonReport {
  private static final String RATIO = "ratio_b_to_a";

  private ComparisonReport() {}

  /** Writes a page that runs no script; the writer stays open and must encode UTF-8. */
  public static void html(RunRecord a, RunRecord b, Writer out) throws IOException {
    Templates.fill(
        "comparison.ftlh",
        Map.of("compared", Compared.of(a, b), "style", Report.resource("report.css")),
        out);
  }

  /** Writes a table in GitHub's Markdown; the writer stays open. */
  public static void markdown(RunRecord a, RunRecord b, Writer out) throws IOException {
    Templates.fill("comparison.ftl", Map.of("compared", Compared.of(a, b)), out);
  }

  /** Writes one line per variant of either record as CSV; the writer stays open. */
  public static void csv(RunRecord a, RunRecord b, Writer out) throws IOException {
    Compared compared = Compared.of(a, b);
    List<Map<String, Object>> lines = new ArrayList<>();
    for (Compared.Row row : compared.rows()) {
      String outcome = row.compared().isPresent() ? "compared" : "not compared";
      lines.add(line(Optional.of(row.a()), Optional.of(row.b()), row.compared(), outcome));
    }
    for (VariantFigures f : compared.figuresA().variants()) {
      if (compared.result().onlyInA().contains(f.variant().id())) {
        lines.add(line(Optional.of(f), Optional.empty(), Optional.empty(), "only in A"));
      }
    }
    for (VariantFigures f : compared.figuresB().variants()) {
      if (compared.result().onlyInB().contains(f.variant().id())) {
        lines.add(line(Optional.empty(), Optional.of(f), Optional.empty(), "only in B"));
      }
    }
    Csv.write(lines, out);
  }

  private static Map<String, Object> line(
      Optional<VariantFigures> a,
      Optional<VariantFigures> b,
      Optional<RecordComparison.Row> compared,
      String outcome) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("variant", a.or(() -> b).orElseThrow().variant().id());
    line.put("outcome", outcome);
    figures(line, "a", a);
    figures(line, "b", b);
    ratio(line, "time", RATIO, compared.map(row -> row.time().ratio()));
    ratio(line, "cpu", RATIO, compared.flatMap(RecordComparison.Row::cpu).map(Figure::ratio));
    return line;
  }

  private static void figures(Map<String, Object> line, String side, Optional<VariantFigures> f) {
    Optional<Measured> measured = f.flatMap(VariantFigures::measured);
    put(line, side + "_runs", f.map(v -> v.samples().size()));
    put(line, side + "_verified_runs", f.map(VariantFigures::verifiedRuns));
    estimate(line, side + "_load_rate", "tb_per_hour", measured.map(Measured::loadRateTbPerHour));
    estimate(
        line, side + "_cpu_cost", "seconds_per_gb", measured.map(Measured::cpuCostSecondsPerGb));
  }
}
