package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.RecordComparison;
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
      lines.add(
          line(
              row.a().variant().id(),
              Optional.of(row.a()),
              Optional.of(row.b()),
              row.compared(),
              row.compared().isPresent() ? "compared" : "not compared"));
    }
    for (VariantFigures f : compared.figuresA().variants()) {
      if (compared.result().onlyInA().contains(f.variant().id())) {
        lines.add(
            line(
                f.variant().id(), Optional.of(f), Optional.empty(), Optional.empty(), "only in A"));
      }
    }
    for (VariantFigures f : compared.figuresB().variants()) {
      if (compared.result().onlyInB().contains(f.variant().id())) {
        lines.add(
            line(
                f.variant().id(), Optional.empty(), Optional.of(f), Optional.empty(), "only in B"));
      }
    }
    Csv.write(lines, out);
  }

  private static Map<String, Object> line(
      String variant,
      Optional<VariantFigures> a,
      Optional<VariantFigures> b,
      Optional<RecordComparison.Row> compared,
      String outcome) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("variant", variant);
    line.put("outcome", outcome);
    figures(line, "a", a);
    figures(line, "b", b);
    ratio(line, "time", compared.map(RecordComparison.Row::time));
    ratio(line, "cpu", compared.flatMap(RecordComparison.Row::cpu));
    return line;
  }

  private static void figures(Map<String, Object> line, String side, Optional<VariantFigures> f) {
    Optional<Measured> measured = f.flatMap(VariantFigures::measured);
    line.put(side + "_runs", f.map(v -> v.samples().size()).orElse(null));
    line.put(side + "_verified_runs", f.map(VariantFigures::verifiedRuns).orElse(null));
    estimate(line, side + "_load_rate", "tb_per_hour", measured.map(Measured::loadRateTbPerHour));
    estimate(
        line, side + "_cpu_cost", "seconds_per_gb", measured.map(Measured::cpuCostSecondsPerGb));
  }

  private static void ratio(
      Map<String, Object> line, String name, Optional<RecordComparison.Figure> figure) {
    estimate(line, name, "ratio_b_to_a", figure.map(f -> f.ratio().estimate()));
    line.put(name + "_verdict", figure.map(f -> f.ratio().words()).orElse(null));
  }

  private static void estimate(
      Map<String, Object> line, String name, String unit, Optional<Estimate> estimate) {
    line.put(name + "_" + unit, estimate.map(Estimate::median).orElse(null));
    line.put(name + "_low_" + unit, estimate.map(Estimate::low).orElse(null));
    line.put(name + "_high_" + unit, estimate.map(Estimate::high).orElse(null));
  }
}
