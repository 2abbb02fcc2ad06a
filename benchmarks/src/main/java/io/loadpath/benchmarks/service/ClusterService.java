package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** A Hadoop cluster: the bundled one, or the user's. */
class ClusterService implements Service {
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);
  private static final long MB = 1 << 20;
  private static final int AS_BEFORE = 0;

  private final Place on;
  private final Cluster bundled;
  private final int workersAtFirst;
  private final RunPlace run;
  private final String runId;
  private final TaggedConfiguration configuration;
  private ClusterClient client;
  private Set<String> earlier = Set.of();
  private Map<String, String> settings = Map.of();
  private boolean startedHere;
  private boolean left;

  private ClusterService(
      Place on, Path original, Cluster bundled, int workersAtFirst, RunPlace run, String runId) {
    this.on = on;
    this.bundled = bundled;
    this.workersAtFirst = workersAtFirst;
    this.run = run;
    this.runId = runId;
    this.configuration =
        new TaggedConfiguration(
            original,
            Folders.ofRun(run.state(), runId).resolve("conf-" + on.name()),
            TaggedConfiguration.tag(runId));
  }

  /**
   * Makes the user's own cluster. A run does not start or stop it, and may not see its processes.
   */
  ClusterService(Place on, RunPlace run, String runId) {
    this(on, on.configuration(), null, 0, run, runId);
  }

  /**
   * Returns the cluster of the state folder.
   *
   * @param workersAtFirst the number of its workers if it is new
   */
  static ClusterService bundled(RunPlace run, String runId, int workersAtFirst) {
    Cluster cluster = Cluster.of(run.root(), run.state());
    Path original = cluster.folder().resolve("conf"); // exists before the first start
    return new ClusterService(Place.CLUSTER, original, cluster, workersAtFirst, run, runId);
  }

  @Override
  public String name() {
    return bundled == null ? "the cluster of " + configuration() : "Hadoop cluster";
  }

  /** Returns the folder of the cluster's own configuration, without the tag of a run. */
  Path configuration() {
    return configuration.original();
  }

  @Override
  public OptionalInt workersOfUserHere() {
    return on.ofUser() && client.description().schedulerHere()
        ? OptionalInt.of(client.description().workers())
        : OptionalInt.empty();
  }

  @Override
  public boolean usedBy(Variant variant) {
    return variant.on().equals(on);
  }

  @Override
  public boolean running() {
    return bundled == null || bundled.running();
  }

  @Override
  public boolean anyRunning() {
    return bundled == null || !bundled.daemons().isEmpty();
  }

  @Override
  public void start() {
    if (bundled != null) {
      startBundled();
    }
    try {
      configuration.make();
      client = ClusterClient.open(run, runId, configuration.folder(), configuration.log());
      if (bundled != null) {
        // deletes leftovers of a run that was killed together with its cluster
        client.ask("keep", runId);
      }
      client.ask("make", runId);
    } catch (IOException | ServiceException e) {
      throw new ServiceException("%s cannot be used: %s".formatted(name(), e.getMessage()), e);
    }
    if (client.description().workers() == 0) {
      throw new ServiceException(
          "%s cannot be used: it has no NodeManager to run a container".formatted(name()));
    }
  }

  private void startBundled() {
    boolean stoppedBefore = !anyRunning();
    int workers = bundled.all().isEmpty() ? workersAtFirst : AS_BEFORE;
    boolean started = bundled.start(workers, step -> {});
    startedHere |= started && stoppedBefore; // a cluster that only lacked a daemon is the user's
    run.out().println(Cluster.WARNING);
  }

  @Override
  public Optional<PlaceInfo> place() {
    ClusterClient.Description found = client.description();
    return Optional.of(
        new PlaceInfo(
            on.name(),
            found.fileSystem(),
            found.scheduler(),
            found.workers(),
            found.memoryMb() * MB,
            found.cores(),
            found.version().isEmpty() ? null : found.version()));
  }

  @Override
  public Map<String, String> environment(Folders folders, Path data) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("HADOOP_CONF_DIR", configuration.folder().toString());
    String folder = client.description().folder();
    variables.put("LOADPATH_DATA_URI", folder + "/data/" + data.getFileName());
    variables.put("LOADPATH_WORK_URI", folder + "/work/" + nameOf(folders));
    return variables;
  }

  /** Returns the relative path of a sample's folder, on this machine and on the cluster. */
  private String nameOf(Folders folders) {
    return Folders.all(run.state()).relativize(folders.base()).toString();
  }

  @Override
  public String stage() {
    return CpuLedger.CONTAINERS;
  }

  @Override
  public Set<Long> processes() {
    return bundled == null
        ? Set.of()
        : bundled.daemons().values().stream().map(ServerRecord::pid).collect(Collectors.toSet());
  }

  @Override
  public void drain() {
    if (!Processes.within(DRAIN_LIMIT, () -> !busy())) {
      client.ask("end", configuration.tag());
    }
  }

  /** Whether containers are left; if they are not visible, whether applications of this run are. */
  @Override
  public boolean busy() {
    return processes().isEmpty()
        ? !client.ask("applications", configuration.tag()).get(0).equals("0")
        : !bundled.containers().isEmpty();
  }

  @Override
  public void requireAlone() {
    List<String> others = client.ask("others", configuration.tag());
    if (others.size() > 1) {
      throw new ServiceException(
          "other jobs run on %s (%s), and the CPU time of their containers cannot be separated from the path's: run it again when they have ended"
              .formatted(name(), String.join(", ", others.subList(1, others.size()))));
    }
  }

  @Override
  public void beginSample(Folders folders, Map<String, String> jobSettings) {
    client.ask("make", nameOf(folders));
    if (!jobSettings.equals(settings)) {
      try {
        configuration.set(jobSettings);
        settings = jobSettings;
      } catch (IOException e) {
        throw new ServiceException("%s cannot be used: %s".formatted(name(), e.getMessage()), e);
      }
    }
  }

  @Override
  public void beginRun() {
    earlier = processes().isEmpty() ? vcoreSeconds().keySet() : Set.of();
  }

  private Map<String, Long> vcoreSeconds() {
    List<String> answer = client.ask("vcore-seconds", configuration.tag());
    return answer.stream()
        .skip(1)
        .map(application -> application.split(" "))
        .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1])));
  }

  @Override
  public void endSample(Folders folders) {
    client.ask("remove", nameOf(folders));
  }

  /** Returns YARN's vcore-seconds, which count allocated cores, not used CPU time. */
  @Override
  public Optional<CountedCpu> cpu() {
    if (!processes().isEmpty()) {
      return Optional.empty();
    }
    Map<String, Long> ofRun = new HashMap<>(vcoreSeconds());
    ofRun.keySet().removeAll(earlier);
    long seconds = ofRun.values().stream().mapToLong(Long::longValue).sum();
    return Optional.of(
        new CountedCpu(Duration.ofSeconds(seconds).toNanos(), "YARN's vcore-seconds"));
  }

  /** Ends this run's applications, which may outlive their clients. */
  @Override
  public void endSessions(Set<Long> clients) {
    try {
      client.ask("end", configuration.tag());
    } catch (ServiceException e) {
      // the next path uses the same cluster, and reports its failure
    }
  }

  @Override
  public void stop() {
    if (bundled != null) {
      bundled.stop();
    }
  }

  /** Removes the run's leftovers from the cluster; returns why that failed, or null. */
  private String clean() {
    String failure = null;
    for (List<String> question :
        List.of(List.of("end", configuration.tag()), List.of("remove", runId))) {
      try {
        client.ask(question.get(0), question.get(1));
      } catch (ServiceException e) {
        failure = e.getMessage();
      }
    }
    return failure;
  }

  /** Whether the cluster may have leftovers of the run after {@link #close}. */
  boolean left() {
    return left;
  }

  @Override
  public void close() {
    String failure = null;
    if (client != null) {
      failure = clean();
      client.close();
    }
    if (startedHere) {
      bundled.stop();
    }
    if (failure != null && anyRunning()) { // otherwise its applications ended with it
      left = true;
      run.out()
          .printf(
              "left on %s: applications with the tag %s, if any, and the folder %s/work/%s: %s%n",
              name(), configuration.tag(), client.description().folder(), runId, failure);
    }
    try {
      configuration.delete();
    } catch (IOException e) {
      // recovery deletes it
    }
  }
}
