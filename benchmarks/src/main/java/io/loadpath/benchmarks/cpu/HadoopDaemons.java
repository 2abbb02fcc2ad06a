package io.loadpath.benchmarks.cpu;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the Hadoop daemons of this machine, which work for a job without being its children. */
public final class HadoopDaemons {
  private static final Set<String> MAIN_CLASSES =
      Set.of(
          "org.apache.hadoop.hdfs.server.namenode.NameNode",
          "org.apache.hadoop.hdfs.server.datanode.DataNode",
          "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
          "org.apache.hadoop.yarn.server.nodemanager.NodeManager");

  private HadoopDaemons() {}

  /** Returns the pids of those that run, whoever started them. */
  public static Set<Long> find() {
    return Processes.all().stream()
        .map(ProcessStat::pid)
        .filter(pid -> isDaemon(Processes.arguments(pid)))
        .collect(Collectors.toCollection(HashSet::new));
  }

  static boolean isDaemon(List<String> arguments) {
    return arguments.stream().anyMatch(MAIN_CLASSES::contains);
  }
}
