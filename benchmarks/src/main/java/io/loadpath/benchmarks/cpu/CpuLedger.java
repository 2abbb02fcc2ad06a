package io.loadpath.benchmarks.cpu;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * CPU time of a run by stage: its own processes, the preprocessors that a database backend starts,
 * the services, and Hadoop daemons that the user started. The instrument counts a service as a
 * whole. The database's background and its preprocessors, which are known by themselves, are taken
 * out of that; so are the daemons of the bundled cluster, which leaves its containers. Of a
 * database that is not the harness's, only the preprocessors are known.
 */
public final class CpuLedger {
  public static final String CLIENT = "client";
  public static final String PREPROCESSOR = "preprocessor";
  public static final String DATABASE = "database";
  public static final String BACKGROUND = "background";

  /** What the NodeManagers of the bundled cluster start. */
  public static final String CONTAINERS = "containers";

  /** The daemons of the bundled cluster. */
  public static final String DAEMONS = "daemons";

  /** The user's daemons with their containers. */
  public static final String HADOOP = "hadoop";

  private final CheckedMeter meter;
  private final Map<String, Set<Long>> servers;
  private final Set<Long> idleCluster;
  private final Supplier<CpuTime> preprocessors;
  private final Optional<CpuMeter.Stage> daemons;

  /**
   * @param meter the instrument
   * @param servers first processes of the services that the run works on, by stage; the instrument
   *     has these stages
   * @param idleCluster daemons of the bundled cluster, where the run does not work on it
   * @param preprocessors the CPU time that preprocessors have used so far
   * @param daemons pids of the user's Hadoop daemons that work for the run
   */
  public CpuLedger(
      CheckedMeter meter,
      Map<String, Set<Long>> servers,
      Set<Long> idleCluster,
      Supplier<CpuTime> preprocessors,
      Set<Long> daemons) {
    this.meter = meter;
    this.servers = servers;
    this.idleCluster = idleCluster;
    this.preprocessors = preprocessors;
    this.daemons =
        daemons.isEmpty() ? Optional.empty() : Optional.of(new ProcessTreeMeter.Servers(daemons));
  }

  /** What the ledger shows at one moment. */
  public record Moment(
      CpuReading client,
      Map<String, CpuReading> servers,
      Map<String, CpuReading> idle,
      CpuReading background,
      CpuReading clusterDaemons,
      CpuTime preprocessors,
      CpuReading daemons,
      CpuReading total) {}

  /**
   * What was used between two moments.
   *
   * @param stages by name, in the order in which data passes them
   * @param totalNanos the instrument's own reading over all of them; null when it has none
   * @param idleNanos what services used that the run does not work on; the containers of such a
   *     cluster are others' jobs, and therefore foreign load
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
   * @throws java.io.UncheckedIOException if one cannot be read any more
   */
  public Moment read() {
    Map<String, CpuReading> readings = new LinkedHashMap<>();
    servers.keySet().forEach(name -> readings.put(name, meter.servers().get(name).read()));
    Map<String, CpuReading> idle = new LinkedHashMap<>();
    meter.servers().keySet().stream()
        .filter(name -> !servers.containsKey(name))
        .forEach(name -> idle.put(name, meter.servers().get(name).read()));
    return new Moment(
        meter.client().read(),
        readings,
        idle,
        KnownProcesses.postgresBackground(servers.getOrDefault(DATABASE, Set.of())),
        KnownProcesses.read(servers.getOrDefault(CONTAINERS, idleCluster)),
        preprocessors.get(),
        daemons.map(CpuMeter.Stage::read).orElse(null),
        meter.meter().total().orElse(null));
  }

  /** Returns what was used from {@code before} to {@code after}. */
  public Entry between(Moment before, Moment after) {
    Map<String, CpuTime> stages = new LinkedHashMap<>();
    stages.put(CLIENT, after.client().since(before.client()));
    CpuTime preprocessor = after.preprocessors().minus(before.preprocessors());
    if (preprocessor.totalNanos() > 0) {
      stages.put(PREPROCESSOR, preprocessor);
    }
    servers
        .keySet()
        .forEach(
            name -> stages.put(name, after.servers().get(name).since(before.servers().get(name))));
    if (servers.containsKey(CONTAINERS)) {
      CpuTime ofDaemons = after.clusterDaemons().since(before.clusterDaemons());
      stages.computeIfPresent(CONTAINERS, (name, whole) -> whole.minus(ofDaemons));
      stages.put(DAEMONS, ofDaemons);
    }
    if (servers.containsKey(DATABASE)) {
      CpuTime background = after.background().since(before.background());
      stages.computeIfPresent(
          DATABASE, (name, whole) -> whole.minus(preprocessor).minus(background));
      stages.put(BACKGROUND, background);
    }
    CpuTime hadoop = daemons.isPresent() ? after.daemons().since(before.daemons()) : CpuTime.ZERO;
    if (daemons.isPresent()) {
      stages.merge(HADOOP, hadoop, CpuTime::plus);
    }
    CpuTime notInTotal = servers.containsKey(DATABASE) ? hadoop : hadoop.plus(preprocessor);
    Map<String, Long> unused = new LinkedHashMap<>();
    after
        .idle()
        .forEach((name, now) -> unused.put(name, now.since(before.idle().get(name)).totalNanos()));
    long notOfRun = sum(unused);
    unused.computeIfPresent(
        CONTAINERS,
        (name, whole) -> after.clusterDaemons().since(before.clusterDaemons()).totalNanos());
    Long total =
        after.total() == null
            ? null
            : (Long)
                (after.total().since(before.total()).totalNanos()
                    + notInTotal.totalNanos()
                    - notOfRun);
    return new Entry(stages, total, sum(unused));
  }

  private static long sum(Map<String, Long> nanos) {
    return nanos.values().stream().mapToLong(Long::longValue).sum();
  }
}
