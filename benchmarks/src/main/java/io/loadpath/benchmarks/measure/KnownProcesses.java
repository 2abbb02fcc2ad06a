package io.loadpath.benchmarks.measure;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Servers' processes that are known by their command lines and live as long as their servers, so
 * that their own account has all that they used.
 */
public final class KnownProcesses {
  private static final CpuReading NOTHING = CpuReading.ofTicks(0, 0);

  /** Those of PostgreSQL that write WAL and checkpoints for all backends. */
  private static final Pattern POSTGRES_BACKGROUND =
      Pattern.compile(
          "postgres: (?:[^ ]+: )?(?:checkpointer|background writer|walwriter|walsummarizer"
              + "|(?:archiver|startup)(?: .*)?|autovacuum (?:launcher|worker.*))");

  private static final String WORKER = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";

  /** Hadoop's daemons, which work for a job without being its children. */
  private static final Set<String> HADOOP_DAEMONS =
      Set.of(
          "org.apache.hadoop.hdfs.server.namenode.NameNode",
          "org.apache.hadoop.hdfs.server.datanode.DataNode",
          "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
          WORKER,
          "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer");

  private KnownProcesses() {}

  /** Returns the CPU time of the background of the servers with these first processes. */
  static CpuReading postgresBackground(Set<Long> postmasters) {
    return postmasters.stream()
        .flatMap(postmaster -> Processes.tree(postmaster).stream())
        .filter(process -> postmasters.contains(process.parentPid()))
        .filter(process -> isPostgresBackground(Processes.arguments(process.pid()).get(0)))
        .map(KnownProcesses::ofOneThread)
        .reduce(NOTHING, CpuReading::plus);
  }

  static boolean isPostgresBackground(String title) {
    return POSTGRES_BACKGROUND.matcher(title.strip()).matches();
  }

  /** The CPU time of a process with one thread, to the nanosecond where the kernel shows it. */
  private static CpuReading ofOneThread(ProcessStat process) {
    CpuReading ticks = ofTicks(process);
    try {
      String times = Files.readString(Path.of("/proc", Long.toString(process.pid()), "schedstat"));
      long nanos = Long.parseLong(times.substring(0, times.indexOf(' ')));
      return new CpuReading(nanos, ticks.userShare(), ticks.systemShare());
    } catch (IOException e) {
      return ticks;
    }
  }

  private static CpuReading ofTicks(ProcessStat process) {
    return CpuReading.ofTicks(process.userTicks(), process.systemTicks());
  }

  /** Returns the pids of all Hadoop daemons of this machine. The caller may change the set. */
  public static Set<Long> hadoopDaemons() {
    return new HashSet<>(Processes.all(KnownProcesses::isHadoopDaemon));
  }

  static boolean isHadoopDaemon(List<String> arguments) {
    return arguments.stream().anyMatch(HADOOP_DAEMONS::contains);
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
   * Returns the CPU time of daemons alone, without what they start: a container descends from its
   * NodeManager.
   */
  static CpuReading read(Set<Long> daemons) {
    return daemons.stream()
        .flatMap(pid -> ProcessStat.read(pid).stream())
        .map(KnownProcesses::ofTicks)
        .reduce(NOTHING, CpuReading::plus);
  }
}
