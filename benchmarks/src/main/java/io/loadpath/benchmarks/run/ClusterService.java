package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.PrintStream;
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

/** A Hadoop cluster: the bundled one, or one of the user's. */
final class ClusterService implements Service {
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);
  private static final long MB = 1 << 20;

  private final Place place;
  private final HadoopCluster cluster;
  private final ClusterAccess access;
  private ClusterClient client;
  private Set<String> earlier = Set.of();
  private boolean left;

  /**
   * How a run reaches a cluster.
   *
   * @param root the project
   * @param state the state folder
   * @param caller the harness's environment variables
   * @param runId marks the run's folders and applications
   * @param workers the number of workers of a bundled cluster that has none yet
   * @param out is told what stays on the cluster
   */
  record ClusterAccess(
      Path root,
      Path state,
      Map<String, String> caller,
      String runId,
      int workers,
      PrintStream out) {
    TaggedConfiguration configuration(Place place) {
      return new TaggedConfiguration(Folders.ofRun(state, runId).resolve("conf-" + place.name()));
    }

    /** Opens a session with the cluster of a configuration; its messages go to {@code log}. */
    ClusterClient open(Path configuration, Path log) {
      Map<String, String> environment = new LinkedHashMap<>(caller);
      environment.remove("HADOOP_HOME"); // the bundled client asks, whichever one runs the jobs
      environment.put("HADOOP_CONF_DIR", configuration.toString());
      environment.put("HADOOP_ROOT_LOGGER", "WARN,console");
      // the caller's may name a krb5.conf; of options twice, the JVM takes the last
      environment.merge(
          "HADOOP_CLIENT_OPTS",
          "-XX:TieredStopAtLevel=1 -Xmx128m",
          (callers, own) -> callers + " " + own);
      environment.put("LOADPATH_STATE", state.toString());
      environment.put(ClusterClient.MARKER, runId);
      return new ClusterClient(root, environment, log);
    }
  }

  ClusterService(Place place, HadoopCluster cluster, ClusterAccess access) {
    this.place = place;
    this.cluster = cluster;
    this.access = access;
  }

  @Override
  public String name() {
    return cluster.name();
  }

  /** Returns the folder of the configuration that the cluster has, without the tag of a run. */
  Path configuration() {
    return cluster.configuration();
  }

  /** Returns the workers of a cluster of the user's whose ResourceManager is on this machine. */
  OptionalInt workersOfUserHere() {
    return place.ofUser() && client.description().schedulerHere()
        ? OptionalInt.of(client.description().workers())
        : OptionalInt.empty();
  }

  @Override
  public boolean usedBy(Variant variant) {
    return variant.on().equals(place);
  }

  @Override
  public boolean running() {
    return cluster.running();
  }

  @Override
  public boolean anyRunning() {
    return cluster.anyRunning();
  }

  @Override
  public void start() {
    cluster.start();
    cluster.warning().ifPresent(access.out()::println);
    TaggedConfiguration tagged = access.configuration(place);
    try {
      tagged.make(cluster.configuration(), TaggedConfiguration.tag(access.runId()));
      client = access.open(tagged.folder(), tagged.log());
      if (!place.ofUser()) {
        client.ask("keep", access.runId()); // what a run left whose cluster was killed too
      }
      client.ask("make", access.runId());
    } catch (IOException | ServiceException e) {
      throw new ServiceException("%s cannot be used: %s".formatted(name(), e.getMessage()), e);
    }
    if (client.description().workers() == 0) {
      throw new ServiceException(
          "%s cannot be used: no NodeManager is there to run a container".formatted(name()));
    }
  }

  @Override
  public Optional<PlaceInfo> place() {
    ClusterClient.Description found = client.description();
    return Optional.of(
        new PlaceInfo(
            place.name(),
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
    variables.put("HADOOP_CONF_DIR", access.configuration(place).folder().toString());
    String folder = client.description().folder();
    variables.put("LOADPATH_DATA_URI", folder + "/data/" + data.getFileName());
    variables.put("LOADPATH_WORK_URI", folder + "/work/" + nameOf(folders));
    return variables;
  }

  /** The place of a sample below that of all runs, here and there. */
  private String nameOf(Folders folders) {
    return Folders.all(access.state()).relativize(folders.base()).toString();
  }

  @Override
  public Set<String> secrets() {
    return Set.of();
  }

  @Override
  public String stage() {
    return CpuLedger.CONTAINERS;
  }

  @Override
  public Set<Long> processes() {
    return cluster.daemons();
  }

  @Override
  public void settle() {} // what it wrote is in the state folder, or beyond reach

  @Override
  public void drain() {
    long deadline = System.nanoTime() + DRAIN_LIMIT.toNanos();
    while (busy()) {
      if (System.nanoTime() > deadline) {
        client.ask("end", tag());
        return;
      }
      Processes.pause();
    }
  }

  /** Whether containers are left, or where they are out of sight applications of this run. */
  @Override
  public boolean busy() {
    if (cluster.daemons().isEmpty()) {
      return !client.ask("applications", tag()).get(0).equals("0");
    }
    return !cluster.containers().isEmpty();
  }

  @Override
  public void requireAlone() {
    List<String> others = client.ask("others", tag());
    if (others.size() > 1) {
      throw new ServiceException(
          "jobs of others run on %s (%s): the CPU time of their containers cannot be told from that of the path; run it again when they have ended"
              .formatted(name(), String.join(", ", others.subList(1, others.size()))));
    }
  }

  private String tag() {
    return TaggedConfiguration.tag(access.runId());
  }

  @Override
  public void beginSample(Folders folders) {
    client.ask("make", nameOf(folders));
  }

  @Override
  public void configure(Map<String, String> jobSettings) {
    try {
      access.configuration(place).set(cluster.configuration(), tag(), jobSettings);
    } catch (IOException e) {
      throw new ServiceException("%s cannot be used: %s".formatted(name(), e.getMessage()), e);
    }
  }

  @Override
  public void beginRun() {
    earlier = cluster.daemons().isEmpty() ? vcoreSeconds().keySet() : Set.of();
  }

  /** Returns what YARN counted of each application of this run. */
  private Map<String, Long> vcoreSeconds() {
    List<String> answer = client.ask("vcore-seconds", tag());
    return answer.stream()
        .skip(1)
        .map(application -> application.split(" "))
        .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1])));
  }

  @Override
  public void endSample(Folders folders) {
    client.ask("remove", nameOf(folders));
  }

  /** YARN counts what it gave out, not what was used: it is said by this name. */
  @Override
  public Optional<CountedCpu> cpu() {
    if (!cluster.daemons().isEmpty()) {
      return Optional.empty();
    }
    Map<String, Long> ofRun = new HashMap<>(vcoreSeconds());
    ofRun.keySet().removeAll(earlier);
    long seconds = ofRun.values().stream().mapToLong(Long::longValue).sum();
    return Optional.of(
        new CountedCpu(Duration.ofSeconds(seconds).toNanos(), "YARN's vcore-seconds"));
  }

  /** An application goes on after its client; those of this run end. */
  @Override
  public void endSessions(Set<Long> clients) {
    try {
      client.ask("end", tag());
    } catch (ServiceException e) {
      // the next path finds the same cluster, and its failure says so
    }
  }

  @Override
  public void stop() {
    cluster.stop();
  }

  /** Returns why the cluster still has something of the run, or null. */
  private String clean() {
    String failure = null;
    Map<String, String> questions = new LinkedHashMap<>();
    questions.put("end", tag());
    questions.put("remove", access.runId());
    for (Map.Entry<String, String> question : questions.entrySet()) {
      try {
        client.ask(question.getKey(), question.getValue());
      } catch (ServiceException e) {
        failure = e.getMessage();
      }
    }
    return failure;
  }

  /** Whether something of the run may have stayed, after {@link #close}. */
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
    cluster.close();
    if (failure != null && cluster.anyRunning()) { // else its applications ended with it
      left = true;
      access
          .out()
          .printf(
              "left on %s: applications with the tag %s, if any, and the folder %s/work/%s: %s%n",
              name(), tag(), client.description().folder(), access.runId(), failure);
    }
    try {
      access.configuration(place).delete();
    } catch (IOException e) {
      // recovery deletes it
    }
  }
}
