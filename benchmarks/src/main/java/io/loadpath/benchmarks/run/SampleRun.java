package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.benchmarks.measure.KnownProcesses;
import io.loadpath.benchmarks.measure.postgres.CheckedDatabaseMeter;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.service.CountedCpu;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunLab;
import io.loadpath.benchmarks.service.Service;
import io.loadpath.benchmarks.service.Services;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ProgramOutput;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StoppedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs the steps of one variant once: setup, run, verify and teardown. The step run is measured; or
 * it is disturbed, and only its result is checked.
 */
final class SampleRun implements TrialRun.Running {
  private static final Duration HURRIED_TEARDOWN_LIMIT = Duration.ofSeconds(30);
  private static final Duration JOBS_LIMIT = Duration.ofMinutes(3);
  private static final Duration SYNC_LIMIT = Duration.ofMinutes(10);
  private static final Duration GRACE_AFTER_RUN = Duration.ofMillis(200);
  private static final Duration GRACE_AFTER_TEARDOWN = Duration.ofSeconds(2);
  private static final List<String> HOMES = List.of("HADOOP_HOME", "HIVE_HOME");

  private final RunSession session;
  private final Variant variant;
  private final RunData.Prepared data;
  private final Duration stepLimit;
  private final int position;
  private final Consumer<String> waitsFor;
  private final Folders folders;
  private final List<Service> used;
  private final PathSteps steps;

  private final Instant startedAt = Instant.now();
  private Long wallNanos;
  private Long durableNanos;
  private boolean durable;
  private Measurement measured;
  private VerifyOutput output = VerifyOutput.NONE;
  private Optional<CountedCpu> cluster = Optional.empty();
  private RunError error;
  private RunError disturbed;
  private RunError badTeardown;
  private final List<String> leftProcesses = new ArrayList<>();
  private volatile boolean over;

  SampleRun(
      RunSession session,
      Variant variant,
      RunData.Prepared data,
      int position,
      Duration stepLimit,
      Consumer<String> waitsFor) {
    this.session = session;
    this.variant = variant;
    this.data = data;
    this.position = position;
    this.stepLimit = stepLimit;
    this.waitsFor = waitsFor;
    String name = "%03d-%s".formatted(position, variant.path().name());
    folders = new Folders(Folders.ofRun(session.place().state(), session.runId()).resolve(name));
    used = session.services().usedBy(variant);
    steps = PathSteps.of(session, variant, folders, data);
  }

  /**
   * Takes a sample. A failed step makes a failed sample. The teardown always runs, and no process
   * is left.
   */
  Sample sample(Schedule.Slot slot) throws IOException {
    takeSteps(null);
    error = error == null ? badTeardown : error;
    folders.delete(error != null);
    Optional<CountedCpu> database = Optional.ofNullable(output.databaseCpu());
    Optional<CountedCpu> counted =
        Optional.ofNullable(output.clusterCpu())
            .or(() -> cluster)
            .filter(cpu -> variant.on().ofUser()); // in other places, the instrument sees it
    return new Sample(
        variant.id(),
        slot.round(),
        position,
        slot.kind() == Schedule.Kind.WARMUP,
        slot.kind() == Schedule.Kind.START,
        startedAt,
        error == null ? Sample.Status.VERIFIED : Sample.Status.FAILED,
        wallNanos,
        measured == null ? null : durableNanos,
        measured == null ? null : measured.cpu(database, counted),
        measured == null ? null : measured.cpuTotalNanos(),
        measured == null ? null : measured.load(database).orElse(null),
        measured == null ? null : measured.databaseLoad().orElse(null),
        measured == null ? null : measured.resources(),
        rows(),
        output.storedBytes(),
        output.jobs(),
        output.tasks(),
        output.shuffledBytes(),
        output.locality(),
        output.load(),
        output.answer(),
        leftProcesses,
        output.notes(),
        error);
  }

  /**
   * Runs the variant under a disturbance, and checks the rows that arrived, even if the run failed.
   *
   * @throws LoadpathException if the teardown fails, which makes further trials meaningless
   */
  TrialRun.Trial trial(TrialRun.Disturbance disturbance) throws IOException {
    takeSteps(disturbance);
    folders.delete(false);
    if (badTeardown != null) {
      throw new LoadpathException(
          "%s: the teardown failed: %s".formatted(variant.id(), badTeardown.message()));
    }
    RunError failure = over ? disturbed : error;
    return new TrialRun.Trial(variant, failure, rows(), data.manifest().rows(), error);
  }

  private Long rows() {
    return output.fingerprint() == null ? null : output.fingerprint().rows();
  }

  private void takeSteps(TrialRun.Disturbance disturbance) throws IOException {
    session.stop().check();
    data.requireUnchanged();
    folders.make();
    preprocessors().install();
    session.remember(steps.teardownForLater());
    Map<String, String> jobs = disturbance == null ? Map.of() : disturbance.jobSettings();
    RunLab.setLink(session.place(), variant);
    try {
      ask(
          Step.SETUP,
          "could not begin: ",
          () -> used.forEach(service -> service.beginSample(folders, jobs)));
      run(Step.SETUP);
      if (disturbance == null) {
        measure();
      } else {
        disturb(disturbance);
      }
      run(Step.VERIFY);
      verify();
    } catch (StepFailure e) {
      error = e.error();
      endSessions();
      data.requireUnchanged(); // a change explains the failure
    } finally {
      tearDown();
      session.remember(null);
    }
  }

  private long run(Step step) throws IOException, StepFailure {
    waitsFor.accept(step.toString());
    return steps.run(step, stepLimit);
  }

  private interface Question {
    void ask() throws IOException;
  }

  /** Asks a service; an error becomes the failure of {@code step}. */
  private static void ask(Step step, String failure, Question question)
      throws IOException, StepFailure {
    try {
      question.ask();
    } catch (ServiceException e) {
      throw new StepFailure(step, null, failure + e.getMessage());
    }
  }

  private void measure() throws IOException, StepFailure {
    waitsFor.accept("earlier writes, to be on disk");
    ask(Step.RUN, "could not begin: ", this::settle);
    ask(Step.RUN, "", this::requireAlone);
    Set<Long> before = session.processes().left();
    try (Measurement measurement = measurement()) {
      wallNanos = run(Step.RUN);
      waitsFor.accept("its rows, to be on disk"); // not timed: a terminal may be slow
      long ended = System.nanoTime();
      ask(Step.RUN, "its rows could not be written to disk: ", this::makeDurable);
      durableNanos = durable ? wallNanos + System.nanoTime() - ended : null;
      waitsFor.accept("the end of its jobs");
      ask(Step.RUN, "could not wait for the end of its jobs: ", this::drain);
      ask(Step.RUN, "", this::requireAlone);
      measurement.end();
      measured = measurement;
      endLeft(before, GRACE_AFTER_RUN);
    } catch (UncheckedIOException e) {
      throw StepFailure.ofFigures(e.getMessage());
    }
  }

  /** Writes earlier data to disk, so that no path pays for the writes of another. */
  private void settle() throws IOException {
    session.services().settleBefore(variant);
    session.stop().check();
    sync();
    used.forEach(Service::beginRun);
  }

  /** Writes the rows to disk; {@link #durable} stays false if a service does not know. */
  private void makeDurable() throws IOException {
    durable = used.stream().map(Service::settle).reduce(true, Boolean::logicalAnd);
    sync();
  }

  private void sync() throws IOException {
    ProgramOutput.of(List.of("sync", "-f", session.place().state().toString()), SYNC_LIMIT);
  }

  /** Waits for work after the client's end; it counts as the sample's CPU time, not as its time. */
  private void drain() {
    used.forEach(Service::drain);
    cluster = used.stream().flatMap(service -> service.cpu().stream()).findFirst();
  }

  /** Fails if a service whose CPU time the instrument counts also works for others. */
  private void requireAlone() {
    if (Services.processes(used).containsKey(CpuLedger.CONTAINERS)
        || Services.workersOfUserHere(used).isPresent() && !usersDaemons().isEmpty()) {
      used.forEach(Service::requireAlone);
    }
  }

  private Measurement measurement() {
    Map<String, Set<Long>> servers = Services.processes(used);
    Optional<CheckedDatabaseMeter> database =
        session.database().filter(users -> Requirements.needsPostgres(variant.path()));
    Optional<DatabaseMeter> meter = database.flatMap(CheckedDatabaseMeter::meter);
    CpuLedger ledger =
        new CpuLedger(
            session.meter(),
            servers,
            Services.processes(session.services().needed())
                .getOrDefault(CpuLedger.CONTAINERS, Set.of()),
            servers.containsKey(CpuLedger.DATABASE)
                    || meter.isPresent()
                    || Requirements.needsOracle(variant.path())
                ? preprocessors()::used
                : () -> CpuTime.ZERO,
            usersDaemons(),
            meter);
    return new Measurement(
        ledger,
        servers.values().stream().flatMap(Set::stream).toList(),
        database,
        RunLab.relays(session.place()),
        () -> session.visible(servers.keySet(), meter),
        System::currentTimeMillis);
  }

  private PreprocessorCpu preprocessors() {
    return PreprocessorCpu.of(
        variant.path(), folders.server(), session.place().database().isPresent());
  }

  /**
   * Returns the user's Hadoop daemons that work for the variant. If a worker of their cluster is on
   * another machine, the cluster's own counters are used.
   */
  private Set<Long> usersDaemons() {
    OptionalInt workers = Services.workersOfUserHere(used);
    boolean findsUsersHadoop =
        Requirements.needsHadoop(variant.path())
            && HOMES.stream().anyMatch(session.place().caller()::containsKey)
            && variant.on().local();
    if (workers.isEmpty() && !findsUsersHadoop) {
      return Set.of();
    }
    Set<Long> daemons = KnownProcesses.hadoopDaemons();
    // daemons that a path started are in its own stage
    daemons.removeAll(session.processes().left());
    session.meter().servers().values().forEach(stage -> daemons.removeAll(stage.processes()));
    return workers.isPresent() ? KnownProcesses.ofCluster(daemons, workers.getAsInt()) : daemons;
  }

  private void disturb(TrialRun.Disturbance disturbance) throws IOException {
    Thread disturbing = new Thread(() -> disturbance.during(this), "disturbance");
    disturbing.start();
    try {
      run(Step.RUN);
    } catch (StepFailure e) {
      disturbed = e.error();
    } finally {
      over = true;
      join(disturbing);
      disturbance.repair(); // even if the user stopped the run
    }
    awaitJobs();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException();
    }
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public Set<Long> clients() {
    return session.processes().left();
  }

  /** Waits for jobs, which may outlive their client, and ends them after a time limit. */
  private void awaitJobs() {
    Processes.end(session.processes()::left);
    Processes.within(
        JOBS_LIMIT,
        () -> {
          session.stop().check();
          return used.stream().noneMatch(Service::busy);
        });
    endSessions();
  }

  /** Ends database sessions and jobs that outlived their clients. */
  private void endSessions() {
    used.forEach(service -> service.endSessions(session.processes().left()));
  }

  /** Ends processes that outlive their step by {@code grace}, and reports them. */
  private void endLeft(Set<Long> before, Duration grace) {
    Processes.within(grace, () -> leftSince(before).isEmpty()); // ending takes a moment
    leftSince(before).forEach(pid -> leftProcesses.add(Processes.describe(pid)));
    Processes.end(() -> leftSince(before));
  }

  private Set<Long> leftSince(Set<Long> before) {
    Set<Long> left = session.processes().left();
    left.removeAll(before);
    return left;
  }

  private void verify() throws IOException, StepFailure {
    output = VerifyOutput.read(steps.output(Step.VERIFY));
    output.check(variant, data.manifest());
  }

  private void tearDown() throws IOException {
    boolean hurried = session.stop().stopped();
    if (hurried) {
      endSessions();
    } else {
      waitsFor.accept(Step.TEARDOWN.toString());
    }
    try {
      steps.run(Step.TEARDOWN, hurried ? HURRIED_TEARDOWN_LIMIT : stepLimit);
    } catch (StepFailure e) {
      badTeardown = e.error();
    }
    endLeft(Set.of(), GRACE_AFTER_TEARDOWN);
    try {
      ask(Step.TEARDOWN, "", () -> used.forEach(service -> service.endSample(folders)));
    } catch (StepFailure e) {
      badTeardown = badTeardown == null ? e.error() : badTeardown;
    }
  }
}
