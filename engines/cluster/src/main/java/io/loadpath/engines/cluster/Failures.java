package io.loadpath.engines.cluster;

import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServiceException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Says in words why a cluster does not start. */
final class Failures {
  private static final Pattern PORT_TAKEN = Pattern.compile("BindException|Address already in use");
  private static final Pattern DAMAGED =
      Pattern.compile(
          "(InconsistentFSStateException|Failed to load FSImage|NameNode is not formatted"
              + "|IncorrectVersionException|EditLogInputException|No valid image files found"
              + "|Image file \\S+ is corrupt|FSImage|fsimage)[^\\n]*");
  private static final Pattern ANOTHER_HDFS =
      Pattern.compile("Incompatible (clusterIDs|namespaceIDs)[^\\n]*");

  // the NameNode's words
  private static final String BY_HAND = "manually";
  private static final String DISK_FULL = "Resources are low";

  private Failures() {}

  static boolean portTaken(String log) {
    return PORT_TAKEN.matcher(log).find();
  }

  /** The failure of a start whose daemon has ended. */
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

  /** Whether HDFS does not leave safe mode when its blocks are there. */
  static boolean safeModeStays(String reason) {
    return reason.contains(BY_HAND) || reason.contains(DISK_FULL);
  }

  /** What keeps a cluster from running a job though all its daemons run. */
  static String notReady(List<Daemon> waiting, ClusterProbe probe, ClusterFiles files) {
    Optional<HdfsStatus> hdfs = probe.hdfs();
    if (hdfs.isPresent() && !hdfs.get().safeMode().isEmpty()) {
      return safeMode(hdfs.get(), files);
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

  static String safeMode(HdfsStatus hdfs, ClusterFiles files) {
    String way =
        hdfs.safeMode().contains(BY_HAND)
            ? "somebody has turned it on: 'bin/loadpath cluster stop' and 'start' turn it off"
            : hdfs.safeMode().contains(DISK_FULL)
                ? "free some disk space, then 'bin/loadpath cluster stop' and 'start'"
                : "a DataNode's blocks are missing: put its folder back from a copy, or %s (its files are then lost)"
                    .formatted(files.wayToEmptyHdfs());
    return "HDFS is in safe mode, in which nothing can be written (%s); %s"
        .formatted(hdfs.safeMode().strip(), way);
  }

  /** The failure of a NodeManager that takes no containers. */
  static String unhealthy(String reason) {
    return "YARN starts no containers (%s): it uses no disk that is more than %.1f %% full (Hadoop's default is 90 %%); free some space, then start the cluster again"
        .formatted(reason, Sizing.MAX_DISK_PERCENT);
  }
}
