package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.suite.Step;

/** A step of a path failed; the other paths go on. */
final class StepFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final Step step;
  private final Integer exitCode;

  /**
   * @param message may include output of the step, and so rows of the data
   */
  StepFailure(Step step, Integer exitCode, String message) {
    super(RecordFile.plain(message));
    this.step = step;
    this.exitCode = exitCode;
  }

  /** Makes a failure because of wrong rows or a wrong answer. */
  static StepFailure ofVerify(String message) {
    return new StepFailure(Step.VERIFY, 0, message);
  }

  /** Makes a failure because the figures of a run cannot be trusted. */
  static StepFailure ofFigures(String message) {
    return new StepFailure(Step.RUN, null, message);
  }

  Sample.RunError error() {
    return new Sample.RunError(step.toString(), exitCode, getMessage());
  }
}
