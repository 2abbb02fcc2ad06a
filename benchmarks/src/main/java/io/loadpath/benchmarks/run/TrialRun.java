package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.cpu.CheckedMeter;
import io.loadpath.benchmarks.run.ClusterService.ClusterAccess;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.ConsoleProgress;
import io.loadpath.datasets.Dataset;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prepares the data, starts what the paths need, and cleans up after the trials. */
public final class TrialRun {
  private final Path root;
  private final Path state;
  private final Map<String, String> caller;
  private final PrintStream out;
  private final List<String> recoverCommand;

  /**
   * @param root the project
   * @param state the state folder
   * @param caller the harness's environment variables
   * @param out for progress
   * @param recoverCommand cleans up after this process if it is killed
   */
  public TrialRun(
      Path root,
      Path state,
      Map<String, String> caller,
      PrintStream out,
      List<String> recoverCommand) {
    this.root = root;
    this.state = state;
    this.caller = Map.copyOf(caller);
    this.out = out;
    this.recoverCommand = List.copyOf(recoverCommand);
  }

  /** What is done with the trials. */
  public interface Body {
    void take(Trials trials) throws IOException;
  }

  /**
   * Runs {@code body}.
   *
   * @param name the word for this in the names of the run's folders
   * @param workers the number of workers of a bundled cluster that has none yet
   * @param limit a step that takes longer is ended
   * @throws LoadpathException if the run cannot begin or go on
   * @throws StoppedException if the user ended it
   */
  @SuppressWarnings("try") // the lock is held, not used
  public void run(
      String name,
      List<Variant> variants,
      Map<String, DatasetSize> sizes,
      int workers,
      Duration limit,
      Body body)
      throws IOException {
    try (StopSignal stop = StopSignal.listen();
        FolderLock lock = RunLock.takeForRun(state)) {
      StateFolder.warning(state).ifPresent(text -> out.println("warning: " + text));
      BenchmarkRun.cleanUp(root, state, Optional.empty(), Optional.empty(), out);
      Map<Variant, PreparedData> data = prepare(variants, sizes, stop);
      String runId = BenchmarkRun.runId(RecordDraft.id(Instant.now(), name));
      ClusterAccess access = new ClusterAccess(root, state, caller, runId, workers, out);
      Services services = Services.neededBy(variants, access);
      RunState runState = new RunState(runId, services.clusters(), services.stopped(), null);
      try (Watchdog watchdog = new Watchdog(recoverCommand, caller);
          RunState.Kept kept = runState.keep(state, services::left);
          Services started = services.start(out);
          CheckedMeter meter = BenchmarkRun.chooseMeter(runId, services)) {
        RunSession session = new RunSession(root, state, runState, stop, meter, services, caller);
        body.take(new Trials(session, services, data, limit));
      } finally {
        Folders.deleteRuns(state);
      }
    }
  }

  private Map<Variant, PreparedData> prepare(
      List<Variant> variants, Map<String, DatasetSize> sizes, StopSignal stop) throws IOException {
    ConsoleProgress progress = new ConsoleProgress(new PrintWriter(out, true));
    Map<String, PreparedData> byId = new LinkedHashMap<>();
    Map<Variant, PreparedData> data = new LinkedHashMap<>();
    for (Variant variant : variants) {
      Dataset wanted = PreparedData.wanted(variant, sizes);
      if (!byId.containsKey(wanted.id())) {
        byId.put(wanted.id(), PreparedData.prepare(wanted, state.resolve("data"), progress));
        stop.check();
      }
      data.put(variant, byId.get(wanted.id()));
    }
    return data;
  }
}
