package io.loadpath.engines.cluster;

import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks the web servers of daemons for their state. */
final class ClusterProbe {
  private static final Daemon MANAGER = new Daemon(Role.RESOURCEMANAGER, 0);
  private static final String NAMENODE_BEAN = "Hadoop:service=NameNode,name=";
  private static final String MANAGER_BEAN = "Hadoop:service=ResourceManager,name=";
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ClusterSettings settings;

  ClusterProbe(ClusterSettings settings) {
    this.settings = settings;
  }

  /**
   * Whether a daemon does its part of a job.
   *
   * @param sinceMillis earlier reports about a NodeManager are about an earlier one
   */
  boolean ready(Daemon daemon, long sinceMillis) {
    return switch (daemon.role()) {
      case NAMENODE ->
          hdfs()
              .filter(hdfs -> hdfs.safeMode().isEmpty() && hdfs.dataNodes() >= settings.workers())
              .isPresent();
      case DATANODE -> {
        JsonNode info = bean(daemon, "Hadoop:service=DataNode,name=DataNodeInfo");
        JsonNode actor = parse(info.path("BPServiceActorInfo")).path(0);
        yield actor.path("ActorState").asText().equals("RUNNING")
            && actor.path("BlockPoolID").asText().startsWith("BP-");
      }
      case RESOURCEMANAGER -> !bean(daemon, MANAGER_BEAN + "ClusterMetrics").isMissingNode();
      case NODEMANAGER -> node(daemon, "RUNNING", sinceMillis).isPresent();
      case HISTORY -> !bean(daemon, "java.lang:type=Compilation").isMissingNode();
    };
  }

  Optional<ClusterStatus.Hdfs> hdfs() {
    JsonNode state = bean(Daemon.NAMENODE, NAMENODE_BEAN + "FSNamesystemState");
    JsonNode info = bean(Daemon.NAMENODE, NAMENODE_BEAN + "NameNodeInfo");
    if (state.isMissingNode() || info.isMissingNode()) {
      return Optional.empty();
    }
    int dataNodes = state.path("NumLiveDataNodes").asInt();
    long shares = Math.max(1, dataNodes); // each one reports the shared disk
    return Optional.of(
        new ClusterStatus.Hdfs(
            state.path("CapacityTotal").asLong() / shares,
            state.path("CapacityRemaining").asLong() / shares,
            state.path("BlocksTotal").asLong(),
            info.path("NumberOfMissingBlocks").asLong(),
            dataNodes,
            info.path("Safemode").asText()));
  }

  Optional<ClusterStatus.Yarn> yarn() {
    // not from its management beans, which are up to 10 s old
    JsonNode metrics = get(MANAGER, "/ws/v1/cluster/metrics");
    if (metrics.isMissingNode()) {
      return Optional.empty();
    }
    List<String> unhealthy = new ArrayList<>();
    int running = 0;
    for (Daemon daemon : settings.daemons()) {
      if (daemon.role() == Role.NODEMANAGER) {
        running += ready(daemon, 0) ? 1 : 0;
        unhealthy(daemon, 0).ifPresent(unhealthy::add);
      }
    }
    return Optional.of(
        new ClusterStatus.Yarn(
            running,
            metrics.path("appsRunning").asInt(),
            metrics.path("appsPending").asInt(),
            metrics.path("containersAllocated").asInt(),
            metrics.path("totalMB").asInt(),
            metrics.path("totalVirtualCores").asInt(),
            List.copyOf(unhealthy)));
  }

  /**
   * The reason why a NodeManager takes no containers, if it reported one.
   *
   * @param sinceMillis earlier reports are about an earlier NodeManager
   */
  Optional<String> unhealthy(Daemon daemon, long sinceMillis) {
    return node(daemon, "UNHEALTHY", sinceMillis)
        .map(node -> daemon.title() + ": " + node.path("HealthReport").asText().strip());
  }

  /** A NodeManager in a state, as the ResourceManager has seen it since a time. */
  private Optional<JsonNode> node(Daemon daemon, String state, long sinceMillis) {
    String end = ":" + settings.port(daemon, "rpc");
    JsonNode nodes = bean(MANAGER, MANAGER_BEAN + "RMNMInfo").path("LiveNodeManagers");
    for (JsonNode node : parse(nodes)) {
      if (node.path("NodeId").asText().endsWith(end)
          && node.path("State").asText().equals(state)
          && node.path("LastHealthUpdate").asLong() >= sinceMillis) {
        return Optional.of(node);
      }
    }
    return Optional.empty();
  }

  /** Makes the folders in HDFS that jobs of any user need: /tmp, and the caller's home. */
  void makeFolders() throws IOException {
    String user = encode(System.getProperty("user.name"), UTF_8);
    String query = "?op=MKDIRS&user.name=" + user + "&permission=";
    put("/webhdfs/v1/tmp" + query + "1777");
    put("/webhdfs/v1/user" + query + "755");
    put("/webhdfs/v1/user/" + user + query + "755");
  }

  private void put(String pathAndQuery) throws IOException {
    HttpURLConnection connection = connect(Daemon.NAMENODE, pathAndQuery);
    connection.setReadTimeout(6 * TIMEOUT_MILLIS); // the first request loads the service
    connection.setRequestMethod("PUT");
    int code = connection.getResponseCode();
    if (code != HttpURLConnection.HTTP_OK) {
      throw new IOException(
          "%s: %d %s".formatted(pathAndQuery, code, connection.getResponseMessage()));
    }
    connection.disconnect();
  }

  /** Returns a management bean; missing if the daemon does not answer or has no such bean. */
  private JsonNode bean(Daemon daemon, String name) {
    return get(daemon, "/jmx?qry=" + encode(name, UTF_8)).path("beans").path(0);
  }

  private JsonNode get(Daemon daemon, String pathAndQuery) {
    try {
      HttpURLConnection connection = connect(daemon, pathAndQuery);
      connection.setRequestProperty("Accept", "application/json");
      try (InputStream in = connection.getInputStream()) {
        return JSON.readTree(in);
      }
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** Parses an attribute that holds JSON as text. */
  private static JsonNode parse(JsonNode attribute) {
    try {
      return JSON.readTree(attribute.asText());
    } catch (IOException e) {
      return JSON.createObjectNode();
    }
  }

  private HttpURLConnection connect(Daemon daemon, String pathAndQuery) throws IOException {
    URI address = URI.create(settings.webAddress(daemon) + pathAndQuery);
    HttpURLConnection connection =
        (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
    connection.setRequestProperty("X-XSRF-Header", "loadpath");
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    return connection;
  }
}
