package io.loadpath.engines.cluster;

import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Waits until a job can run on a cluster, and reports the reason if none can. */
final class Readiness {
  private static final long LIMIT_SECONDS = 120;
  private static final long STEP_MILLIS = 100;

  private static final Pattern PORT_TAKEN = Pattern.compile("BindException|Address already in use");
  private static final Pattern DAMAGED =
      Pattern.compile(
          "(InconsistentFSStateException|Failed to load FSImage|NameNode is not formatted"
              + "|IncorrectVersionException|EditLogInputException|No valid image files found"
              + "|Image file \\S+ is corrupt|FSImage|fsimage)[^\\n]*");
  private static final Pattern ANOTHER_HDFS =
      Pattern.compile("Incompatible (clusterIDs|namespaceIDs)[^\\n]*");

  // the NameNode's words for a safe mode that never ends by itself
  private static final String BY_HAND = "manually";
  private static final String DISK_FULL = "Resources are low";

  private final ClusterFiles files;
  private final Map<Daemon, DaemonStart.Started> started;
  private final ClusterProbe probe;
  private final Consumer<String> progress;
  private final List<Daemon> waiting;
  private final long begunNanos = System.nanoTime();

  /**
   * @param started the daemons of this start
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
   * @return true if they are ready; false if a daemon could not have its port
   * @throws ServiceException if no job can run
   */
  boolean await(List<Daemon> wanted) {
    while (true) {
      for (Map.Entry<Daemon, DaemonStart.Started> daemon : started.entrySet()) {
        DaemonStart.Started start = daemon.getValue();
        if (!start.process().isAlive()) {
          String log = ServerLog.tail(files.daemon(daemon.getKey()).log(), start.logStart());
          if (portTaken(log)) {
            return false;
          }
          throw ended(daemon.getKey(), log, files);
        }
      }
      waiting.stream()
          .filter(daemon -> probe.ready(daemon, since(daemon)))
          .toList()
          .forEach(this::told);
      if (waiting.stream().noneMatch(wanted::contains)) {
        return true;
      }
      failIfHopeless();
      if (seconds() > LIMIT_SECONDS) {
        throw new ServiceException(notReady());
      }
      Processes.pause(STEP_MILLIS);
    }
  }

  private void told(Daemon daemon) {
    waiting.remove(daemon);
    if (started.containsKey(daemon)) {
      progress.accept("%s after %.1f s".formatted(daemon.title(), seconds()));
    }
  }

  private void failIfHopeless() {
    Optional<ClusterStatus.Hdfs> hdfs = probe.hdfs();
    String mode = hdfs.map(ClusterStatus.Hdfs::safeMode).orElse("");
    if (mode.contains(BY_HAND) || mode.contains(DISK_FULL)) {
      throw new ServiceException(safeMode(mode, files));
    }
    for (Daemon daemon : waiting) {
      if (daemon.role() == Role.NODEMANAGER) {
        probe
            .unhealthy(daemon, since(daemon))
            .ifPresent(
                reason -> {
                  throw new ServiceException(unhealthy(reason));
                });
      }
    }
  }

  private long since(Daemon daemon) {
    DaemonStart.Started start = started.get(daemon);
    return start == null ? 0 : start.sinceMillis();
  }

  private double seconds() {
    return (System.nanoTime() - begunNanos) / 1e9;
  }

  static boolean portTaken(String log) {
    return PORT_TAKEN.matcher(log).find();
  }

  /** The failure of a start because a daemon ended. */
  static ServiceException ended(Daemon daemon, String log, ClusterFiles files) {
    Matcher damaged = DAMAGED.matcher(log);
    if (daemon.role() == Role.NAMENODE && damaged.find()) {
      return new NameNodeImage(files).damaged(damaged.group().strip());
    }
    Matcher other = ANOTHER_HDFS.matcher(log);
    if (other.find()) {
      return new ServiceException(
          "the blocks in %s are of another HDFS (%s): %s"
              .formatted(files.data(daemon), other.group(), files.wayToEmptyHdfs()));
    }
    return new ServiceException(
        "the %s did not start; the end of its log %s:\n%s"
            .formatted(daemon.title(), files.daemon(daemon).log(), log));
  }

  /** The reason why a cluster whose daemons all run can run no job. */
  private String notReady() {
    String mode = probe.hdfs().map(ClusterStatus.Hdfs::safeMode).orElse("");
    if (!mode.isEmpty()) {
      return safeMode(mode, files);
    }
    return waiting.stream()
        .map(
            daemon ->
                "the %s is not ready; the end of its log %s:\n%s"
                    .formatted(
                        daemon.title(),
                        files.daemon(daemon).log(),
                        ServerLog.tail(files.daemon(daemon).log(), 0)))
        .collect(Collectors.joining("\n"));
  }

  static String safeMode(String mode, ClusterFiles files) {
    String way =
        mode.contains(BY_HAND)
            ? "a user turned it on: 'bin/loadpath cluster stop' and 'start' turn it off"
            : mode.contains(DISK_FULL)
                ? "free some disk space, then 'bin/loadpath cluster stop' and 'start'"
                : "a DataNode's blocks are missing: restore its folder from a copy, or %s (its files are then lost)"
                    .formatted(files.wayToEmptyHdfs());
    return "HDFS is in safe mode and takes no writes (%s); %s".formatted(mode.strip(), way);
  }

  static String unhealthy(String reason) {
    return "YARN starts no containers (%s): it uses no disk that is more than %.1f %% full (Hadoop's default is 90 %%); free some space, then start the cluster again"
        .formatted(reason, Sizing.MAX_DISK_PERCENT);
  }
}
