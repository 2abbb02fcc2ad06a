package io.loadpath.benchmarks.cpu;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the Hadoop daemons of this machine, which work for a job without being its children. */
public final class HadoopDaemons {
  private static final String WORKER = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final Set<String> MAIN_CLASSES =
      Set.of(
          "org.apache.hadoop.hdfs.server.namenode.NameNode",
          "org.apache.hadoop.hdfs.server.datanode.DataNode",
          "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
          WORKER,
          "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer");

  private HadoopDaemons() {}

  /** Returns the pids of those that run, whoever started them. */
  public static Set<Long> find() {
    return Processes.all().stream()
        .map(ProcessStat::pid)
        .filter(pid -> isDaemon(Processes.arguments(pid)))
        .collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * Returns {@code pids} if they hold all {@code workers} NodeManagers of a cluster. Otherwise
   * returns none: some workers are on other machines, out of sight.
   */
  public static Set<Long> ofCluster(Set<Long> pids, int workers) {
    long here = pids.stream().filter(pid -> Processes.arguments(pid).contains(WORKER)).count();
    return here == workers ? pids : Set.of();
  }

  /**
   * Returns the CPU time of the daemons {@code pids} alone, without what they start: a container
   * descends from its NodeManager. They live as long as the cluster, so that their own account has
   * all that they used.
   */
  static CpuReading read(Set<Long> pids) {
    long user = 0;
    long system = 0;
    for (long pid : pids) {
      Optional<ProcessStat> daemon = ProcessStat.read(pid);
      user += daemon.map(ProcessStat::userTicks).orElse(0L);
      system += daemon.map(ProcessStat::systemTicks).orElse(0L);
    }
    return new CpuReading((user + system) * ClockTick.NANOS, user, system);
  }

  static boolean isDaemon(List<String> arguments) {
    return arguments.stream().anyMatch(MAIN_CLASSES::contains);
  }
}
