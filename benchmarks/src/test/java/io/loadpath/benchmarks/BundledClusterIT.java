package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.record.PlaceInfo;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * The harness with the bundled cluster. It starts twice: for a run that is killed, and for the
 * other tests, the last of which damages it.
 */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BundledClusterIT {
  private static final String LOADPATH = Loadpath.class.getName();

  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final String MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";

  private static Path state;
  private static Path results;
  private static Cluster cluster;

  @BeforeAll
  static void makeState() throws IOException {
    state = Files.createTempDirectory("loadpath-on-it").toRealPath();
    Files.createFile(state.resolve(StateFolder.MARKER));
    results = Files.createDirectory(state.resolve("tmp"));
    cluster = Cluster.of(Program.ROOT, state);
  }

  @AfterAll
  static void delete() throws IOException {
    cluster.stop();
    FileTree.delete(state);
  }

  /** Starts a run of Q1 over little data. */
  private static FakeProject.Running start(Map<String, String> variables, String... options)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx512m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                LOADPATH,
                "run",
                "q1",
                "--only",
                "mapreduce-q1 files=2",
                "--scale",
                "0.001",
                "--rounds",
                "1",
                "--out",
                results.toString()));
    command.addAll(List.of(options));
    Path output = Files.createTempFile(results, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("LOADPATH_ROOT", Program.ROOT.toString());
    builder.environment().put("LOADPATH_STATE", state.toString());
    builder.environment().put("LOADPATH_BUILD", "never");
    builder.environment().putAll(variables);
    return new FakeProject.Running(builder.start(), output);
  }

  private static String run(int exitCode, Map<String, String> variables, String... options)
      throws Exception {
    FakeProject.Running running = start(variables, options);
    boolean ended = running.process().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    running.process().destroyForcibly();
    assertThat(ended).as("ends in time: " + running.text()).isTrue();
    assertThat(running.process().exitValue()).as(running.text()).isEqualTo(exitCode);
    return running.text();
  }

  private static void killWhileAJobRuns(Runnable whileItRuns) throws Exception {
    FakeProject.Running running = start(Map.of(), "--on", "cluster");
    await(running, () -> !cluster.containers().isEmpty());
    whileItRuns.run();
    running.process().destroyForcibly().waitFor();
    await(running, () -> !Files.exists(state.resolve("run.json")));
    await(running, () -> cluster.containers().isEmpty());
    assertThat(running.text())
        .contains("cleaned up after the killed run")
        .doesNotContain("not cleaned up");
  }

  private static void await(FakeProject.Running running, BooleanSupplier holds)
      throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as(running.text()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private static String inHdfs(String folder) {
    return hdfs("-ls", "-C", folder).out();
  }

  private static Program.Outcome hdfs(String... arguments) {
    List<String> command = new ArrayList<>(List.of("fs"));
    command.addAll(List.of(arguments));
    return Program.in(state, "bin/hadoop", command.toArray(String[]::new))
        .set("LOADPATH_STATE", state)
        .set("HADOOP_CONF_DIR", cluster.conf())
        .set("HADOOP_CLIENT_OPTS", "-XX:TieredStopAtLevel=1")
        .run();
  }

  @Test
  @Order(1)
  void aKilledRunLeavesNoDaemonThatItStarted() throws Exception {
    killWhileAJobRuns(() -> {});

    assertThat(cluster.daemons()).isEmpty();
    assertThat(state.resolve("work")).doesNotExist();
  }

  @Test
  @Order(2)
  void aRunUsesAClusterThatRunsAndLeavesIt() throws Exception {
    cluster.start(0, step -> {});
    Map<?, ServerRecord> before = cluster.daemons();
    assertThat(inHdfs("loadpath/work")).as("of the killed run").isBlank();
    String left = "loadpath/work/loadpath-20260101T000000Z-quick-1";
    hdfs("-mkdir", "-p", left, "loadpath/work/loadpath-notes").ok();
    hdfs("-touchz", left + "/.loadpath").ok();

    run(0, Map.of("HADOOP_CONF_DIR", "/nowhere"), "--on", "local,cluster");

    assertThat(cluster.daemons()).isEqualTo(before);
    assertThat(inHdfs("loadpath/work").lines())
        .as("the mark of a run is gone, another folder stays")
        .singleElement()
        .matches(folder -> folder.endsWith("loadpath/work/loadpath-notes"));
    assertThat(inHdfs("loadpath/data")).contains("loadpath/data/lineitem-sf0.001-2parts");
    RunRecord record = lastRecord();
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

  private static RunRecord lastRecord() throws IOException {
    try (var files = Files.list(results)) {
      return RecordFile.read(
          files.filter(file -> file.toString().endsWith(".json")).sorted().toList().get(0));
    }
  }

  @Test
  @Order(3)
  void aKilledRunLeavesNoJobOnAClusterThatRan() throws Exception {
    Map<?, ServerRecord> before = cluster.daemons();
    int killedBefore = killedApplications();

    killWhileAJobRuns(BundledClusterIT::holdMaster);

    assertThat(cluster.daemons()).isEqualTo(before);
    assertThat(inHdfs("loadpath/work").lines()).hasSize(1);
    assertThat(killedApplications()).isEqualTo(killedBefore + 1);
  }

  /** Suspends the job by its master, which would otherwise end by itself. */
  private static void holdMaster() {
    Set<Long> masters = Set.of();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (masters.isEmpty()) {
      assertThat(System.nanoTime()).as("no application master").isLessThan(deadline);
      masters =
          cluster.containers().stream()
              .filter(pid -> Processes.arguments(pid).contains(MASTER))
              .collect(Collectors.toSet());
    }
    Processes.signal("STOP", List.copyOf(masters));
  }

  /** How many applications YARN has killed since it was started. */
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

  @Test
  @Order(4)
  void aUserWithoutAFolderIsToldWhatToAskFor() throws Exception {
    String conf = cluster.conf().toString();
    hdfs("-mkdir", "-p", "/user/guest").ok();
    hdfs("-chmod", "700", "/user/guest").ok();
    assertThat(run(1, Map.of("HADOOP_USER_NAME", "guest"), "--on", conf))
        .contains("the cluster of " + conf + " cannot be used: no right to write hdfs://127.0.0.1:")
        .contains("/user/guest/loadpath", "hdfs dfs -mkdir -p /user/NAME");
  }

  @Test
  @Order(5)
  void aDeadNameNodeEndsTheRunWithinSeconds() throws Exception {
    String conf = cluster.conf().toString();
    long nameNode =
        cluster.daemons().entrySet().stream()
            .filter(daemon -> daemon.getKey().role() == Role.NAMENODE)
            .findFirst()
            .orElseThrow()
            .getValue()
            .pid();
    Processes.signal("KILL", List.of(nameNode));
    long begun = System.nanoTime();

    assertThat(run(1, Map.of(), "--on", conf))
        .contains("the cluster of " + conf + " cannot be used: no NameNode answers for hdfs://");
    assertThat((System.nanoTime() - begun) / 1_000_000_000).isLessThan(60);
  }
}
