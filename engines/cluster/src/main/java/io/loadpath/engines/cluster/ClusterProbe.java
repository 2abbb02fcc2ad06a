package io.loadpath.engines.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks daemons over HTTP how they are. */
final class ClusterProbe {
  private static final String NAMENODE = "Hadoop:service=NameNode,name=";
  private static final String RESOURCEMANAGER = "Hadoop:service=ResourceManager,name=";

  private final ClusterSettings settings;

  ClusterProbe(ClusterSettings settings) {
    this.settings = settings;
  }

  /**
   * Whether a daemon does its part of a job.
   *
   * @param sinceMillis what was reported of a NodeManager before is of an earlier one
   */
  boolean ready(Daemon daemon, long sinceMillis) {
    return switch (daemon.role()) {
      case NAMENODE ->
          hdfs()
              .filter(hdfs -> hdfs.safeMode().isEmpty() && hdfs.dataNodes() >= workers())
              .isPresent();
      case DATANODE ->
          bean(daemon, "Hadoop:service=DataNode,name=DataNodeInfo")
              .map(info -> DaemonWeb.parse(info.path("BPServiceActorInfo")).path(0))
              .filter(actor -> actor.path("ActorState").asText().equals("RUNNING"))
              .filter(actor -> actor.path("BlockPoolID").asText().startsWith("BP-"))
              .isPresent();
      case RESOURCEMANAGER -> bean(daemon, RESOURCEMANAGER + "ClusterMetrics").isPresent();
      case NODEMANAGER ->
          node(daemon)
              .filter(node -> node.path("State").asText().equals("RUNNING"))
              .filter(node -> node.path("LastHealthUpdate").asLong() >= sinceMillis)
              .isPresent();
      case HISTORY -> bean(daemon, "java.lang:type=Compilation").isPresent();
    };
  }

  /** How HDFS is, if the NameNode answers. */
  Optional<HdfsStatus> hdfs() {
    Daemon nameNode = Daemon.NAMENODE;
    Optional<JsonNode> state = bean(nameNode, NAMENODE + "FSNamesystemState");
    Optional<JsonNode> info = bean(nameNode, NAMENODE + "NameNodeInfo");
    if (state.isEmpty() || info.isEmpty()) {
      return Optional.empty();
    }
    int dataNodes = state.get().path("NumLiveDataNodes").asInt();
    long shares = Math.max(1, dataNodes); // each reports the disk that all of them share
    return Optional.of(
        new HdfsStatus(
            state.get().path("CapacityTotal").asLong() / shares,
            state.get().path("CapacityUsed").asLong(),
            state.get().path("CapacityRemaining").asLong() / shares,
            state.get().path("BlocksTotal").asLong(),
            info.get().path("NumberOfMissingBlocks").asLong(),
            dataNodes,
            info.get().path("Safemode").asText()));
  }

  /** How YARN is, if the ResourceManager answers. */
  Optional<YarnStatus> yarn() {
    int port = settings.port(new Daemon(Role.RESOURCEMANAGER, 0), "http");
    // not its management beans, which are up to 10 s old
    return DaemonWeb.get(port, "/ws/v1/cluster/metrics").map(this::yarn);
  }

  private YarnStatus yarn(JsonNode metrics) {
    List<String> unhealthy = new ArrayList<>();
    int running = 0;
    for (Daemon daemon : Daemon.of(workers())) {
      if (daemon.role() == Role.NODEMANAGER) {
        running += ready(daemon, 0) ? 1 : 0;
        unhealthy(daemon, 0).ifPresent(unhealthy::add);
      }
    }
    return new YarnStatus(
        running,
        metrics.path("appsRunning").asInt(),
        metrics.path("appsPending").asInt(),
        metrics.path("containersAllocated").asInt(),
        metrics.path("totalMB").asInt(),
        metrics.path("totalVirtualCores").asInt(),
        List.copyOf(unhealthy));
  }

  /**
   * Why a NodeManager takes no containers, if it has said so.
   *
   * @param sinceMillis what was reported before is of an earlier NodeManager
   */
  Optional<String> unhealthy(Daemon daemon, long sinceMillis) {
    return node(daemon)
        .filter(node -> node.path("LastHealthUpdate").asLong() >= sinceMillis)
        .filter(node -> node.path("State").asText().equals("UNHEALTHY"))
        .map(node -> daemon.title() + ": " + node.path("HealthReport").asText().strip());
  }

  /** A NodeManager as the ResourceManager sees it. */
  private Optional<JsonNode> node(Daemon daemon) {
    String end = ":" + settings.port(daemon, "rpc");
    Optional<JsonNode> nodes =
        bean(new Daemon(Role.RESOURCEMANAGER, 0), RESOURCEMANAGER + "RMNMInfo")
            .map(info -> DaemonWeb.parse(info.path("LiveNodeManagers")));
    for (JsonNode node : nodes.orElse(DaemonWeb.none())) {
      if (node.path("NodeId").asText().endsWith(end)) {
        return Optional.of(node);
      }
    }
    return Optional.empty();
  }

  private Optional<JsonNode> bean(Daemon daemon, String name) {
    return DaemonWeb.bean(settings.port(daemon, "http"), name);
  }

  private int workers() {
    return settings.workers();
  }
}
