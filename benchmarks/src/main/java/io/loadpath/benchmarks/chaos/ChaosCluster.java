package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.faults.JobProcesses;
import io.loadpath.benchmarks.faults.Victim;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.service.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The bundled Hadoop cluster, if the jobs run on it. No other jobs may run there. */
final class ChaosCluster implements AutoCloseable {
  private static final Duration JOB_ENDS = Duration.ofSeconds(150);
  private static final int WORKERS = 2;
  private static final int AS_BEFORE = 0;

  final Cluster cluster;
  private final boolean started;

  /**
   * Starts the cluster, if it is not running.
   *
   * @throws LoadpathException if jobs run on it
   */
  ChaosCluster(Path root, Path state, Consumer<String> progress) {
    cluster = Cluster.of(root, state);
    if (!cluster.containers().isEmpty()) {
      throw new LoadpathException(
          "jobs run on the cluster, and chaos would disturb them: wait for their end, or end them"
              + " with 'bin/loadpath cluster stop'");
    }
    started = cluster.start(cluster.running() ? AS_BEFORE : WORKERS, progress);
    progress.accept(Cluster.WARNING);
  }

  /** Harms a process of the job; returns false if there was none. */
  boolean harm(Harm harm) {
    JobProcesses job = new JobProcesses(cluster);
    List<Victim> victims = harm.what() == Harm.What.KILL_MASTER ? job.masters() : job.tasks();
    if (victims.isEmpty()) {
      return false;
    }
    Victim victim = victims.get(harm.pick() % victims.size());
    if (harm.what() == Harm.What.STOP_TASK) {
      return harm.stop(victim::signal);
    }
    if (harm.what() != Harm.What.KILL_NODEMANAGER) {
      return victim.signal("KILL");
    }
    // its containers die too; then it is restarted
    Optional<Daemon> nodeManager = job.nodeManagerOf(victim);
    nodeManager.ifPresent(
        daemon -> {
          job.withContainers(daemon).forEach(process -> process.signal("KILL"));
          cluster.start(AS_BEFORE, line -> {});
        });
    return nodeManager.isPresent();
  }

  /** Waits until no container is left; returns false if that takes too long. */
  boolean awaitEnd() {
    return Processes.within(JOB_ENDS, () -> cluster.containers().isEmpty());
  }

  @Override
  public void close() {
    if (started) {
      cluster.stop();
    }
  }
}
