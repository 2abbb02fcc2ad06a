package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.LogManager;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged jar on a real HDFS, with the local runner and on a real YARN (a JVM per task). */
class ClusterIT {
  @TempDir static java.nio.file.Path local;
  private static MiniDFSCluster hdfs;
  private static MiniMRYarnCluster yarn;
  private static FileSystem fileSystem;

  @BeforeAll
  static void start() throws IOException {
    // The daemons' web servers log much through java.util.logging.
    LogManager.getLogManager().reset();
    Configuration conf = Q1Run.localConf();
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
    conf.setLong("dfs.blocksize", 1 << 20);
    hdfs = new MiniDFSCluster.Builder(conf, local.resolve("hdfs").toFile()).build();
    fileSystem = hdfs.getFileSystem();
    upload("plain", TestLineitem.ROWS, "", 1);
    upload("gzip", TestLineitem.ROWS, ".gz", 2);
    List<String> oneBad = new ArrayList<>(TestLineitem.ROWS);
    oneBad.add(12_345, "1|2|3|");
    upload("one-bad", oneBad, ".gz", 1);

    yarn = new MiniMRYarnCluster("q1", 1);
    yarn.init(clusterConf(conf));
    yarn.start();
  }

  private static void upload(String name, List<String> rows, String suffix, int parts)
      throws IOException {
    java.nio.file.Path folder = local.resolve(name);
    TestLineitem.write(folder, rows, parts, suffix, "\n");
    fileSystem.mkdirs(new Path("/tpch"));
    fileSystem.copyFromLocalFile(new Path(folder.toUri()), new Path("/tpch/" + name));
  }

  /** Containers get Hadoop's jars and the add-opens of this JVM, and not this module's classes. */
  private static Configuration clusterConf(Configuration base) {
    Configuration conf = new Configuration(base);
    String hadoopJars =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .filter(entry -> entry.endsWith(".jar"))
            .collect(Collectors.joining(","));
    // A container's JVM lives for seconds: the second compiler would not pay.
    String jvm =
        "--add-opens=java.base/java.lang=ALL-UNNAMED -Xmx200m -XX:TieredStopAtLevel=1 "
            + "-XX:+UseSerialGC -XX:-UsePerfData";
    String javaHome = "JAVA_HOME=" + System.getProperty("java.home");
    conf.set("fs.defaultFS", hdfs.getURI().toString());
    conf.set("yarn.application.classpath", hadoopJars);
    conf.set("mapreduce.application.classpath", hadoopJars);
    conf.set("yarn.app.mapreduce.am.command-opts", jvm);
    conf.set("mapred.child.java.opts", jvm);
    conf.set("yarn.app.mapreduce.am.env", javaHome);
    conf.set("mapreduce.map.env", javaHome);
    conf.set("mapreduce.reduce.env", javaHome);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 256);
    conf.setInt("mapreduce.map.memory.mb", 256);
    conf.setInt("mapreduce.reduce.memory.mb", 256);
    conf.setInt("yarn.scheduler.minimum-allocation-mb", 256);
    conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 50);
    conf.setInt("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 50);
    conf.setInt("yarn.resourcemanager.connect.retry-interval.ms", 200);
    conf.setInt("yarn.client.application-client-protocol.poll-interval-ms", 20);
    // A NodeManager that stops would wait 10 s for logs to age, and 6 s for containers to end.
    conf.setInt("yarn.nodemanager.log.retain-seconds", 0);
    conf.setInt("yarn.nodemanager.process-kill-wait.ms", 500);
    conf.setInt("mapreduce.map.maxattempts", 1);
    conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
    conf.setBoolean("yarn.nodemanager.disk-health-checker.enable", false);
    return conf;
  }

  @AfterAll
  static void stop() {
    if (yarn != null) {
      yarn.stop();
    }
    if (hdfs != null) {
      hdfs.shutdown(true);
    }
  }

  private static Configuration localConf() {
    Configuration conf = Q1Run.localConf();
    conf.set("fs.defaultFS", hdfs.getURI().toString());
    return conf;
  }

  private static Configuration yarnConf() throws IOException {
    Configuration conf = new Configuration(yarn.getConfig());
    conf.set("mapreduce.job.jar", jar());
    return conf;
  }

  private static String jar() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(java.nio.file.Path.of("target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("loadpath-mapreduce-.*\\.jar"))
          .findFirst()
          .orElseThrow()
          .toUri()
          .toString();
    }
  }

  private static List<String> answer(String folder) throws IOException {
    return Arrays.stream(fileSystem.globStatus(new Path(folder, "part-r-*")))
        .map(FileStatus::getPath)
        .flatMap(ClusterIT::lines)
        .toList();
  }

  private static Stream<String> lines(Path file) {
    try (FSDataInputStream in = fileSystem.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"plain, '', 1", "gzip, combiner, 2"})
  void overHdfsGivesTheOfficialAnswer(String input, String aggregation, int reducers)
      throws Exception {
    String out = "/answers/" + input + "-" + aggregation;
    Configuration conf = localConf();
    Q1Run run =
        Q1Run.of(
            Q1Run.program(aggregation, conf),
            conf,
            "-Dmapreduce.job.reduces=" + reducers,
            hdfs.getURI() + "/tpch/" + input + "/part-*",
            out);
    assertThat(run.err()).isEmpty();
    assertThat(answer(out)).isEqualTo(TestLineitem.ANSWER);
    assertThat(fileSystem.exists(new Path(out, "_SUCCESS"))).isTrue();
    assertThat(run.count(Q1Counter.ROWS_READ)).isEqualTo(TestLineitem.ROWS.size());
  }

  @Test
  void onYarnGivesTheOfficialAnswerAndKeepsAllowedMalformedRows() throws Exception {
    Q1Run run = Q1Run.of(yarnConf(), "-Dloadpath.q1.max-malformed=1", "/tpch/one-bad", "/some");
    assertThat(run.err()).isEmpty();
    assertThat(answer("/some")).isEqualTo(TestLineitem.ANSWER);
    assertThat(run.count(Q1Counter.ROWS_READ)).isEqualTo(TestLineitem.ROWS.size() + 1);
    assertThat(run.count(Q1Counter.ROWS_MALFORMED)).isEqualTo(1);
    assertThat(fileSystem.globStatus(new Path("/some/_malformed-m-*")))
        .singleElement()
        .satisfies(file -> assertThat(lines(file.getPath())).hasSize(1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aMalformedRowIsNamedAndLeavesNoOutput(boolean onYarn) throws Exception {
    Path bad = write("/bad-" + onYarn + ".tbl", TestLineitem.ROW + "\n1|2|3|\n");
    Path out = new Path("/bad-answer-" + onYarn);
    Q1Run run = Q1Run.of(onYarn ? yarnConf() : localConf(), bad.toString(), out.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("q1: malformed row: file " + fileSystem.makeQualified(bad) + ", line 2, byte ")
        .contains("expected 16 columns separated by '|', found 3")
        .doesNotContain("\tat ");
    assertThat(fileSystem.exists(out)).isFalse();
  }

  private static Path write(String path, String text) throws IOException {
    Path file = new Path(path);
    try (var out = fileSystem.create(file)) {
      out.writeBytes(text);
    }
    return file;
  }
}
