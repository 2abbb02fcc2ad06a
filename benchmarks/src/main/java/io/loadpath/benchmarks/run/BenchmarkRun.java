package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.MissingHere;
import io.loadpath.benchmarks.service.RunLab;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.Services;
import io.loadpath.benchmarks.service.TargetCheck;
import io.loadpath.benchmarks.suite.OwnFit;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.ConsoleProgress;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Stop;
import io.loadpath.engines.service.StoppedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One run of a suite: prepares the data, starts the services, takes every sample, and cleans up
 * even after a failure.
 */
public final class BenchmarkRun {
  private final Consumer<Ended> show;
  private final Instant startedAt = Instant.now();
  private final long begunNanos = System.nanoTime();
  private final String runId;
  private final Set<NotRun> notRun = new LinkedHashSet<>();
  private RunPlace place;
  private RunRequest request;
  private RunData data;
  private RecordDraft draft;
  private Services services;
  private boolean reported;

  /**
   * A run that ended, and its files.
   *
   * @param logs the folder of the logs of failed steps, if any failed
   */
  public record Ended(Figures figures, ResultFiles files, Optional<Path> logs) {}

  /**
   * @param show gets the record before a stopped process ends
   */
  public BenchmarkRun(RunPlace place, RunRequest request, Consumer<Ended> show) {
    this.place = place;
    this.request = request;
    this.show = show;
    this.runId = RunSession.runId(RecordDraft.id(startedAt, request.name()));
  }

  /**
   * Runs the request and returns the figures of its record, including failed samples. A run that
   * ends early also leaves a record.
   *
   * @throws LoadpathException if the run cannot start or continue
   * @throws StoppedException if the user ended it
   */
  @SuppressWarnings("try") // the lock is only held
  public Figures run() throws IOException {
    try (Stop stop = Stop.ofRun();
        FolderLock lock = RunLock.takeForRun(place.state())) {
      Recovery.beforeRun(place);
      try {
        prepare(stop);
      } catch (IOException e) {
        stop.check(); // after a stop, the making of data ends here
        throw e;
      }
      draft = new RecordDraft(place, request, startedAt, data, List.copyOf(notRun));
      return measureAndKeep(stop);
    }
  }

  private void prepare(Stop stop) throws IOException {
    place = TargetCheck.checked(place, runId);
    ConsoleProgress progress = new ConsoleProgress(new PrintWriter(place.out(), true));
    if (request.table().isPresent()) {
      RunData.Prepared own = RunData.prepareOfUser(request.table().get(), place, progress, stop);
      OwnFit fit = OwnFit.of(own.manifest(), own.unheld());
      request = request.over(fit);
      data = RunData.of(own, runnable(Optional.of(fit)));
    } else {
      data =
          RunData.prepare(
              runnable(Optional.empty()),
              request.sizes(),
              request.order().startRows(),
              place,
              progress,
              stop);
    }
    requireRoom();
  }

  /** Fails if the user's server has too little room for the largest data. */
  private void requireRoom() {
    long bytes =
        data.whole().entrySet().stream()
            .filter(entry -> Requirements.needsPostgres(entry.getKey().path()))
            .mapToLong(entry -> entry.getValue().manifest().logicalBytes())
            .max()
            .orElse(0);
    place.target().ifPresent(facts -> facts.requireRoom(bytes));
  }

  /** Returns the variants that can run here, and keeps the reasons for the others. */
  private List<Variant> runnable(Optional<OwnFit> fit) {
    MissingHere here = new MissingHere(place, runId);
    List<Variant> variants = new ArrayList<>();
    for (Variant variant : request.variants()) {
      Optional<NotRun> missing =
          fit.flatMap(files -> files.refusal(variant)).or(() -> here.missing(variant));
      missing.ifPresentOrElse(notRun::add, () -> variants.add(variant));
    }
    if (variants.isEmpty()) {
      throw Requirements.nothingRuns(notRun);
    }
    return variants;
  }

  private Figures measureAndKeep(Stop stop) throws IOException {
    Figures figures;
    try {
      figures =
          RunSession.with(
              place,
              runId,
              stop,
              data.whole().keySet(),
              RunLab.of(place).isPresent() ? RunLab.WORKERS : 1,
              session -> {
                services = session.services();
                return measure(session);
              });
    } catch (Throwable e) { // keep the samples after any error
      keepSoFar(e);
      throw e;
    }
    keep(figures);
    services.requireSchemaDropped();
    return figures;
  }

  private Figures measure(RunSession session) throws IOException {
    Optional<RunLab> lab = RunLab.of(place);
    List<LinkInfo> network = lab.map(links -> links.probe(data.whole().keySet())).orElse(List.of());
    draft.begin(session, RunLimits.probe(data.whole(), session), network);
    RunProgress progress =
        new RunProgress(
            place.out(),
            place.terminalColumns(),
            data.whole().keySet(),
            () -> System.nanoTime() - begunNanos);
    Sampling.Taker taker =
        (slot, position) ->
            new SampleRun(
                    session,
                    slot.variant(),
                    data.of(slot),
                    position,
                    request.stepLimit(),
                    progress::waitsFor)
                .sample(slot);
    new Sampling(taker, draft::add, progress, request.order().budget(), this::reportSoFar)
        .run(
            Schedule.of(
                data.whole().keySet(),
                data.few().keySet(),
                request.order().warmups(),
                request.order().rounds(),
                request.order().budget().isPresent(),
                request.order().seed()));
    return RunLimits.checked(
        Figures.of(draft.complete()), () -> RunLimits.probe(data.whole(), session), place.out());
  }

  private void keepSoFar(Throwable end) {
    boolean explained = end instanceof LoadpathException || end instanceof StoppedException;
    String text = explained ? end.getMessage() : end.toString();
    try {
      Optional<RunRecord> soFar = draft.soFar(text.lines().findFirst().orElse("error"));
      if (soFar.isPresent()) {
        keep(Figures.of(soFar.get()));
      } else {
        draft.deleteFile();
        place.out().println("no run of a path was completed, so there is no record");
      }
    } catch (IOException | RuntimeException notKept) {
      place.out().println(notKept.getMessage());
    }
  }

  private void keep(Figures figures) throws IOException {
    try {
      draft.keep(figures.record());
    } catch (IOException e) {
      // a kill before the next lines still makes a record of the samples
    }
    ResultFiles files = ResultFiles.write(figures, request.results(), draft.file());
    draft.deleteFile();
    Path logs = Folders.ofRun(place.state(), runId);
    show.accept(new Ended(figures, files, Optional.of(logs).filter(Files::isDirectory)));
  }

  /** Writes record and report of the rounds so far; the run goes on if that fails. */
  private void reportSoFar() {
    String line;
    try {
      Figures figures = Figures.of(draft.soFar("the run goes on").orElseThrow());
      ResultFiles files = ResultFiles.write(figures, request.results(), draft.file());
      line = "report so far: file://" + files.report();
    } catch (RuntimeException e) {
      line = "no report so far: " + e.getMessage();
    }
    if (!reported) {
      place.out().println(line);
    }
    reported = true;
  }
}
