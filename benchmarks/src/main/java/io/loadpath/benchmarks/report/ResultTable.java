package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.measure.ShareOfLimit;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.report.Measured.StageCost;
import io.loadpath.benchmarks.report.Measured.Usage;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Ratio;
import io.loadpath.benchmarks.statistics.Start;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The report's table of paths, the fastest first. */
public final class ResultTable {
  private ResultTable() {}

  /** Returns the table for a terminal, notes on the data, paths that did not run, and winners. */
  public static List<String> lines(Figures all) {
    List<String> lines =
        PrintedTable.of(all.variants())
            .text("path", f -> (f.variant().name() + " " + f.differingText()).strip())
            .number(
                "MB/s", f -> f.measured().map(m -> m.loadRateTbPerHour().inMbPerSecond().text()))
            .number("TB/h", f -> f.measured().map(m -> m.loadRateTbPerHour().text()))
            .number("CPU-s/GB", f -> f.measured().map(m -> f.costText()))
            .numberIfAny("start s", VariantFigures::startText)
            .number("rows", f -> Numbers.count(f.rows().orElse(f.dataset().rows())))
            .text("", f -> outcome(f) + againstBaseline(all, f))
            .lines();
    List<String> winners = all.winners().stream().map(Figures.Winners::line).toList();
    return Templates.text(
            "terminal.ftl", Map.of("lines", lines, "record", all.record(), "winners", winners))
        .lines()
        .toList();
  }

  private static String outcome(VariantFigures f) {
    if (f.samples().isEmpty()) {
      return "not run: the run ended before its turn" + f.remarks();
    }
    return (f.verified()
            ? "verified"
            : "FAILED %d of %d".formatted(f.failedRuns(), f.samples().size()))
        + f.remarks();
  }

  /** Returns the comparison with the baseline; empty if there are too few rounds. */
  private static String againstBaseline(Figures all, VariantFigures f) {
    if (all.record().suite().rounds() < Estimate.ENOUGH_SAMPLES) {
      return "";
    }
    if (f.variant().baseline() == null) {
      return all.baselines().contains(f.variant().id()) ? "; baseline" : "";
    }
    return f.comparison()
        .map(c -> "; time " + words(c.time()) + c.cpu().map(r -> "; CPU " + words(r)).orElse(""))
        .orElse("; no undisturbed round together with the baseline");
  }

  private static String words(Ratio ratio) {
    return ratio.estimate().text() + " " + ratio.words();
  }

  /** Returns the table for Markdown. */
  static PrintedTable<VariantFigures> wide(Figures all) {
    return PrintedTable.of(all.measured())
        .number("#", VariantFigures::rank)
        .text("Path", f -> f.variant().name())
        .text("Parameters", VariantFigures::differingText)
        .number("MB/s", f -> f.rate().inMbPerSecond())
        .number("TB/h", f -> f.rate().text())
        .number("CPU-s/GB", f -> (f.cost().textWithSpread() + " " + f.costRemark()).strip())
        .number("Commit s", f -> f.proven().commitSeconds().text())
        .numberIfAny("Durable s", f -> f.proven().durableSeconds().map(e -> e.text()))
        .numberIfAny("Start s", VariantFigures::startText)
        .numberIfAny(
            "Start CPU-s",
            f -> f.withoutStart().map(w -> Numbers.threeDigits(w.start().cpuSeconds())))
        .numberIfAny("MB/s without start", f -> rateWithoutStart(f).map(Estimate::inMbPerSecond))
        .numberIfAny("TB/h without start", f -> rateWithoutStart(f).map(Estimate::text))
        .numberIfAny(
            "CPU-s/GB without start", f -> f.withoutStart().flatMap(w -> w.cpuCostSecondsPerGb()))
        .numberIfAny("% of limit", f -> f.limit().map(ShareOfLimit::text))
        .numberIfAny(
            "Time against baseline",
            f -> f.comparison().map(c -> c.time().text() + ", " + c.time().words()))
        .number("Rows", f -> f.rowsOrRead().map(Numbers::count))
        .text("Verified", f -> f.verdict() + f.remarks());
  }

  private static Optional<Estimate> rateWithoutStart(VariantFigures f) {
    return f.withoutStart().flatMap(WithoutStart::loadRateTbPerHour);
  }

  /**
   * Returns the table for CSV: one row per variant; records with the same stages have the same
   * columns.
   */
  static PrintedTable<VariantFigures> raw(Figures all) {
    PrintedTable<VariantFigures> table =
        PrintedTable.of(all.variants())
            .number("rank", f -> f.rank() > 0 ? f.rank() : null)
            .text("variant", f -> f.variant().id())
            .text("path", f -> f.variant().path())
            .text("on", f -> f.variant().on() == null ? "local" : f.variant().on())
            .text("parameters", VariantFigures::parametersText)
            .text("tool", f -> f.variant().tool())
            .text("measures", f -> f.variant().measures())
            .text("dataset", f -> f.dataset().id())
            .text("codec", f -> f.dataset().codec())
            .number("dataset_rows", f -> f.dataset().rows())
            .number("logical_bytes", f -> f.dataset().logicalBytes())
            .number("rows_arrived", VariantFigures::rows)
            .number("runs", f -> f.samples().size())
            .number("verified_runs", VariantFigures::verifiedRuns)
            .number("disturbed_runs", VariantFigures::disturbedRuns)
            .number("repeated_runs", VariantFigures::repeatedRuns)
            .text("disturbed", VariantFigures::disturbed)
            .estimate("load_rate", "tb_per_hour", f -> f.measured().map(m -> m.loadRateTbPerHour()))
            .estimate(
                "cpu_cost", "seconds_per_gb", f -> f.measured().map(m -> m.cpuCostSecondsPerGb()))
            .text("client_only", f -> f.variant().clientOnly())
            .number("calibrated_cpu_cost_per_gb", of(Measured::calibratedCpuCost))
            .estimate("commit", "seconds", f -> f.measured().map(Measured::commitSeconds))
            .estimate("durable", "seconds", of(Measured::durableSeconds))
            .number("start_seconds", start(Start::seconds))
            .number("start_cpu_seconds", start(Start::cpuSeconds))
            .number("start_rows", start(Start::rows))
            .estimate("load_rate_without_start", "tb_per_hour", ResultTable::rateWithoutStart)
            .estimate(
                "cpu_cost_without_start",
                "seconds_per_gb",
                f -> f.withoutStart().flatMap(WithoutStart::cpuCostSecondsPerGb))
            .text(
                "spread",
                f ->
                    f.measured()
                        .map(m -> m.loadRateTbPerHour().spread().name().toLowerCase(Locale.ROOT)))
            .text("baseline", f -> f.variant().baseline())
            .ratio("time", "ratio_to_baseline", f -> f.comparison().map(Comparison::time))
            .ratio("cpu", "ratio_to_baseline", f -> f.comparison().flatMap(Comparison::cpu))
            .text("limit", f -> f.limit().map(s -> s.limit().name()))
            .number("limit_tb_per_hour", f -> f.limit().map(ShareOfLimit::limitTbPerHour))
            .number("of_limit_percent", f -> f.limit().map(ShareOfLimit::percent))
            .text("above_limit", f -> f.limit().map(ShareOfLimit::above))
            .number("peak_memory_bytes", usage(Usage::peakMemoryBytes))
            .number("read_bytes", usage(Usage::readBytes))
            .number("written_bytes", usage(Usage::writtenBytes))
            .number("context_switches", usage(Usage::contextSwitches))
            .number("foreign_share", usage(Usage::foreignShare));
    Set<String> stages = new LinkedHashSet<>(StageChart.ORDER);
    stages.addAll(StageChart.of(all).stages());
    for (String stage : stages) {
      Function<VariantFigures, Optional<StageCost>> cost =
          f -> f.measured().map(m -> m.stages().get(stage));
      String name = "stage_" + stage;
      table
          .number(
              name + "_user_seconds_per_gb", cost.andThen(c -> c.map(s -> s.userSecondsPerGb())))
          .number(
              name + "_system_seconds_per_gb",
              cost.andThen(c -> c.map(s -> s.systemSecondsPerGb())));
    }
    return table
        .text("left_processes", f -> String.join("; ", f.leftProcesses()))
        .text("error", ResultTable::error)
        .text("command", f -> f.variant().command());
  }

  /** Returns the first error of the counted runs; if there is none, that of the other runs. */
  private static Optional<String> error(VariantFigures f) {
    return Stream.concat(
            f.errors().stream().map(Sample.RunError::message),
            f.failedUncounted().stream().map(s -> s.kind() + ": " + s.error().message()))
        .findFirst();
  }

  private static <V> Function<VariantFigures, Optional<V>> of(
      Function<Measured, Optional<V>> figure) {
    return f -> f.measured().flatMap(figure);
  }

  private static Function<VariantFigures, Optional<Number>> start(Function<Start, Number> figure) {
    return f -> f.withoutStart().map(WithoutStart::start).map(figure);
  }

  private static Function<VariantFigures, Optional<Number>> usage(Function<Usage, Number> figure) {
    return f -> f.measured().map(Measured::usage).map(figure);
  }
}
