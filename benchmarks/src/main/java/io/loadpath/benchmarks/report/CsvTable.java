package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.limits.ShareOfLimit;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.report.Measured.StageCost;
import io.loadpath.benchmarks.report.Measured.Usage;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Ratio;
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
      put(line, "baseline", Optional.ofNullable(f.variant().baseline()));
      Optional<Comparison> comparison =
          Optional.ofNullable(figures.comparisons().get(f.variant().id()));
      ratio(line, "time", comparison.map(Comparison::time));
      ratio(line, "cpu", comparison.flatMap(Comparison::cpu));
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
      put(line, "left_processes", Optional.of(String.join("; ", f.leftProcesses())));
      put(line, "error", f.errors().stream().findFirst().map(Sample.RunError::message));
      put(line, "command", Optional.of(f.variant().command()));
      lines.add(line);
    }
    Csv.write(lines, out);
  }

  private static void names(Map<String, Object> line, VariantFigures f) {
    put(line, "rank", Optional.of(f.rank()).filter(rank -> rank > 0));
    put(line, "variant", Optional.of(f.variant().id()));
    put(line, "path", Optional.of(f.variant().path()));
    put(line, "parameters", Optional.of(f.parametersText()));
    put(line, "tool", Optional.of(f.variant().tool()));
    put(line, "measures", Optional.of(f.variant().measures()));
    put(line, "dataset", Optional.of(f.dataset().id()));
    put(line, "codec", Optional.of(f.dataset().codec()));
    put(line, "dataset_rows", Optional.of(f.dataset().rows()));
    put(line, "logical_bytes", Optional.of(f.dataset().logicalBytes()));
    put(line, "rows_arrived", f.rows());
    put(line, "runs", Optional.of(f.samples().size()));
    put(line, "verified_runs", Optional.of(f.verifiedRuns()));
    put(line, "disturbed_runs", Optional.of(f.disturbedRuns()));
    put(line, "repeated_runs", Optional.of(f.repeatedRuns()));
    put(line, "disturbed", Optional.of(f.disturbed()));
  }

  private static void estimate(
      Map<String, Object> line, String name, String unit, Optional<Estimate> estimate) {
    put(line, name + "_" + unit, estimate.map(Estimate::median));
    put(line, name + "_low_" + unit, estimate.map(Estimate::low));
    put(line, name + "_high_" + unit, estimate.map(Estimate::high));
  }

  private static void ratio(Map<String, Object> line, String name, Optional<Ratio> ratio) {
    estimate(line, name, "ratio_to_baseline", ratio.map(Ratio::estimate));
    put(line, name + "_verdict", ratio.map(Ratio::words));
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

  private static void put(Map<String, Object> line, String name, Optional<?> value) {
    line.put(name, value.orElse(null));
  }
}
