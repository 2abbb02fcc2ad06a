package io.loadpath.engines.cluster;

import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Waits until a job can run on a cluster, and says what is wrong if none can. */
final class Readiness {
  private static final long LIMIT_SECONDS = 120;
  private static final long STEP_MILLIS = 100;

  private final ClusterFiles files;
  private final Map<Daemon, DaemonStart.Started> started;
  private final ClusterProbe probe;
  private final Consumer<String> progress;
  private final List<Daemon> waiting;
  private final long begunNanos = System.nanoTime();

  /**
   * @param started the daemons that this start has started
   */
  Readiness(
      ClusterFiles files,
      ClusterSettings settings,
      Map<Daemon, DaemonStart.Started> started,
      Consumer<String> progress) {
    this.files = files;
    this.started = started;
    this.probe = new ClusterProbe(settings);
    this.progress = progress;
    this.waiting = new ArrayList<>(settings.daemons());
  }

  /**
   * Waits for some of the daemons.
   *
   * @return whether they are ready; false if a daemon could not have its port
   * @throws ServiceException when no job will be able to run
   */
  boolean await(List<Daemon> wanted) {
    while (true) {
      for (Map.Entry<Daemon, DaemonStart.Started> daemon : started.entrySet()) {
        if (!daemon.getValue().process().isAlive()) {
          return ended(daemon.getKey(), daemon.getValue());
        }
      }
      waiting.stream().filter(this::ready).toList().forEach(this::told);
      if (waiting.stream().noneMatch(wanted::contains)) {
        return true;
      }
      failIfHopeless();
      if (seconds() > LIMIT_SECONDS) {
        fail(Failures.notReady(waiting, probe, files));
      }
      pause();
    }
  }

  private boolean ready(Daemon daemon) {
    return probe.ready(daemon, since(daemon));
  }

  private void told(Daemon daemon) {
    waiting.remove(daemon);
    if (started.containsKey(daemon)) {
      progress.accept("%s after %.1f s".formatted(daemon.title(), seconds()));
    }
  }

  /** Waits no longer for what will not end by waiting. */
  private void failIfHopeless() {
    probe
        .hdfs()
        .filter(hdfs -> Failures.safeModeStays(hdfs.safeMode()))
        .ifPresent(hdfs -> fail(Failures.safeMode(hdfs, files)));
    waiting.stream()
        .filter(daemon -> daemon.role() == Role.NODEMANAGER)
        .flatMap(daemon -> probe.unhealthy(daemon, since(daemon)).stream())
        .findFirst()
        .ifPresent(reason -> fail(Failures.unhealthy(reason)));
  }

  private static void fail(String message) {
    throw new ServiceException(message);
  }

  private long since(Daemon daemon) {
    DaemonStart.Started start = started.get(daemon);
    return start == null ? 0 : start.sinceMillis();
  }

  private boolean ended(Daemon daemon, DaemonStart.Started start) {
    String log = ServerLog.tail(files.daemon(daemon).log(), start.logStart());
    if (Failures.portTaken(log)) {
      return false;
    }
    throw Failures.ended(daemon, log, files);
  }

  private double seconds() {
    return (System.nanoTime() - begunNanos) / 1e9;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while waiting for the cluster", e);
    }
  }
}
