package io.loadpath.benchmarks.run;

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

  /** What is done with the trials. */
  public interface Body {
    void take(TrialRun trials) throws IOException;
  }

  /**
   * Runs {@code body}.
   *
   * @param name the word for this in the names of the run's folders
   * @param workers the number of workers of a bundled cluster that has none yet
   * @param stepLimit a step that takes longer is ended
   * @throws io.loadpath.benchmarks.LoadpathException if the run cannot begin or go on
   * @throws io.loadpath.engines.service.StoppedException if the user ended it
   */
  @SuppressWarnings("try") // the lock is held, not used
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
      RunData data = RunData.prepare(variants, sizes, 0, place, progress, stop);
      String runId = RunSession.runId(RecordDraft.id(Instant.now(), name));
      try {
        RunSession.with(
            place,
            runId,
            stop,
            variants,
            workers,
            session -> {
              body.take(new TrialRun(session, data, stepLimit));
              return null;
            });
      } finally {
        Folders.deleteRuns(place.state());
      }
    }
  }

  /**
   * Takes one variant through its steps. Teardown runs whatever happens, and no process is left.
   *
   * @throws io.loadpath.engines.service.StoppedException if the user ended the run
   * @throws io.loadpath.benchmarks.LoadpathException if the teardown fails, after which nothing can
   *     be said of the next
   */
  public Trial take(Variant variant, Disturbance disturbance) throws IOException {
    return new SampleRun(session, variant, data.whole().get(variant), ++position, stepLimit)
        .trial(disturbance);
  }
}
