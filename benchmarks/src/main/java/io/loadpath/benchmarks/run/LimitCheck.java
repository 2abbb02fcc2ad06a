package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.limits.ShareOfLimit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.VariantFigures;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;
import java.util.Optional;

/** Looks for rates that cannot be: those above their limit. */
public final class LimitCheck {
  private LimitCheck() {}

  /** Returns a line for each variant that was faster than its limit. */
  public static List<String> violations(RunRecord record) {
    return Figures.of(record).measured().stream()
        .flatMap(figures -> violation(record, figures).stream())
        .toList();
  }

  private static Optional<String> violation(RunRecord record, VariantFigures figures) {
    Estimate rate = figures.measured().orElseThrow().loadRateTbPerHour();
    return ShareOfLimit.of(record, figures.variant(), rate)
        .filter(ShareOfLimit::above)
        .map(
            share ->
                "%s: %s TB/h is %s; run it again on a quiet machine"
                    .formatted(figures.variant().id(), rate.text(), share.words()));
  }
}
