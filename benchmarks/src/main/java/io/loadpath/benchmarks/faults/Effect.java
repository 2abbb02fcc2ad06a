package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.run.Trial;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.suite.Measure;

/** What a fault made of the rows, or of the answer. */
enum Effect {
  /** Every row once, or the exact answer. */
  EXACT,
  /** Some rows. */
  PARTIAL,
  /** More rows than were sent. */
  DOUBLED,
  /** As many rows, but not the same, or another answer. */
  WRONG,
  /** No row, or no answer. */
  NOTHING;

  static Effect of(Trial trial) {
    if (trial.proven()) {
      return EXACT;
    }
    if (trial.rows() == null) {
      boolean compared = trial.proof().exitCode() == null || trial.proof().exitCode() == 0;
      return compared ? WRONG : NOTHING;
    }
    if (trial.rows() == 0) {
      return NOTHING;
    }
    int more = Long.compare(trial.rows(), trial.expectedRows());
    return more == 0 ? WRONG : more > 0 ? DOUBLED : PARTIAL;
  }

  /** In words. */
  static String text(Trial trial) {
    boolean query = trial.variant().path().definition().measures() == Measure.QUERY;
    String counts =
        trial.rows() == null
            ? ""
            : Numbers.count(trial.rows()) + " of " + Numbers.count(trial.expectedRows()) + " rows";
    return switch (of(trial)) {
      case EXACT -> query ? "exact answer" : "exactly once";
      case PARTIAL -> "partial: " + counts;
      case DOUBLED -> "doubled: " + counts;
      case WRONG -> query ? "wrong answer" : "other rows: " + counts;
      case NOTHING -> query ? "no answer" : "nothing";
    };
  }
}
