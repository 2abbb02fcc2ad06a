package io.loadpath.engines.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a cluster.
 *
 * @param workers number of DataNodes, and of NodeManagers
 * @param pids each daemon's process, if it runs
 * @param addresses each daemon's web server
 * @param hdfs if the NameNode answers
 * @param yarn if the ResourceManager answers
 * @param history whether the JobHistory server answers
 */
public record ClusterStatus(
    int workers,
    Map<Daemon, OptionalLong> pids,
    Map<Daemon, String> addresses,
    Optional<Hdfs> hdfs,
    Optional<Yarn> yarn,
    boolean history) {

  /**
   * The state of HDFS.
   *
   * @param capacityBytes size of the disk of its DataNodes
   * @param remainingBytes space for more blocks
   * @param missingBlocks number of blocks that no DataNode has
   * @param dataNodes number of DataNodes that report
   * @param safeMode why nothing can be written; empty if writes work
   */
  public record Hdfs(
      long capacityBytes,
      long remainingBytes,
      long blocks,
      long missingBlocks,
      int dataNodes,
      String safeMode) {}

  /**
   * The state of YARN.
   *
   * @param nodeManagers number of NodeManagers that take containers
   * @param applications number of running applications
   * @param waitingApplications number of applications that wait for their first container
   * @param memoryMebibytes memory for containers
   * @param unhealthy the NodeManagers that take no containers, each with the reason
   */
  public record Yarn(
      int nodeManagers,
      int applications,
      int waitingApplications,
      int containers,
      int memoryMebibytes,
      int vcores,
      List<String> unhealthy) {}

  /** The state of a cluster that does not answer. */
  static ClusterStatus of(
      int workers, Map<Daemon, OptionalLong> pids, Map<Daemon, String> addresses) {
    return new ClusterStatus(workers, pids, addresses, Optional.empty(), Optional.empty(), false);
  }

  public boolean anyRuns() {
    return pids.values().stream().anyMatch(OptionalLong::isPresent);
  }

  public boolean ready() {
    return dead().isEmpty()
        && history
        && hdfs.filter(h -> h.safeMode().isEmpty() && h.dataNodes() == workers).isPresent()
        && yarn.filter(y -> y.nodeManagers() == workers).isPresent();
  }

  public List<Daemon> dead() {
    return pids.entrySet().stream()
        .filter(daemon -> daemon.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  public List<String> lines() {
    if (!anyRuns()) {
      return List.of("the cluster is not running");
    }
    List<String> lines = new ArrayList<>();
    lines.add(line("cluster", headline()));
    pids.forEach(
        (daemon, pid) ->
            lines.add(
                line(
                    daemon.name(),
                    pid.isPresent()
                        ? "pid " + pid.getAsLong()
                        : "dead: see 'bin/loadpath cluster logs " + daemon + "'")));
    lines.add(line("HDFS", hdfs.map(this::text).orElse("the NameNode does not answer")));
    lines.add(line("YARN", yarn.map(this::text).orElse("the ResourceManager does not answer")));
    pages().forEach((title, address) -> lines.add(line("page", address + "  " + title)));
    return lines;
  }

  private String headline() {
    String size = ClusterSettings.count(workers);
    if (ready()) {
      return "ready, " + size;
    }
    return dead().isEmpty()
        ? "not ready, " + size
        : "not ready, " + size + ": 'bin/loadpath cluster start' starts the dead daemons";
  }

  private String text(Hdfs hdfs) {
    return "%s of %s free, %d blocks, %d of %d DataNodes, safe mode %s%s"
        .formatted(
            gigabytes(hdfs.remainingBytes()),
            gigabytes(hdfs.capacityBytes()),
            hdfs.blocks(),
            hdfs.dataNodes(),
            workers,
            hdfs.safeMode().isEmpty() ? "off" : "on: " + hdfs.safeMode().strip(),
            hdfs.missingBlocks() == 0 ? "" : "; " + hdfs.missingBlocks() + " blocks are missing");
  }

  private String text(Yarn yarn) {
    return "%d of %d NodeManagers, %d MiB and %d vcores, %d applications in %d containers%s%s"
        .formatted(
            yarn.nodeManagers(),
            workers,
            yarn.memoryMebibytes(),
            yarn.vcores(),
            yarn.applications(),
            yarn.containers(),
            yarn.waitingApplications() == 0 ? "" : ", " + yarn.waitingApplications() + " waiting",
            yarn.unhealthy().isEmpty()
                ? ""
                : "; takes no containers: " + String.join("; ", yarn.unhealthy()));
  }

  /** The pages for a browser: address by title. */
  private Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    addresses.forEach(
        (daemon, address) -> {
          switch (daemon.role()) {
            case RESOURCEMANAGER -> pages.put(daemon.title(), address + "/cluster");
            case NODEMANAGER -> pages.put(daemon.title(), address + "/node");
            case HISTORY -> pages.put(daemon.title(), address + "/jobhistory");
            default -> {} // HDFS has no pages in the published jars
          }
        });
    return pages;
  }

  private static String gigabytes(long bytes) {
    return "%.1f GB".formatted(bytes / 1e9);
  }

  private static String line(String name, String text) {
    return "%-16s %s".formatted(name, text);
  }
}
