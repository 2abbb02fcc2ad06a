package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunPlace;
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
   * What a path made of its data while something happened to it.
   *
   * @param failure how setup or run failed; null if both ended well
   * @param rows rows that verify found; null for a query, or where verify found nothing to count
   * @param expectedRows rows of the dataset
   * @param proof why it is not proven that the rows are those of the data, each once, or that the
   *     answer is exact, in the words of verify or of the harness; null if it is
   */
  public record Trial(
      Variant variant, RunError failure, Long rows, long expectedRows, RunError proof) {
    public boolean proven() {
      return proof == null;
    }
  }

  /** What happens to a path while it runs. */
  public interface Disturbance {
    /** Returns Hadoop's settings that the path's jobs need for it, by name. */
    default Map<String, String> jobSettings() {
      return Map.of();
    }

    /** Goes on beside the step {@code run}, and returns soon after its end. */
    void during(Running run);

    /** Repairs what was broken, after the end of the step. */
    void repair();
  }

  /** The step that is disturbed. */
  public interface Running {
    boolean over();

    /** Returns its live processes. */
    Set<Long> clients();
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
    RunData.Prepared rows = data.whole().get(variant);
    return new SampleRun(session, variant, rows, ++position, stepLimit, step -> {})
        .trial(disturbance);
  }
}
