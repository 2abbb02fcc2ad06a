package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.NotRun;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.VariantFigures;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Ratio;
import io.loadpath.benchmarks.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The report's table for a terminal: the fastest path first, then what failed and what did not run.
 */
public final class ResultTable {
  private static final List<String> HEAD = List.of("path", "TB/h", "CPU-s/GB", "rows", "");
  private static final String NO_FIGURE = "-";

  private ResultTable() {}

  /** Returns the lines of the table. */
  public static List<String> lines(RunRecord record) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    for (VariantFigures figures : Figures.of(record).variants()) {
      rows.add(row(figures, againstBaseline(record, figures.variant())));
    }
    List<String> lines = new ArrayList<>(TextTable.lines(rows));
    for (NotRun notRun : record.notRun()) {
      lines.add("not run: " + notRun.path() + ": " + notRun.reason());
    }
    return lines;
  }

  private static List<String> row(VariantFigures figures, String againstBaseline) {
    return List.of(
        figures.variant().id(),
        figures.measured().map(m -> m.loadRateTbPerHour().text()).orElse(NO_FIGURE),
        figures.measured().map(m -> m.cpuCostSecondsPerGb().text()).orElse(NO_FIGURE),
        Numbers.count(figures.rows().orElse(figures.dataset().rows())),
        verdict(figures) + againstBaseline);
  }

  /** How the variant compares with its baseline; nothing where the rounds are too few to say. */
  private static String againstBaseline(RunRecord record, VariantInfo variant) {
    boolean baseline =
        record.variants().stream()
            .filter(other -> variant.id().equals(other.baseline()))
            .anyMatch(other -> comparison(record, other).isPresent());
    if (baseline) {
      return "; baseline";
    }
    return comparison(record, variant)
        .map(
            comparison ->
                "; time "
                    + inWords(comparison.time())
                    + comparison.cpu().map(cpu -> "; CPU " + inWords(cpu)).orElse(""))
        .orElse("");
  }

  private static Optional<Comparison> comparison(RunRecord record, VariantInfo variant) {
    return Comparison.of(record, variant)
        .filter(comparison -> comparison.time().verdict() != Verdict.TOO_FEW_ROUNDS);
  }

  private static String inWords(Ratio ratio) {
    return ratio.estimate().text() + " " + ratio.words();
  }

  private static String verdict(VariantFigures figures) {
    return figures.verified()
        ? "verified"
        : "FAILED %d of %d"
            .formatted(figures.samples().size() - figures.verifiedRuns(), figures.samples().size());
  }
}
