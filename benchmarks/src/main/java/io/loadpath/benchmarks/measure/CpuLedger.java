package io.loadpath.benchmarks.measure;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * CPU time of a run by stage: its own processes, the preprocessors that a database backend starts,
 * the services, and the user's Hadoop daemons. The instrument counts a service as a whole. The
 * database's background processes and preprocessors are counted separately, and subtracted from it.
 * So are the daemons of the bundled cluster; the rest is its containers. A PostgreSQL that the
 * harness did not start has its own instrument. Of an Oracle, only the preprocessors are counted.
 */
public final class CpuLedger {
  public static final String CLIENT = "client";
  public static final String PREPROCESSOR = "preprocessor";
  public static final String DATABASE = "database";
  public static final String BACKGROUND = "background";

  /** The file server of a lab. */
  public static final String FILES = "files";

  /** The containers of the bundled cluster. */
  public static final String CONTAINERS = "containers";

  /** The daemons of the bundled cluster. */
  public static final String DAEMONS = "daemons";

  /** The user's daemons with their containers. */
  public static final String HADOOP = "hadoop";

  private static final String TOTAL = "total";

  private final CheckedMeter meter;
  private final Map<String, Set<Long>> servers;
  private final Set<Long> idleCluster;
  private final Supplier<CpuTime> preprocessors;
  private final Optional<CpuMeter.Stage> daemons;
  private final Optional<DatabaseMeter> database;

  /**
   * @param meter the instrument
   * @param servers first processes of the services that the run uses, by stage of the instrument
   * @param idleCluster daemons of the bundled cluster, if the run does not use it
   * @param preprocessors the CPU time that preprocessors have used so far
   * @param daemons pids of the user's Hadoop daemons that work for the run
   * @param database the instrument of the user's PostgreSQL, if the run uses it
   */
  public CpuLedger(
      CheckedMeter meter,
      Map<String, Set<Long>> servers,
      Set<Long> idleCluster,
      Supplier<CpuTime> preprocessors,
      Set<Long> daemons,
      Optional<DatabaseMeter> database) {
    this.meter = meter;
    this.database = database;
    this.servers = servers;
    this.idleCluster = idleCluster;
    this.preprocessors = preprocessors;
    this.daemons =
        daemons.isEmpty() ? Optional.empty() : Optional.of(new ProcessTreeMeter.Servers(daemons));
  }

  /**
   * A reading of all clocks.
   *
   * @param clocks by stage, and {@code total}; a stage includes its separately counted parts
   */
  public record Moment(
      Map<String, CpuReading> clocks,
      CpuTime preprocessors,
      Optional<DatabaseMeter.Reading> database) {}

  /**
   * CPU time between two readings.
   *
   * @param stages by name, in the order in which data passes them
   * @param totalNanos the instrument's own total; null if it has none
   * @param idleNanos CPU time of services that the run does not use; containers of such a cluster
   *     belong to other jobs, and are foreign load
   */
  public record Entry(Map<String, CpuTime> stages, Long totalNanos, long idleNanos) {
    /** Returns the sum of the stages. */
    public long sumNanos() {
      return stages.values().stream().mapToLong(CpuTime::totalNanos).sum();
    }
  }

  /**
   * Reads every clock.
   *
   * @throws java.io.UncheckedIOException if one can no longer be read
   */
  public Moment read() {
    Map<String, CpuReading> clocks = new HashMap<>();
    clocks.put(CLIENT, meter.client().read());
    meter.servers().forEach((name, stage) -> clocks.put(name, stage.read()));
    Set<Long> postmasters = servers.getOrDefault(DATABASE, Set.of());
    clocks.put(BACKGROUND, KnownProcesses.postgresBackground(postmasters));
    clocks.put(DAEMONS, KnownProcesses.read(servers.getOrDefault(CONTAINERS, idleCluster)));
    daemons.ifPresent(stage -> clocks.put(HADOOP, stage.read()));
    Optional<DatabaseMeter.Reading> ofDatabase = database.map(DatabaseMeter::read);
    ofDatabase.ifPresent(reading -> clocks.put(BACKGROUND, reading.background()));
    meter.meter().total().ifPresent(total -> clocks.put(TOTAL, total));
    return new Moment(clocks, preprocessors.get(), ofDatabase);
  }

  /**
   * Returns the CPU time from {@code before} to {@code after}.
   *
   * @throws java.io.UncheckedIOException if the user's PostgreSQL was restarted meanwhile
   */
  public Entry between(Moment before, Moment after) {
    Map<String, CpuTime> used = new HashMap<>();
    after.clocks().forEach((name, now) -> used.put(name, now.since(before.clocks().get(name))));
    after
        .database()
        .ifPresent(now -> used.put(DATABASE, now.since(before.database().orElseThrow())));
    CpuTime preprocessor = after.preprocessors().minus(before.preprocessors());
    Map<String, CpuTime> stages = new LinkedHashMap<>();
    stages.put(CLIENT, used.get(CLIENT));
    if (preprocessor.totalNanos() > 0) {
      stages.put(PREPROCESSOR, preprocessor);
    }
    servers.keySet().forEach(name -> stages.put(name, used.get(name)));
    if (servers.containsKey(CONTAINERS)) {
      stages.put(CONTAINERS, used.get(CONTAINERS).minus(used.get(DAEMONS)));
      stages.put(DAEMONS, used.get(DAEMONS));
    }
    if (servers.containsKey(DATABASE) || database.isPresent()) {
      stages.put(DATABASE, used.get(DATABASE).minus(preprocessor).minus(used.get(BACKGROUND)));
      stages.put(BACKGROUND, used.get(BACKGROUND));
    }
    long notInTotal = servers.containsKey(DATABASE) ? 0 : preprocessor.totalNanos();
    if (database.isPresent()) {
      notInTotal = used.get(DATABASE).totalNanos();
    }
    if (daemons.isPresent()) {
      stages.put(HADOOP, used.get(HADOOP));
      notInTotal += used.get(HADOOP).totalNanos();
    }
    long ofOthers = 0;
    long idle = 0;
    for (String name : meter.servers().keySet()) {
      if (!servers.containsKey(name)) {
        ofOthers += used.get(name).totalNanos();
        idle += used.get(name.equals(CONTAINERS) ? DAEMONS : name).totalNanos();
      }
    }
    CpuTime total = used.get(TOTAL);
    return new Entry(
        stages, total == null ? null : (Long) (total.totalNanos() + notInTotal - ofOthers), idle);
  }
}
