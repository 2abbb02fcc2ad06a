package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.cpu.CheckedMeter;
import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.cpu.CpuMeters;
import io.loadpath.benchmarks.environment.EnvironmentProbe;
import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.run.ClusterService.ClusterAccess;
import io.loadpath.benchmarks.suite.OwnFit;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.ConsoleProgress;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of a suite: prepares the data, starts what the paths need, takes every sample and cleans
 * up, whatever happens.
 */
public final class BenchmarkRun {
  private final Path root;
  private final Path state;
  private final Map<String, String> caller;
  private final PrintStream out;
  private final int terminalColumns;
  private final List<String> recoverCommand;
  private boolean reported;

  /**
   * @param root the project
   * @param state the state folder
   * @param caller the harness's environment variables
   * @param out for progress
   * @param terminalColumns the width of the terminal, or 0 if {@code out} is none
   * @param recoverCommand cleans up after this process if it is killed
   */
  public BenchmarkRun(
      Path root,
      Path state,
      Map<String, String> caller,
      PrintStream out,
      int terminalColumns,
      List<String> recoverCommand) {
    this.root = root;
    this.state = state;
    this.caller = Map.copyOf(caller);
    this.out = out;
    this.terminalColumns = terminalColumns;
    this.recoverCommand = List.copyOf(recoverCommand);
  }

  /**
   * A run that ended, with what it left.
   *
   * @param logs the folder of the logs of failed steps, if any failed
   */
  public record Ended(Figures figures, ResultFiles files, Optional<Path> logs) {}

  /**
   * Runs {@code request} and returns the figures of its record, which holds the failed samples too.
   * A run that ends early leaves a record as well, of what it got to.
   *
   * @param show is told of the record before a stopped process ends
   * @throws LoadpathException if the run cannot begin or go on
   * @throws StoppedException if the user ended it
   */
  @SuppressWarnings("try") // the lock is held, not used
  public Figures run(RunRequest request, Consumer<Ended> show) throws IOException {
    Instant startedAt = Instant.now();
    RunClock clock = new RunClock(System::nanoTime);
    try (StopSignal stop = StopSignal.listen();
        FolderLock lock = RunLock.takeForRun(state)) {
      StateFolder.warning(state).ifPresent(text -> out.println("warning: " + text));
      cleanUp(root, state, Optional.empty(), Optional.empty(), out);
      Requirements requirements = new Requirements(root, caller);
      DatabaseReach reach =
          new DatabaseReach(
              access(request, runId(RecordDraft.id(startedAt, request.suite().name()))));
      ConsoleProgress progress = new ConsoleProgress(new PrintWriter(out, true));
      Optional<PreparedData> own = own(request, progress, stop);
      Optional<OwnFit> fit = own.map(data -> OwnFit.of(data.manifest(), data.own().unheld()));
      RunRequest fitted = fit.map(request::over).orElse(request);
      Set<NotRun> notRun = new LinkedHashSet<>();
      List<Variant> variants = new ArrayList<>();
      for (Variant variant : fitted.variants()) {
        Optional<NotRun> missing =
            fit.flatMap(files -> files.refusal(variant))
                .or(() -> requirements.missing(variant))
                .or(() -> reach.missing(variant));
        missing.ifPresentOrElse(notRun::add, () -> variants.add(variant));
      }
      if (variants.isEmpty()) {
        throw new LoadpathException(
            "nothing of this can run here: "
                + String.join("; ", notRun.stream().map(NotRun::reason).distinct().toList()));
      }
      RunData data =
          own.isPresent()
              ? RunData.of(own.get(), variants)
              : RunData.prepare(request, variants, state.resolve("data"), progress, stop);
      try (RecordDraft draft =
          new RecordDraft(root, state, fitted, startedAt, data, List.copyOf(notRun))) {
        return measureAndKeep(fitted, data, draft, clock, stop, show);
      }
    }
  }

  private Optional<PreparedData> own(RunRequest request, ConsoleProgress progress, StopSignal stop)
      throws IOException {
    return request.table().isEmpty()
        ? Optional.empty()
        : Optional.of(RunData.prepareOwn(request.table().get(), root, state, progress, stop));
  }

  private Figures measureAndKeep(
      RunRequest request,
      RunData data,
      RecordDraft draft,
      RunClock clock,
      StopSignal stop,
      Consumer<Ended> show)
      throws IOException {
    RunRecord record;
    try {
      record = measure(request, data, draft, clock, stop);
    } catch (Throwable e) { // whatever it is, the samples that were taken are kept
      try {
        Optional<RunRecord> soFar = draft.soFar(reason(e));
        if (soFar.isPresent()) {
          keep(soFar.get(), request, draft, show);
        } else {
          draft.deleteFile();
          out.println("no run was completed, so there is no record");
        }
      } catch (IOException | RuntimeException notKept) {
        out.println(notKept.getMessage());
      }
      throw e;
    }
    return keep(record, request, draft, show);
  }

  private static String reason(Throwable e) {
    boolean explained = e instanceof LoadpathException || e instanceof StoppedException;
    return (explained ? e.getMessage() : e.toString()).lines().findFirst().orElse("error");
  }

  private Figures keep(
      RunRecord record, RunRequest request, RecordDraft draft, Consumer<Ended> show)
      throws IOException {
    Figures figures = Figures.of(record);
    ResultFiles files = ResultFiles.write(figures, request.results(), draft.place());
    draft.deleteFile();
    Path logs = Folders.ofRun(state, runId(record.id()));
    show.accept(new Ended(figures, files, Optional.of(logs).filter(Files::isDirectory)));
    return figures;
  }

  /** Marks the processes, the control groups and the work folder of this process's run. */
  static String runId(String recordId) {
    return "loadpath-" + recordId + "-" + ProcessHandle.current().pid();
  }

  /**
   * Cleans up after a run that was killed and makes its record, unless a run goes on.
   *
   * @param results the folder for record and report; empty for the one that the run was to use
   * @param out names what was done
   * @return whether all could be done
   */
  public static boolean recover(Path root, Path state, Optional<Path> results, PrintStream out)
      throws IOException {
    try (FolderLock lock = RunLock.tryTake(state, RunLock.Holder.RECOVERY).orElse(null)) {
      if (lock == null) {
        out.println("another run is going on: it cleans up itself");
        return true;
      }
      return cleanUp(root, state, results, Optional.of("nothing to clean up"), out);
    }
  }

  /** Makes the records of earlier runs, also where what such a run left cannot be cleaned up. */
  static boolean cleanUp(
      Path root, Path state, Optional<Path> results, Optional<String> nothing, PrintStream out)
      throws IOException {
    boolean good;
    try {
      new Recovery(root, state).recover().or(() -> nothing).ifPresent(out::println);
    } finally {
      good = UnfinishedRuns.finish(state, results, out);
    }
    return good;
  }

  private ClusterAccess access(RunRequest request, String runId) {
    return new ClusterAccess(root, state, caller, runId, 1, out);
  }

  @SuppressWarnings("try") // the watchdog, the state file and the services only have to be there
  private RunRecord measure(
      RunRequest request, RunData data, RecordDraft draft, RunClock clock, StopSignal stop)
      throws IOException {
    String runId = runId(draft.id());
    Services services = Services.neededBy(data.whole().keySet(), access(request, runId));
    RunState runState = new RunState(runId, services.clusters(), services.stopped(), null);
    try (Watchdog watchdog = new Watchdog(recoverCommand, caller);
        RunState.Kept kept = runState.keep(state, services::left);
        Services started = services.start(out);
        CheckedMeter meter = chooseMeter(runId, services)) {
      Environment environment = EnvironmentProbe.probe(root, state, caller);
      RunLimits limits = RunLimits.of(data.whole(), state, runId, stop, services.postgres(), out);
      draft.begin(meter, environment, limits.probe(), services.places());
      RunSession session = new RunSession(root, state, runState, stop, meter, services, caller);
      takeSamples(request, data, session, draft, clock);
      return limits.checked(draft.complete());
    } finally {
      Folders.deleteEmpty(Folders.ofRun(state, runId)); // where the logs of failed steps are kept
    }
  }

  static CheckedMeter chooseMeter(String runId, Services services) {
    return CpuMeters.choose(
        runId,
        CpuLedger.CLIENT,
        () -> Processes.withEnvironment(StepProcess.MARKER, runId),
        services.processes());
  }

  private void takeSamples(
      RunRequest request, RunData data, RunSession session, RecordDraft draft, RunClock clock)
      throws IOException {
    List<List<Schedule.Slot>> rounds =
        Schedule.of(
            data.whole().keySet(),
            data.few().keySet(),
            request.warmups(),
            request.rounds(),
            request.seed());
    Progress progress = new Progress(out, terminalColumns, data.whole().keySet(), clock);
    SampleRunner runner = new SampleRunner(session, request.stepLimit());
    Sampling.Taker taker =
        (slot, position) -> {
          session.stop().check();
          return runner.take(slot, position, data.of(slot));
        };
    Runnable report = () -> reportSoFar(request, draft);
    new Sampling(taker, draft::add, progress, clock, request.budget(), report).run(rounds);
  }

  /** Writes record and report of the rounds so far; a run goes on without them. */
  private void reportSoFar(RunRequest request, RecordDraft draft) {
    String line;
    try {
      Figures figures = Figures.of(draft.soFar("the run goes on").orElseThrow());
      ResultFiles files = ResultFiles.write(figures, request.results(), draft.place());
      line = "report so far: file://" + files.report();
    } catch (RuntimeException e) {
      line = "no report so far: " + e.getMessage();
    }
    if (!reported) {
      out.println(line);
    }
    reported = true;
  }
}
