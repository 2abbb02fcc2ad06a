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
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/** The applications with a tag on a cluster's YARN. */
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
   * the version if it is known.
   */
  String describe() throws IOException {
    String address =
        conf.get(
            YarnConfiguration.RM_HA_IDS,
            conf.get(YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_ADDRESS));
    try {
      List<NodeReport> workers = client.getNodeReports(NodeState.RUNNING);
      Resource all =
          workers.stream().map(NodeReport::getCapability).reduce(Resources.none(), Resources::add);
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
              .formatted(address, ClusterErrors.firstLine(e)),
          e);
    }
  }

  /** Returns the hosts of the live NodeManagers, each once. */
  List<String> workers() throws IOException, YarnException {
    return client.getNodeReports(NodeState.RUNNING).stream()
        .map(node -> node.getNodeId().getHost())
        .distinct()
        .toList();
  }

  /** Only the page of the ResourceManager has it; empty if the page requires a login. */
  private String version() {
    try {
      HttpURLConnection page =
          (HttpURLConnection)
              new URL(WebAppUtils.getRMWebAppURLWithScheme(conf) + "/ws/v1/cluster/info")
                  .openConnection();
      page.setConnectTimeout(PAGE_MILLIS);
      page.setReadTimeout(PAGE_MILLIS);
      page.setRequestProperty("Accept", "application/xml");
      try (InputStream in = page.getInputStream()) {
        String xml = new String(in.readNBytes(PAGE_BYTES), StandardCharsets.UTF_8);
        return StringUtils.defaultString(
            StringUtils.substringBetween(xml, "<hadoopVersion>", "</hadoopVersion>"));
      }
    } catch (IOException | RuntimeException e) {
      return "";
    }
  }

  private List<ApplicationReport> tagged(String tag, EnumSet<YarnApplicationState> states)
      throws IOException, YarnException {
    return client.getApplications(null, states, Set.of(inYarn(tag)));
  }

  /** YARN keeps tags in lower case. */
  private static String inYarn(String tag) {
    return tag.toLowerCase(Locale.ROOT);
  }

  /** Returns the ids of the applications that have not ended. */
  List<String> unfinished(String tag) throws IOException, YarnException {
    return tagged(tag, UNFINISHED).stream()
        .map(report -> report.getApplicationId().toString())
        .toList();
  }

  /** Returns the ids of other users' applications: they have not ended and lack this tag. */
  List<String> others(String tag) throws IOException, YarnException {
    return without(tag, client.getApplications(UNFINISHED));
  }

  static List<String> without(String tag, List<ApplicationReport> reports) {
    return reports.stream()
        .filter(report -> !report.getApplicationTags().contains(inYarn(tag)))
        .map(report -> report.getApplicationId().toString())
        .toList();
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

  /** Returns the id of each application with this tag, and its vcore-seconds so far. */
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
