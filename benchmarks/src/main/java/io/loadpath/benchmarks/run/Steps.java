package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the steps of one variant in its folders. */
record Steps(
    Variant variant,
    Folders folders,
    Map<String, String> environment,
    StepProcess processes,
    StepLog log) {

  /** Returns the file that holds what a step printed on its standard output. */
  Path output(Step step) {
    return folders.logs().resolve(step + ".out");
  }

  private Path errors(Step step) {
    return folders.logs().resolve(step + ".err");
  }

  /**
   * Runs a step, if the path has it.
   *
   * @return how long it took, in nanoseconds
   * @throws StepFailure if it ends with another code than 0, or not within {@code limit}
   * @throws StoppedException if the user ended the run
   */
  long run(Step step, Duration limit) throws IOException, StepFailure {
    return run(step, limit, true);
  }

  /** Runs teardown, if the path has it, also when the user ended the run. */
  void tearDown(Duration limit) throws IOException, StepFailure {
    run(Step.TEARDOWN, limit, false);
  }

  private long run(Step step, Duration limit, boolean stoppable) throws IOException, StepFailure {
    if (!variant.path().has(step)) {
      return 0;
    }
    StepProcess.Outcome outcome =
        processes.run(
            variant.path().executable(step),
            folders.work(),
            environment,
            output(step).toFile(),
            errors(step).toFile(),
            limit,
            stoppable);
    if (outcome.exitCode() == null) {
      String message = "was ended after %d s, its time limit".formatted(limit.toSeconds());
      throw new StepFailure(step, null, (message + "\n" + tail(step)).strip());
    }
    if (outcome.exitCode() != 0) {
      String printed = tail(step);
      throw new StepFailure(
          step, outcome.exitCode(), printed.isEmpty() ? "printed nothing" : printed);
    }
    return outcome.wallNanos();
  }

  private String tail(Step step) throws IOException {
    return log.tail(errors(step), output(step));
  }

  /**
   * Returns what a later process needs to run the teardown; the caller's own variables stay here.
   */
  RunState.Teardown teardownForLater() {
    if (!variant.path().has(Step.TEARDOWN)) {
      return null;
    }
    Map<String, String> ofContract = new LinkedHashMap<>(environment);
    ofContract.keySet().removeIf(name -> !StepEnvironment.ofContract(name));
    return new RunState.Teardown(
        variant.path().executable(Step.TEARDOWN).toString(), folders.work().toString(), ofContract);
  }
}
