package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.TargetCheck;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.ConsoleProgress;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Stop;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Prepares the data, starts what the paths need, and cleans up after the trials. */
public final class TrialRun {
  private final RunSession session;
  private final RunData data;
  private final Duration stepLimit;
  private int position;

  private TrialRun(RunSession session, RunData data, Duration stepLimit) {
    this.session = session;
    this.data = data;
    this.stepLimit = stepLimit;
  }

  /**
   * The result of a path that was disturbed.
   *
   * @param failure the failure of setup or run; null if both succeeded
   * @param rows rows that verify found; null for a query, or if verify found nothing to count
   * @param expectedRows rows of the dataset
   * @param proof the message of verify or of the harness if the proof failed; null if every row
   *     arrived once, or the answer is exact
   */
  public record Trial(
      Variant variant, RunError failure, Long rows, long expectedRows, RunError proof) {
    public boolean proven() {
      return proof == null;
    }
  }

  /** A disturbance of a running path. */
  public interface Disturbance {
    /** Returns the Hadoop settings that the path's jobs need for it, by name. */
    default Map<String, String> jobSettings() {
      return Map.of();
    }

    /** Works in parallel with the step {@code run}, and returns soon after its end. */
    void during(Running run);

    /** Repairs the damage, after the end of the step. */
    void repair();
  }

  /** The step that is disturbed. */
  public interface Running {
    boolean over();

    /** Returns its live processes. */
    Set<Long> clients();
  }

  /** The code that takes the trials. */
  public interface Body {
    void take(TrialRun trials) throws IOException;
  }

  /**
   * Runs {@code body}.
   *
   * @param name a word for the names of the run's folders
   * @param workers the number of workers of a new bundled cluster
   * @param stepLimit maximum time of a step
   * @throws io.loadpath.benchmarks.LoadpathException if the run cannot start or continue
   * @throws io.loadpath.engines.service.StoppedException if the user ended it
   */
  @SuppressWarnings("try") // the lock is only held
  public static void run(
      RunPlace place,
      String name,
      List<Variant> variants,
      Map<String, DatasetSize> sizes,
      int workers,
      Duration stepLimit,
      Body body)
      throws IOException {
    try (Stop stop = Stop.ofRun();
        FolderLock lock = RunLock.takeForRun(place.state())) {
      Recovery.beforeRun(place);
      ConsoleProgress progress = new ConsoleProgress(new PrintWriter(place.out(), true));
      String runId = RunSession.runId(RecordDraft.id(Instant.now(), name));
      RunPlace checked = TargetCheck.checked(place, runId);
      RunData data = RunData.prepare(variants, sizes, 0, place, progress, stop);
      try {
        RunSession.with(
                checked,
                runId,
                stop,
                variants,
                workers,
                session -> {
                  body.take(new TrialRun(session, data, stepLimit));
                  return session.services();
                })
            .requireSchemaDropped();
      } finally {
        Folders.deleteRuns(place.state());
      }
    }
  }

  /**
   * Runs the steps of one variant. The teardown always runs, and no process is left.
   *
   * @throws io.loadpath.engines.service.StoppedException if the user ended the run
   * @throws io.loadpath.benchmarks.LoadpathException if the teardown fails, which makes further
   *     trials meaningless
   */
  public Trial take(Variant variant, Disturbance disturbance) throws IOException {
    RunData.Prepared rows = data.whole().get(variant);
    return new SampleRun(session, variant, rows, ++position, stepLimit, step -> {})
        .trial(disturbance);
  }
}
