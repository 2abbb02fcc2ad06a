package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.path.Differing;
import io.loadpath.benchmarks.record.NotRun;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Medians;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The report's table for a terminal: the fastest path first, then what failed and what did not run.
 * A path's name is followed by the parameters in which it differs from others of the run.
 */
public final class ResultTable {
  private static final List<String> HEAD = List.of("path", "TB/h", "CPU-s/GB", "rows", "");
  private static final String NO_FIGURE = "-";

  private ResultTable() {}

  /** Returns the lines of the table. */
  public static List<String> lines(Figures all) {
    RunRecord record = all.record();
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    Differing names = new Differing();
    record.variants().forEach(variant -> names.add(variant.path(), variant.parameters()));
    for (VariantFigures figures : all.variants()) {
      VariantInfo variant = figures.variant();
      String name = names.id(variant.path(), variant.parameters());
      rows.add(row(name, figures, againstBaseline(all, variant)));
    }
    List<String> lines = new ArrayList<>(TextTable.lines(rows));
    for (NotRun notRun : record.notRun()) {
      lines.add("not run: " + notRun.path() + ": " + notRun.reason());
    }
    return lines;
  }

  private static List<String> row(String name, VariantFigures figures, String againstBaseline) {
    return List.of(
        name,
        figures.measured().map(m -> m.loadRateTbPerHour().text()).orElse(NO_FIGURE),
        figures.measured().map(m -> m.cpuCostSecondsPerGb().text()).orElse(NO_FIGURE),
        Numbers.count(figures.rows().orElse(figures.dataset().rows())),
        verdict(figures) + againstBaseline);
  }

  /** How the variant compares with its baseline; nothing where the rounds are too few to say. */
  private static String againstBaseline(Figures all, VariantInfo variant) {
    RunRecord record = all.record();
    if (record.suite().rounds() < Medians.ENOUGH_SAMPLES) {
      return "";
    }
    if (variant.baseline() == null) {
      return record.variants().stream().anyMatch(other -> variant.id().equals(other.baseline()))
          ? "; baseline"
          : "";
    }
    return Optional.ofNullable(all.comparisons().get(variant.id()))
        .map(
            comparison ->
                "; time "
                    + inWords(comparison.time())
                    + comparison.cpu().map(cpu -> "; CPU " + inWords(cpu)).orElse(""))
        .orElse("; no undisturbed round beside the baseline");
  }

  private static String inWords(Ratio ratio) {
    return ratio.estimate().text() + " " + ratio.words();
  }

  private static String verdict(VariantFigures figures) {
    if (figures.samples().isEmpty()) {
      return "not run: the run ended before its turn";
    }
    return figures.verified()
        ? "verified"
            + (figures.disturbed() ? ", disturbed" : "")
            + (figures.leftProcesses().isEmpty() ? "" : ", left processes")
        : "FAILED %d of %d"
            .formatted(figures.samples().size() - figures.verifiedRuns(), figures.samples().size());
  }
}
