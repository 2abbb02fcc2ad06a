package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.cpu.CheckedMeter;
import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.cpu.CpuTime;
import io.loadpath.benchmarks.cpu.HadoopDaemons;
import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.proc.ProgramOutput;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What the samples of one run share: places, processes, instrument and services. */
final class RunSession {
  private static final Duration SYNC_LIMIT = Duration.ofMinutes(5);
  private static final List<String> HOMES = List.of("HADOOP_HOME", "HIVE_HOME");

  private final Path root;
  private final Path state;
  private final StopSignal stop;
  private final StepProcess processes;
  private final CheckedMeter meter;
  private final Services services;
  private final Map<String, String> caller;
  private RunState runState;

  RunSession(
      Path root,
      Path state,
      RunState runState,
      StopSignal stop,
      CheckedMeter meter,
      Services services,
      Map<String, String> caller) {
    this.root = root;
    this.state = state;
    this.runState = runState;
    this.stop = stop;
    this.meter = meter;
    this.services = services;
    this.processes = new StepProcess(runState.runId(), meter.client(), stop);
    this.caller = caller;
  }

  StopSignal stop() {
    return stop;
  }

  StepProcess processes() {
    return processes;
  }

  /** Begins to measure a step of {@code variant}, which works in {@code folders}. */
  Measurement measure(Variant variant, Folders folders) {
    Map<String, Set<Long>> servers = services.processes(variant);
    CpuLedger ledger =
        new CpuLedger(
            meter,
            servers,
            services.processes().getOrDefault(CpuLedger.CONTAINERS, Set.of()),
            servers.containsKey(CpuLedger.DATABASE) || Requirements.needsOracle(variant.path())
                ? Preprocessors.of(variant.path(), folders.server())::used
                : () -> CpuTime.ZERO,
            usersDaemons(variant));
    return new Measurement(
        ledger,
        servers.values().stream().flatMap(Set::stream).toList(),
        () -> {
          Set<Long> all = new HashSet<>(meter.client().processes());
          servers.keySet().forEach(stage -> all.addAll(meter.servers().get(stage).processes()));
          return all;
        },
        new ClockWatch());
  }

  /**
   * Returns the daemons of the user's that work for {@code variant}, which a configuration of the
   * user's leads to them. If a worker of their cluster is elsewhere, its own counters tell more.
   */
  private Set<Long> usersDaemons(Variant variant) {
    OptionalInt workers = services.workersOfUserHere(variant);
    if (workers.isEmpty() && !findsUsersHadoop(variant)) {
      return Set.of();
    }
    Set<Long> daemons = HadoopDaemons.find();
    daemons.removeAll(processes.left()); // a path's own daemons are in its own stage
    meter.servers().values().forEach(stage -> daemons.removeAll(stage.processes()));
    return workers.isPresent() ? HadoopDaemons.ofCluster(daemons, workers.getAsInt()) : daemons;
  }

  private boolean findsUsersHadoop(Variant variant) {
    return Requirements.needsHadoop(variant.path())
        && HOMES.stream().anyMatch(caller::containsKey)
        && variant.on().local();
  }

  /** Returns the folders of the sample at {@code position}. */
  Folders folders(int position, Variant variant) {
    String name = "%03d-%s".formatted(position, variant.path().name());
    return new Folders(Folders.ofRun(state, runState.runId()).resolve(name));
  }

  /** Returns the steps of {@code variant}, which work in {@code folders} on {@code data}. */
  Steps steps(Variant variant, Folders folders, PreparedData data) {
    StepEnvironment environment =
        new StepEnvironment(
            root, state, caller, services.environment(variant, folders, data.folder()));
    return new Steps(
        variant,
        folders,
        environment.of(variant, folders, data.folder(), data.scripts(root)),
        processes,
        new StepLog(secrets()));
  }

  private List<String> secrets() {
    List<String> secrets = new ArrayList<>(services.secrets());
    secrets.addAll(Requirements.oraclePasswords(caller));
    return secrets;
  }

  /** Keeps what a later process must do if this one is killed. */
  void remember(RunState.Teardown teardown) {
    runState = runState.withTeardown(teardown);
    runState.write(state);
  }

  /**
   * Brings earlier writes to disk, so that no path pays for those of another. What {@code variant}
   * asks of the services is measured from here on.
   *
   * @throws ServiceException if a service that {@code variant} uses does not answer
   */
  void settle(Variant variant) throws IOException {
    services.settleBefore(variant);
    stop.check();
    sync();
    services.beginRun(variant);
  }

  /**
   * Brings what {@code variant} wrote to disk.
   *
   * @throws ServiceException if a service does not answer
   */
  void makeDurable(Variant variant) throws IOException {
    services.settle(variant);
    sync();
  }

  /**
   * Waits until nothing more is done for {@code variant}, whose clients have ended.
   *
   * @throws ServiceException if a service does not answer
   */
  void drain(Variant variant) {
    services.drain(variant);
  }

  /**
   * Fails if others have work on a service that {@code variant} uses and the instrument counts.
   *
   * @throws ServiceException with what it is, or if a service does not answer
   */
  void requireAlone(Variant variant) {
    if (services.processes(variant).containsKey(CpuLedger.CONTAINERS)
        || services.workersOfUserHere(variant).isPresent() && !usersDaemons(variant).isEmpty()) {
      services.requireAlone(variant);
    }
  }

  /** Returns the CPU time of the sample by the count of a service that is out of sight. */
  Optional<CountedCpu> countedCpu(Variant variant) {
    return services.cpu(variant);
  }

  private void sync() throws IOException {
    ProgramOutput.of(List.of("sync", "-f", state.toString()), SYNC_LIMIT);
  }

  /** Begins a sample of {@code variant}: what it asks of the services is known by this time. */
  void beginSample(Variant variant, Folders folders) {
    services.beginSample(variant, folders);
  }

  /** Ends it after its teardown. */
  void endSample(Variant variant, Folders folders) {
    services.endSample(variant, folders);
  }

  /** Ends the sample's sessions: one whose client was ended may go on. */
  void endSessions(Variant variant) {
    services.endSessions(variant, processes.left());
  }
}
