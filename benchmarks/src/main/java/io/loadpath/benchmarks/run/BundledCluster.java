package io.loadpath.benchmarks.run;

import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.service.ServerRecord;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The cluster of the state folder. */
final class BundledCluster implements HadoopCluster {
  private static final int AS_BEFORE = 0;

  private final Cluster cluster;
  private final int workersAtFirst;
  private boolean startedHere;

  /**
   * @param workersAtFirst the number of its workers if it has none yet
   */
  BundledCluster(Cluster cluster, int workersAtFirst) {
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
