package io.loadpath.benchmarks.measure;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Processes of servers, known by their command lines. They live as long as their servers, so their
 * own account has all their CPU time.
 */
public final class KnownProcesses {
  private static final CpuReading NOTHING = CpuReading.ofTicks(0, 0);

  /** PostgreSQL's processes that write WAL and checkpoints for all backends. */
  private static final Pattern POSTGRES_BACKGROUND =
      Pattern.compile(
          "postgres: (?:[^ ]+: )?(?:checkpointer|background writer|walwriter|walsummarizer"
              + "|(?:archiver|startup)(?: .*)?|autovacuum (?:launcher|worker.*))");

  private static final String WORKER = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";

  /** Hadoop's daemons, which work for a job but are not its children. */
  private static final Set<String> HADOOP_DAEMONS =
      Set.of(
          "org.apache.hadoop.hdfs.server.namenode.NameNode",
          "org.apache.hadoop.hdfs.server.datanode.DataNode",
          "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
          WORKER,
          "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer");

  private KnownProcesses() {}

  /** Returns the CPU time of the background processes of these servers. */
  public static CpuReading postgresBackground(Set<Long> postmasters) {
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

  /** Returns the CPU time of a single-threaded process, in nanoseconds if the kernel shows them. */
  private static CpuReading ofOneThread(ProcessStat process) {
    CpuReading ticks = ofTicks(process);
    return new CpuReading(
        runNanos(process.pid()).orElse(ticks.totalNanos()), ticks.userShare(), ticks.systemShare());
  }

  /** Returns the run time of a process's first thread; empty if the kernel does not show it. */
  public static OptionalLong runNanos(long pid) {
    try {
      String times = Files.readString(Path.of("/proc", Long.toString(pid), "schedstat"));
      return OptionalLong.of(Long.parseLong(times.substring(0, times.indexOf(' '))));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns the CPU time of processes with all their threads; an ended one has none. */
  public static long cpuNanos(Collection<Long> pids) {
    return pids.stream()
        .flatMap(pid -> ProcessStat.read(pid).stream())
        .mapToLong(process -> ofTicks(process).totalNanos())
        .sum();
  }

  private static CpuReading ofTicks(ProcessStat process) {
    return CpuReading.ofTicks(process.userTicks(), process.systemTicks());
  }

  /** Returns the pids of all Hadoop daemons on this machine. The caller may change the set. */
  public static Set<Long> hadoopDaemons() {
    return new HashSet<>(Processes.all(KnownProcesses::isHadoopDaemon));
  }

  static boolean isHadoopDaemon(List<String> arguments) {
    return arguments.stream().anyMatch(HADOOP_DAEMONS::contains);
  }

  /**
   * Returns {@code pids} if they include all {@code workers} NodeManagers of a cluster. Otherwise
   * returns an empty set: some workers are on other machines.
   */
  public static Set<Long> ofCluster(Set<Long> pids, int workers) {
    long here = pids.stream().filter(pid -> Processes.arguments(pid).contains(WORKER)).count();
    return here == workers ? pids : Set.of();
  }

  /**
   * Returns the CPU time of daemons without their children: a container is a child of its
   * NodeManager.
   */
  static CpuReading read(Set<Long> daemons) {
    return daemons.stream()
        .flatMap(pid -> ProcessStat.read(pid).stream())
        .map(KnownProcesses::ofTicks)
        .reduce(NOTHING, CpuReading::plus);
  }
}
