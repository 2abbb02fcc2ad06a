package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.Place;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.service.ServerRecord;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * HDFS and YARN with their daemons. The methods that are written here are those of a cluster of the
 * user's: a run neither starts nor stops it, and may not see its processes.
 */
interface HadoopCluster extends AutoCloseable {

  /** Returns its name, for people and in the file by which a killed run is cleaned up. */
  default String name() {
    return "the cluster of " + configuration();
  }

  default boolean running() {
    return true;
  }

  /** Whether any daemon of it runs. */
  default boolean anyRunning() {
    return true;
  }

  /** Starts it unless it runs, and waits until a job can run. */
  default void start() {}

  /** Returns what its user should know of it, if anything. */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /** Returns the folder with the configuration for its clients. */
  Path configuration();

  /** Returns the pids of its daemons on this machine that are known; none of another machine's. */
  default Set<Long> daemons() {
    return Set.of();
  }

  /** Returns the processes of its containers on this machine, of any job. */
  default Set<Long> containers() {
    return Set.of();
  }

  /** Stops it, no matter who started it. */
  default void stop() {}

  /** Stops it if this object started it. */
  @Override
  default void close() {}

  /** Returns the service of a cluster of the user's. */
  static ClusterService ofUser(Place on, RunPlace place, String runId) {
    return new ClusterService(on, on::configuration, place, runId);
  }

  /** The cluster of the state folder. */
  final class Bundled implements HadoopCluster {
    private static final int AS_BEFORE = 0;

    private final Cluster cluster;
    private final int workersAtFirst;
    private boolean startedHere;

    /**
     * @param workersAtFirst the number of its workers if it has none yet
     */
    Bundled(Cluster cluster, int workersAtFirst) {
      this.cluster = cluster;
      this.workersAtFirst = workersAtFirst;
    }

    @Override
    public String name() {
      return "Hadoop cluster";
    }

    @Override
    public boolean running() {
      return cluster.running();
    }

    @Override
    public boolean anyRunning() {
      return !cluster.daemons().isEmpty();
    }

    @Override
    public void start() {
      boolean stoppedBefore = !anyRunning();
      int workers = cluster.all().isEmpty() ? workersAtFirst : AS_BEFORE;
      boolean started = cluster.start(workers, step -> {});
      startedHere |= started && stoppedBefore; // one that lacked a daemon was the user's
    }

    @Override
    public Optional<String> warning() {
      return Optional.of(Cluster.WARNING);
    }

    @Override
    public Path configuration() {
      return cluster.folder().resolve("conf"); // also before it starts
    }

    @Override
    public Set<Long> daemons() {
      return cluster.daemons().values().stream().map(ServerRecord::pid).collect(Collectors.toSet());
    }

    @Override
    public Set<Long> containers() {
      return cluster.containers();
    }

    @Override
    public void stop() {
      cluster.stop();
    }

    @Override
    public void close() {
      if (startedHere) {
        cluster.stop();
      }
    }
  }
}
