package io.loadpath.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The packaged job jar over HDFS, submitted as a user submits it: by the local runner and YARN. */
@ExtendWith(SharedCluster.class)
class JobJarOnCluster {
  private static final long LEAST_BLOCK = 1 << 20;
  private static final String YARN = "yarn";
  private static final String LOCAL = "local";
  private static final String TASK = "org.apache.hadoop.mapred.YarnChild";
  private static final String BAD_ROW = "1|2|3|\n";

  private static TestHdfs hdfs;
  private static Manifest manifest;
  private static String rows;

  @BeforeAll
  static void upload() throws IOException {
    hdfs = SharedCluster.hdfs();
    Path data = SharedCluster.state().resolve("lineitem");
    manifest =
        Dataset.lineitem(new BigDecimal("0.01"), 2, Codec.NONE).prepare(data, Progress.silent());
    String first = Files.readString(data.resolve("part-00000.tbl"));
    String second = Files.readString(data.resolve("part-00001.tbl"));
    rows = first + second;
    hdfs.write("/tpch/plain/part-00000.tbl", rows.getBytes(UTF_8), LEAST_BLOCK);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Runs a program of the jar; its last two words are the input and the output. */
  private static Outcome run(String runner, String... words) {
    Path jar;
    try (var jars =
        Files.newDirectoryStream(
            Program.ROOT.resolve("mapreduce/target"), "loadpath-mapreduce-*.jar")) {
      jar = jars.iterator().next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> arguments = new ArrayList<>(List.of("jar", jar.toString(), words[0]));
    arguments.add("-Dmapreduce.framework.name=" + runner);
    arguments.addAll(Arrays.asList(words).subList(1, words.length));
    return SharedCluster.client(
            SharedCluster.state(), "engines/bin/hadoop", arguments.toArray(String[]::new))
        .run();
  }

  private static void requireAnswer(String folder) throws StepFailure {
    List<List<String>> found =
        hdfs.names(folder).stream()
            .filter(name -> name.startsWith("part-r-"))
            .flatMap(name -> hdfs.read(folder + "/" + name).lines())
            .map(line -> List.of(line.split("\\|")))
            .toList();
    AnswerCheck.check(found, manifest.q1().get("90"), null);
    assertThat(hdfs.exists(folder + "/_SUCCESS")).isTrue();
  }

  @Test
  void aFileOfManyBlocksGivesTheOfficialAnswer() throws Exception {
    assertThat(hdfs.blockBytes("/tpch/plain/part-00000.tbl")).isEqualTo(LEAST_BLOCK);
    assertThat((long) rows.length()).isGreaterThan(4 * LEAST_BLOCK);

    Outcome outcome = run(LOCAL, "q1", "/tpch/plain/part-*", "/answers/plain").ok();

    assertThat(outcome.out()).contains(": %d rows read".formatted(manifest.rows()));
    requireAnswer("/answers/plain");
  }

  /**
   * The DataNode only tells the place of a block's file. Its page shows a count about 10 s late.
   */
  @Test
  @Tag("cluster")
  void blocksOfThisNodeAreReadPastItsDataNode() {
    long before = hdfs.dataNodeCount("BlocksGetLocalPathInfo");
    long sent = hdfs.dataNodeCount("BlocksRead");

    run(LOCAL, "q1", "/tpch/plain/part-*", "/answers/local").ok();

    long blocks = rows.length() / LEAST_BLOCK;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (hdfs.dataNodeCount("BlocksGetLocalPathInfo") < before + blocks
        && System.nanoTime() < deadline) {
      Processes.pause();
    }
    assertThat(hdfs.dataNodeCount("BlocksGetLocalPathInfo"))
        .isGreaterThanOrEqualTo(before + blocks);
    assertThat(hdfs.dataNodeCount("BlocksRead") - sent).isLessThan(blocks);
  }

  @Test
  @Tag("cluster")
  void onYarnAllowedMalformedRowsAreKept() throws Exception {
    hdfs.write("/tpch/one-bad/part-00000.tbl.gz", gzip(rows + BAD_ROW), LEAST_BLOCK);

    Outcome outcome =
        run(YARN, "q1", "-Dloadpath.q1.reject-limit=1", "/tpch/one-bad", "/answers/some").ok();

    assertThat(outcome.out())
        .contains(": %d rows read".formatted(manifest.rows() + 1), ", 1 malformed;");
    requireAnswer("/answers/some");
    assertThat(hdfs.names("/answers/some").stream().filter(name -> name.contains("malformed")))
        .singleElement()
        .satisfies(name -> assertThat(name).startsWith("_malformed-m-"))
        .satisfies(name -> assertThat(hdfs.read("/answers/some/" + name)).hasLineCount(1));
  }

  @Test
  void onYarnAMalformedRowIsNamedAndLeavesNoOutput() {
    String bad = "/bad.tbl";
    String good = rows.substring(0, rows.indexOf('\n') + 1);
    hdfs.write(bad, (good + BAD_ROW).getBytes(UTF_8), LEAST_BLOCK);

    Outcome outcome = run(YARN, "q1", "-Dmapreduce.map.maxattempts=1", bad, "/answers/bad");

    assertThat(outcome.exitCode()).as(outcome.all()).isOne();
    assertThat(outcome.err().lines().filter(line -> line.startsWith("q1: ")))
        .first(STRING)
        .startsWith("q1: malformed row: file " + SharedCluster.uri(bad) + ", line 2, byte ")
        .contains("expected 16 columns separated by '|', found 3");
    assertThat(hdfs.exists("/answers/bad")).isFalse();
  }

  @Test
  @Tag("cluster")
  void aMapThatTakesMoreMemoryThanItsContainerIsNamedWithTheSettings() {
    Outcome outcome =
        run(
            YARN,
            "q1",
            "-Dmapreduce.job.ubertask.enable=false",
            "-Dmapreduce.map.maxattempts=1",
            "-Dmapreduce.map.memory.mb=128",
            // slow enough for the NodeManager, which looks every 3 s
            "-Dmapreduce.map.java.opts=-Xms400m -Xmx400m -XX:+AlwaysPreTouch -Xint",
            "/tpch/plain",
            "/answers/memory");

    assertThat(outcome.exitCode()).as(outcome.all()).isOne();
    assertThat(outcome.err().lines().filter(line -> line.startsWith("q1: ")))
        .first(STRING)
        .matches("q1: attempt_\\d+_\\d+_m_\\d+_0: .*'PHYSICAL' memory limit.*")
        .contains("Raise mapreduce.map.memory.mb");
    assertThat(hdfs.exists("/answers/memory")).isFalse();
  }

  @Test
  @Tag("cluster")
  void aMapThatIsKilledIsNamedWithWhatTheClusterSaysOfIt() throws Exception {
    CompletableFuture<Outcome> job =
        CompletableFuture.supplyAsync(
            () -> {
              String once = "-Dmapreduce.map.maxattempts=1";
              return run(YARN, "q1", once, "/tpch/plain", "/answers/killed");
            });
    while (!job.isDone()) {
      List<Long> tasks =
          SharedCluster.cluster().containers().stream()
              .filter(pid -> Processes.arguments(pid).contains(TASK))
              .toList();
      Processes.signal("KILL", tasks);
      Processes.pause();
    }

    assertThat(job.get().exitCode()).as(job.get().all()).isOne();
    assertThat(job.get().err().lines().filter(line -> line.startsWith("q1: ")))
        .first(STRING)
        .matches("q1: attempt_\\d+_\\d+_m_\\d+_0: .*Exit code is 137.*");
    assertThat(hdfs.exists("/answers/killed")).isFalse();
  }
}
