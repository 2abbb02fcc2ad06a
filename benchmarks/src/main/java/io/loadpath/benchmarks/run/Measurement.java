package io.loadpath.benchmarks.run;

import com.sun.management.OperatingSystemMXBean;
import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.benchmarks.measure.DatabaseMeter.Reading;
import io.loadpath.benchmarks.measure.KnownProcesses;
import io.loadpath.benchmarks.measure.MachineCpu;
import io.loadpath.benchmarks.measure.MemoryWatch;
import io.loadpath.benchmarks.measure.StorageTraffic;
import io.loadpath.benchmarks.measure.postgres.CheckedDatabaseMeter;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.Sample.Resources;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.service.CountedCpu;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Measures one timed step, from its start until its writes are durable. */
final class Measurement implements AutoCloseable {
  private static final double LEDGER_TOLERANCE = 0.02;
  private static final long LEDGER_RESOLUTION_NANOS = 20_000_000;
  private static final long CLOCK_TOLERANCE_NANOS = 100_000_000;
  private static final double CLOCK_SLEWING = 0.001;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final List<String> CLUSTER_STAGES =
      List.of(CpuLedger.CONTAINERS, CpuLedger.HADOOP);

  private final CpuLedger ledger;
  private final List<Long> servers;
  private final Optional<CheckedDatabaseMeter> database;
  private final List<Long> relays;
  private final MemoryWatch memory;
  private final LongSupplier systemMillis;
  private final long begunMillis;
  private final long begunNanos;
  private final MachineCpu machineBefore;
  private final long harnessBefore;
  private final Optional<StorageTraffic> trafficBefore;
  private final CpuLedger.Moment before;

  private CpuLedger.Moment after;
  private CpuLedger.Entry entry;
  private long foreignNanos;
  private MachineCpu machine;
  private long harnessNanos;
  private long elapsedNanos;
  private Resources resources;

  /**
   * Starts measuring.
   *
   * @param servers first processes of the services that the step uses
   * @param database the instrument of the user's PostgreSQL, if the step uses it
   * @param relays processes of the run's lab, which count as the harness
   * @param processes finds all processes that work for the step
   */
  Measurement(
      CpuLedger ledger,
      List<Long> servers,
      Optional<CheckedDatabaseMeter> database,
      List<Long> relays,
      Supplier<? extends Collection<Long>> processes,
      LongSupplier systemMillis) {
    this.ledger = ledger;
    this.servers = servers;
    this.database = database;
    this.relays = relays;
    this.systemMillis = systemMillis;
    this.trafficBefore = traffic();
    this.machineBefore = MachineCpu.read();
    this.harnessBefore = harnessCpuNanos();
    this.before = ledger.read();
    this.begunMillis = systemMillis.getAsLong();
    this.begunNanos = System.nanoTime();
    // last: a clock above may fail, and the watch must be closed
    this.memory = MemoryWatch.start(processes);
  }

  /**
   * Ends measuring.
   *
   * @throws StepFailure if the figures cannot be trusted
   */
  void end() throws StepFailure {
    after = ledger.read();
    entry = ledger.between(before, after);
    harnessNanos = harnessCpuNanos() - harnessBefore;
    machine = MachineCpu.read();
    elapsedNanos = System.nanoTime() - begunNanos;
    long clockNanos = (systemMillis.getAsLong() - begunMillis) * NANOS_PER_MILLI;
    long busy = machine.busyNanos() - machineBefore.busyNanos();
    if (serverIsHere()) {
      harnessNanos += usedByReader();
    }
    long elsewhere = serverIsHere() ? 0 : usedByServer();
    foreignNanos =
        Math.max(0, busy - (entry.sumNanos() - elsewhere) - entry.idleNanos() - harnessNanos);
    Optional<StorageTraffic> moved =
        trafficBefore
            .flatMap(b -> traffic().map(a -> a.since(b)))
            .flatMap(m -> trafficOfDatabase().map(m::plus));
    memory.close();
    resources =
        new Resources(
            memory.peakBytes() == 0 || !seesAllMemory() ? null : (Long) memory.peakBytes(),
            moved.map(StorageTraffic::readBytes).orElse(null),
            moved.map(StorageTraffic::writtenBytes).orElse(null));
    check(clockNanos);
  }

  private void check(long clockNanos) throws StepFailure {
    if (wasSet(clockNanos, elapsedNanos)) {
      throw StepFailure.ofFigures(
          "the system clock was set by %.1f s while it ran: its times cannot be trusted; run it again"
              .formatted((clockNanos - elapsedNanos) / 1e9));
    }
    Long total = entry.totalNanos();
    if (total != null && !addsUp(entry.sumNanos(), total)) {
      throw StepFailure.ofFigures(
          "the CPU ledger does not add up: the sum of its stages is %.3f s, its total %.3f s"
              .formatted(entry.sumNanos() / 1e9, total / 1e9));
    }
  }

  /**
   * Whether the system's clock was set during a step, in which it advanced by {@code clockNanos}.
   * Times come from the monotonic clock, which cannot be set. But if the machine was suspended or
   * its time jumped, the two clocks differ. A time service may slew the clock a little.
   */
  static boolean wasSet(long clockNanos, long elapsedNanos) {
    return Math.abs(clockNanos - elapsedNanos)
        > CLOCK_TOLERANCE_NANOS + elapsedNanos * CLOCK_SLEWING;
  }

  /**
   * Whether the sum of the stages equals the total, within 2 % or the coarsest clock's precision.
   */
  static boolean addsUp(long sumNanos, long totalNanos) {
    return Math.abs(sumNanos - totalNanos)
        <= Math.max(LEDGER_RESOLUTION_NANOS, totalNanos * LEDGER_TOLERANCE);
  }

  /**
   * Returns the CPU time of each stage.
   *
   * @param database the database's own count, if the instrument does not see the database
   */
  List<StageCpu> cpu(Optional<CountedCpu> database, Optional<CountedCpu> cluster) {
    List<StageCpu> stages = new ArrayList<>();
    entry
        .stages()
        .forEach(
            (name, used) -> stages.add(new StageCpu(name, used.userNanos(), used.systemNanos())));
    unseen(database)
        .ifPresent(
            own -> stages.add(new StageCpu(CpuLedger.DATABASE, own.nanos(), 0, own.source())));
    cluster
        .filter(own -> CLUSTER_STAGES.stream().noneMatch(entry.stages()::containsKey))
        .ifPresent(
            own -> stages.add(new StageCpu(CpuLedger.CONTAINERS, own.nanos(), 0, own.source())));
    return stages;
  }

  private Optional<CountedCpu> unseen(Optional<CountedCpu> database) {
    return database.filter(own -> !entry.stages().containsKey(CpuLedger.DATABASE));
  }

  Long cpuTotalNanos() {
    return entry.totalNanos();
  }

  /**
   * Returns the load of other programs on the machine; empty if it cannot be told from that of a
   * database here, which no instrument sees.
   *
   * @param ownCount the database's own count, which is part of the run although the instrument does
   *     not see it
   */
  Optional<MachineLoad> load(Optional<CountedCpu> ownCount) {
    if (serverIsHere() && database.orElseThrow().meter().isEmpty()) {
      return Optional.empty();
    }
    long own = unseen(ownCount).map(CountedCpu::nanos).orElse(0L);
    return Optional.of(load(machineBefore, machine, Math.max(0, foreignNanos - own), harnessNanos));
  }

  /**
   * Returns the load of other programs on the machine of the user's PostgreSQL, if it is another.
   */
  Optional<MachineLoad> databaseLoad() {
    if (serverIsHere()) {
      return Optional.empty();
    }
    return after
        .database()
        .flatMap(Reading::machine)
        .map(
            now -> {
              MachineCpu then = before.database().flatMap(Reading::machine).orElseThrow();
              long reader = usedByReader();
              long busy = now.busyNanos() - then.busyNanos();
              return load(then, now, Math.max(0, busy - usedByServer() - reader), reader);
            });
  }

  private MachineLoad load(MachineCpu then, MachineCpu now, long foreign, long harness) {
    return new MachineLoad(
        elapsedNanos * now.cores(),
        foreign,
        Math.max(0, now.stealNanos() - then.stealNanos()),
        harness,
        Math.max(0, now.contextSwitches() - then.contextSwitches()));
  }

  /** Whether the step uses a PostgreSQL of the user's on this machine. */
  private boolean serverIsHere() {
    return database.map(CheckedDatabaseMeter::here).orElse(false);
  }

  /** Returns the database server's CPU nanoseconds without other sessions; 0 if unknown. */
  private long usedByServer() {
    return used(Reading::since);
  }

  private long usedByReader() {
    return used((now, then) -> now.ofReader().since(then.ofReader()));
  }

  private long used(BiFunction<Reading, Reading, CpuTime> difference) {
    return after
        .database()
        .map(now -> difference.apply(now, before.database().orElseThrow()).totalNanos())
        .orElse(0L);
  }

  /** Returns the traffic of the user's PostgreSQL; empty if it is not visible. */
  private Optional<StorageTraffic> trafficOfDatabase() {
    return database.isEmpty()
        ? Optional.of(StorageTraffic.NONE)
        : after
            .database()
            .flatMap(Reading::traffic)
            .flatMap(now -> before.database().orElseThrow().traffic().map(then -> now.since(then)));
  }

  private boolean seesAllMemory() {
    return database.isEmpty()
        || database
            .flatMap(CheckedDatabaseMeter::meter)
            .filter(m -> !m.processes().isEmpty())
            .isPresent();
  }

  Resources resources() {
    return resources;
  }

  private long harnessCpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        + KnownProcesses.cpuNanos(relays);
  }

  /** Ended processes of the step are in the account of the harness or of the server. */
  private Optional<StorageTraffic> traffic() {
    Optional<StorageTraffic> client = StorageTraffic.of(ProcessHandle.current().pid());
    return client.flatMap(own -> StorageTraffic.ofTrees(servers).map(own::plus));
  }

  @Override
  public void close() {
    memory.close();
  }
}
