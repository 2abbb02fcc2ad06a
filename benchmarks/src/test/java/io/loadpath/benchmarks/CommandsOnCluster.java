package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.run.SharedCluster;
import io.loadpath.benchmarks.run.TestHdfs;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The harness with the bundled cluster, and with a cluster known only by its configuration. */
@Timeout(600)
@ExtendWith(SharedCluster.class)
class CommandsOnCluster {
  private static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";

  private static TestHdfs hdfs;
  private static Cluster cluster;
  private static String work;

  @BeforeAll
  static void find() {
    cluster = SharedCluster.cluster();
    hdfs = SharedCluster.hdfs();
    work = hdfs.home() + "/loadpath/work";
  }

  /** Returns the arguments of a run of Q1 on few rows, with its record in {@code results}. */
  private static String[] q1(Path results, String... options) {
    List<String> words = new ArrayList<>(List.of("run", "q1", "--only", "mapreduce-q1 files=2"));
    words.addAll(List.of("--scale", "0.001", "--rounds", "1", "--out", results.toString()));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }

  private static Map<String, String> environment(Path state) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("LOADPATH_ROOT", Program.ROOT.toString());
    environment.put("LOADPATH_STATE", state.toString());
    environment.put("LOADPATH_BUILD", "never");
    return environment;
  }

  /** Starts a run, to be killed. */
  private static FakeProject.Running start(Path state) throws IOException {
    Path results = Files.createTempDirectory(state, "results");
    List<String> command = new ArrayList<>(FakeProject.PROGRAM);
    command.set(command.indexOf("-Xmx128m"), "-Xmx512m"); // to make the rows
    command.addAll(List.of(q1(results, "--on", "cluster")));
    return FakeProject.Running.of(command, results, environment(state));
  }

  /** Runs Q1 with more variables and options, expects its exit code, and returns its output. */
  private static String run(
      int exitCode, Map<String, String> variables, Path results, String... options) {
    Map<String, String> environment = environment(SharedCluster.state());
    environment.putAll(variables);
    return Harness.run(exitCode, environment, q1(results, options));
  }

  /** Kills a run and waits until its leftovers are gone. */
  private static void kill(FakeProject.Running running, Path state, Cluster used)
      throws InterruptedException {
    running.process().destroyForcibly().waitFor();
    Await.until(running::text, () -> !Files.exists(state.resolve("run.json")));
    Await.until(running::text, () -> used.containers().isEmpty());
    Await.until(running::text, () -> running.text().contains("cleaned up after the killed run"));
    assertThat(running.text()).doesNotContain("not cleaned up");
  }

  private static Path newState() throws IOException {
    Path state = Files.createTempDirectory("loadpath-on-it").toRealPath();
    Files.createFile(state.resolve(StateFolder.MARKER));
    return state;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("cluster")
  void aKilledRunLeavesNoDaemonThatItStarted(boolean whileAJobRuns) throws Exception {
    Path state = newState();
    Cluster own = Cluster.of(Program.ROOT, state);
    try {
      FakeProject.Running running = start(state);
      Await.until(
          running::text,
          () -> !(whileAJobRuns ? own.containers() : own.daemons().keySet()).isEmpty());

      kill(running, state, own);

      assertThat(own.daemons()).isEmpty();
      assertThat(state.resolve("work")).doesNotExist();
    } finally {
      own.stop();
      FileTree.delete(state);
    }
  }

  @Test
  void aRunUsesAClusterThatRunsAndLeavesIt() throws Exception {
    Map<?, ServerRecord> before = cluster.daemons();
    List<String> others = hdfs.names(work);
    String left = work + "/loadpath-20260101T000000Z-quick-1";
    hdfs.makeFolder(left, "755");
    hdfs.write(left + "/.loadpath", new byte[0], 1 << 20);
    hdfs.makeFolder(work + "/loadpath-notes", "755");

    Path results = Files.createTempDirectory(SharedCluster.state(), "results");
    String output = run(0, Map.of("HADOOP_CONF_DIR", "/nowhere"), results, "--on", "local,cluster");

    assertThat(output).containsOnlyOnce(Cluster.WARNING);
    assertThat(cluster.daemons()).isEqualTo(before);
    assertThat(hdfs.names(work))
        .as("the mark of a run is gone, another folder stays")
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(others.stream(), Stream.of("loadpath-notes")).distinct().toList());
    assertThat(hdfs.names(hdfs.home() + "/loadpath/data")).contains("lineitem-sf0.001-2parts");
    RunRecord record = TestRecords.newest(results);
    assertThat(record.places())
        .singleElement()
        .matches(place -> place.name().equals(PlaceInfo.BUNDLED) && place.workers() == 1)
        .matches(place -> place.fileSystem().startsWith("hdfs://127.0.0.1:"))
        .matches(place -> "3.4.3".equals(place.hadoopVersion()));
    assertThat(record.samples()).allMatch(Sample::verified);
    assertThat(stages(record, "mapreduce-q1")).containsOnlyKeys("client");
    Map<String, Long> there = stages(record, "mapreduce-q1@cluster");
    assertThat(there).containsOnlyKeys("client", "containers", "daemons");
    assertThat(there.get("containers")).as("at least an application master").isGreaterThan(500);
    assertThat(there.get("daemons")).isGreaterThan(50);
  }

  private static Map<String, Long> stages(RunRecord record, String variant) {
    return record.samples().stream()
        .filter(sample -> sample.variant().startsWith(variant + " "))
        .findFirst()
        .orElseThrow()
        .cpu()
        .stream()
        .collect(Collectors.toMap(StageCpu::label, stage -> stage.totalNanos() / 1_000_000));
  }

  @Test
  void aKilledRunLeavesNoJobOnAClusterThatRan() throws Exception {
    Map<?, ServerRecord> before = cluster.daemons();
    List<String> others = hdfs.names(work);
    int killedBefore = killedApplications();
    FakeProject.Running running = start(SharedCluster.state());
    Await.until(running::text, () -> !cluster.containers().isEmpty());
    holdMaster();
    kill(running, SharedCluster.state(), cluster);

    assertThat(cluster.daemons()).isEqualTo(before);
    assertThat(hdfs.names(work)).isEqualTo(others);
    assertThat(killedApplications()).isEqualTo(killedBefore + 1);
  }

  /** Suspends the job's master, so that the job does not end. */
  private static void holdMaster() {
    List<Long> masters = new ArrayList<>();
    Await.until(
        "an application master",
        () -> {
          cluster.containers().stream()
              .filter(pid -> Processes.arguments(pid).contains(MASTER))
              .forEach(masters::add);
          return !masters.isEmpty();
        });
    Processes.signal("STOP", masters);
  }

  /** Returns the number of applications that YARN has killed since its start. */
  private static int killedApplications() throws IOException {
    String page =
        cluster.status().addresses().get(new Daemon(Role.RESOURCEMANAGER, 0))
            + "/ws/v1/cluster/metrics";
    URLConnection connection = new URL(page).openConnection();
    connection.setRequestProperty("Accept", "application/json");
    try (InputStream in = connection.getInputStream()) {
      JsonNode killed = new ObjectMapper().readTree(in).path("appsKilled");
      assertThat(killed.isNumber()).isTrue();
      return killed.asInt();
    }
  }
}
