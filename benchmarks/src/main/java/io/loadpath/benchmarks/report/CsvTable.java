package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.Csv.estimate;
import static io.loadpath.benchmarks.report.Csv.put;
import static io.loadpath.benchmarks.report.Csv.ratio;

import io.loadpath.benchmarks.limits.ShareOfLimit;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.report.Measured.StageCost;
import io.loadpath.benchmarks.report.Measured.Usage;
import io.loadpath.benchmarks.statistics.Comparison;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The report's table as CSV: one line per variant, numbers unrounded, units in the header. */
public final class CsvTable {
  private static final String RATIO = "ratio_to_baseline";

  private CsvTable() {}

  /** Writes the table; the writer stays open. */
  public static void render(Figures figures, Writer out) throws IOException {
    Set<String> stages = new LinkedHashSet<>(StageChart.ORDER);
    stages.addAll(StageChart.of(figures).stages());
    List<Map<String, Object>> lines = new ArrayList<>();
    for (VariantFigures f : figures.variants()) {
      Map<String, Object> line = new LinkedHashMap<>();
      names(line, f);
      Optional<Measured> measured = f.measured();
      estimate(line, "load_rate", "tb_per_hour", measured.map(Measured::loadRateTbPerHour));
      estimate(line, "cpu_cost", "seconds_per_gb", measured.map(Measured::cpuCostSecondsPerGb));
      put(line, "calibrated_cpu_cost_per_gb", measured.flatMap(Measured::calibratedCpuCost));
      estimate(line, "commit", "seconds", measured.map(Measured::commitSeconds));
      estimate(line, "durable", "seconds", measured.flatMap(Measured::durableSeconds));
      put(
          line,
          "spread",
          measured.map(m -> m.loadRateTbPerHour().spread().name().toLowerCase(Locale.ROOT)));
      line.put("baseline", f.variant().baseline());
      Optional<Comparison> comparison =
          Optional.ofNullable(figures.comparisons().get(f.variant().id()));
      ratio(line, "time", RATIO, comparison.map(Comparison::time));
      ratio(line, "cpu", RATIO, comparison.flatMap(Comparison::cpu));
      limit(line, Optional.ofNullable(figures.limits().get(f.variant().id())));
      usage(line, measured.map(Measured::usage));
      for (String stage : stages) {
        Optional<StageCost> cost = measured.map(m -> m.stages().get(stage));
        put(line, "stage_" + stage + "_user_seconds_per_gb", cost.map(StageCost::userSecondsPerGb));
        put(
            line,
            "stage_" + stage + "_system_seconds_per_gb",
            cost.map(StageCost::systemSecondsPerGb));
      }
      line.put("left_processes", String.join("; ", f.leftProcesses()));
      put(line, "error", f.errors().stream().findFirst().map(Sample.RunError::message));
      line.put("command", f.variant().command());
      lines.add(line);
    }
    Csv.write(lines, out);
  }

  private static void names(Map<String, Object> line, VariantFigures f) {
    line.put("rank", f.rank() > 0 ? f.rank() : null);
    line.put("variant", f.variant().id());
    line.put("path", f.variant().path());
    line.put("parameters", f.parametersText());
    line.put("tool", f.variant().tool());
    line.put("measures", f.variant().measures());
    line.put("dataset", f.dataset().id());
    line.put("codec", f.dataset().codec());
    line.put("dataset_rows", f.dataset().rows());
    line.put("logical_bytes", f.dataset().logicalBytes());
    put(line, "rows_arrived", f.rows());
    line.put("runs", f.samples().size());
    line.put("verified_runs", f.verifiedRuns());
    line.put("disturbed_runs", f.disturbedRuns());
    line.put("repeated_runs", f.repeatedRuns());
    line.put("disturbed", f.disturbed());
  }

  private static void limit(Map<String, Object> line, Optional<ShareOfLimit> share) {
    put(line, "limit", share.map(s -> s.limit().name()));
    put(line, "limit_tb_per_hour", share.map(ShareOfLimit::limitTbPerHour));
    put(line, "of_limit_percent", share.map(ShareOfLimit::percent));
    put(line, "above_limit", share.map(ShareOfLimit::above));
  }

  private static void usage(Map<String, Object> line, Optional<Usage> usage) {
    Map<String, Function<Usage, Number>> figures = new LinkedHashMap<>();
    figures.put("peak_memory_bytes", Usage::peakMemoryBytes);
    figures.put("read_bytes", Usage::readBytes);
    figures.put("written_bytes", Usage::writtenBytes);
    figures.put("context_switches", Usage::contextSwitches);
    figures.put("foreign_share", Usage::foreignShare);
    figures.forEach((name, figure) -> put(line, name, usage.map(figure)));
  }
}
