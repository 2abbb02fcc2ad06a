package io.loadpath.engines.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/** The applications with one tag on a cluster's YARN. */
final class ClusterJobs implements AutoCloseable {
  private static final EnumSet<YarnApplicationState> UNFINISHED =
      EnumSet.of(
          YarnApplicationState.NEW,
          YarnApplicationState.NEW_SAVING,
          YarnApplicationState.SUBMITTED,
          YarnApplicationState.ACCEPTED,
          YarnApplicationState.RUNNING);

  static final long END_MILLIS = 30_000;
  private static final long PAUSE_MILLIS = 100;
  private static final int PAGE_MILLIS = 3_000;
  private static final int PAGE_BYTES = 1_000_000;
  private static final int MASTER_ALONE = 1;
  private static final String NOT_TOLD = "?";

  private final Configuration conf;
  private final YarnClient client;

  ClusterJobs(Configuration conf) {
    this.conf = conf;
    client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
  }

  /**
   * Returns the scheduler's address, the number of workers, their memory in MB, their cores, and
   * the version if it is told.
   */
  String describe() throws IOException {
    String address =
        conf.get(
            YarnConfiguration.RM_HA_IDS,
            conf.get(YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_ADDRESS));
    try {
      List<NodeReport> workers = client.getNodeReports(NodeState.RUNNING);
      Resource all = capability(workers);
      return String.join(
          "\t",
          address,
          Integer.toString(workers.size()),
          Long.toString(all.getMemorySize()),
          Integer.toString(all.getVirtualCores()),
          version());
    } catch (IOException | YarnException e) {
      throw new IOException(
          "the ResourceManager at %s does not answer: %s"
              .formatted(address, ClusterSession.oneLine(e)),
          e);
    }
  }

  private static Resource capability(List<NodeReport> workers) {
    return workers.stream().map(NodeReport::getCapability).reduce(Resources.none(), Resources::add);
  }

  /** Returns the hosts of the live NodeManagers, each once. */
  List<String> workers() throws IOException, YarnException {
    return client.getNodeReports(NodeState.RUNNING).stream()
        .map(node -> node.getNodeId().getHost())
        .distinct()
        .toList();
  }

  /** Only the page of the ResourceManager tells it; empty where the page wants a login. */
  private String version() {
    return element("hadoopVersion", page("info"));
  }

  /** What a page of the ResourceManager says, in XML; nothing where it wants a login. */
  private String page(String name) {
    try {
      HttpURLConnection page =
          (HttpURLConnection)
              new URL(WebAppUtils.getRMWebAppURLWithScheme(conf) + "/ws/v1/cluster/" + name)
                  .openConnection();
      page.setConnectTimeout(PAGE_MILLIS);
      page.setReadTimeout(PAGE_MILLIS);
      page.setRequestProperty("Accept", "application/xml");
      try (InputStream in = page.getInputStream()) {
        return new String(in.readNBytes(PAGE_BYTES), StandardCharsets.UTF_8);
      }
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  /** Returns the text of the first element of a name; empty if there is none. */
  private static String element(String name, String xml) {
    return StringUtils.defaultString(
        StringUtils.substringBetween(xml, "<" + name + ">", "</" + name + ">"));
  }

  private List<ApplicationReport> tagged(String tag, EnumSet<YarnApplicationState> states)
      throws IOException, YarnException {
    return client.getApplications(null, states, Set.of(inYarn(tag)));
  }

  /** YARN keeps tags in lower case. */
  private static String inYarn(String tag) {
    return tag.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns id, state, queue, containers, and the containers that it waits for, of those that have
   * not ended. Only an application with no container but its master's is asked what it waits for;
   * "?" where that is not told.
   */
  List<String> unfinished(String tag) throws IOException, YarnException {
    List<String> words = new ArrayList<>();
    for (ApplicationReport report : tagged(tag, UNFINISHED)) {
      ApplicationResourceUsageReport usage = report.getApplicationResourceUsageReport();
      int containers = usage == null ? 0 : Math.max(0, usage.getNumUsedContainers());
      String waiting =
          containers == MASTER_ALONE ? waiting(page("apps/" + report.getApplicationId())) : "0";
      words.add(
          "%s %s %s %d %s"
              .formatted(
                  report.getApplicationId(),
                  report.getYarnApplicationState(),
                  report.getQueue(),
                  containers,
                  waiting));
    }
    return words;
  }

  /** Counts the containers that an application has asked for and not got; "?" if it is not told. */
  static String waiting(String page) {
    if (!page.contains("<app>")) {
      return NOT_TOLD;
    }
    String[] requests =
        StringUtils.substringsBetween(page, "<resourceRequests>", "</resourceRequests>");
    long containers =
        Stream.ofNullable(requests)
            .flatMap(Stream::of)
            // one for any host stands beside those for its favourite ones
            .filter(request -> element("resourceName", request).equals(ResourceRequest.ANY))
            .mapToLong(request -> Long.parseLong(element("numContainers", request)))
            .sum();
    return Long.toString(containers);
  }

  /** Returns the ids of those that have not ended and lack this tag: they are others'. */
  List<String> others(String tag) throws IOException, YarnException {
    return without(tag, client.getApplications(UNFINISHED));
  }

  static List<String> without(String tag, List<ApplicationReport> reports) {
    return reports.stream()
        .filter(report -> !report.getApplicationTags().contains(inYarn(tag)))
        .map(report -> report.getApplicationId().toString())
        .toList();
  }

  /** Returns in words what a queue may use, and what the scheduler says of an application in it. */
  String limits(String queue, String application) throws IOException, YarnException {
    QueueInfo info = client.getQueueInfo(queue);
    List<NodeReport> workers = client.getNodeReports(NodeState.RUNNING);
    Resource all = capability(workers);
    String words =
        info == null
            ? "no such queue"
            : String.format(
                Locale.ROOT,
                "it is %s and may use %.0f %%, at most %.0f %%, of %d MB and %d cores of %d workers; %.0f %% of its share is in use",
                info.getQueueState(),
                100 * info.getCapacity(),
                100 * info.getMaximumCapacity(),
                all.getMemorySize(),
                all.getVirtualCores(),
                workers.size(),
                100 * info.getCurrentCapacity());
    String said =
        client.getApplicationReport(ApplicationId.fromString(application)).getDiagnostics();
    return words
        + (said == null || said.isBlank() ? "" : "; " + said.replaceAll("\\s+", " ").strip());
  }

  /**
   * Ends the applications with this tag.
   *
   * @return their number
   */
  int end(String tag) throws IOException, YarnException {
    List<ApplicationReport> found = tagged(tag, UNFINISHED);
    for (ApplicationReport report : found) {
      client.killApplication(report.getApplicationId(), "ended by Loadpath, which started it");
    }
    long deadline = System.currentTimeMillis() + END_MILLIS;
    while (!tagged(tag, UNFINISHED).isEmpty()) {
      if (System.currentTimeMillis() > deadline) {
        throw new IOException("the applications with the tag " + tag + " do not end");
      }
      pause();
    }
    return found.size();
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Returns the id of each application with this tag, and what YARN counted of it so far. */
  List<String> vcoreSeconds(String tag) throws IOException, YarnException {
    List<String> words = new ArrayList<>();
    for (ApplicationReport report : tagged(tag, EnumSet.allOf(YarnApplicationState.class))) {
      ApplicationResourceUsageReport usage = report.getApplicationResourceUsageReport();
      long seconds = usage == null ? 0 : Math.max(0, usage.getVcoreSeconds());
      words.add(report.getApplicationId() + " " + seconds);
    }
    return words;
  }

  @Override
  public void close() {
    client.stop();
  }
}
