package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.path.PathCatalogue;
import io.loadpath.benchmarks.path.Step;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hadoop's paths, step by step on the bundled cluster, checked as the harness checks them. A path
 * is told where it runs by HADOOP_CONF_DIR and the two URIs alone.
 */
class ClusterPathsIT {
  private static final Path ROOT = Program.ROOT;
  private static final PathCatalogue CATALOGUE = PathCatalogue.discover(ROOT);

  private static TestServer test;
  private static Path cards;
  private static Path lineitem;
  private static Manifest manifestOfCards;
  private static Manifest manifestOfLineitem;
  private static String conf;
  private static String home;

  @BeforeAll
  static void start() throws IOException {
    test = TestServer.started();
    Path data = test.newFolder();
    cards = data.resolve("cards");
    manifestOfCards = Datasets.allCardTrans(2000, 2, Codec.NONE).prepare(cards, Progress.silent());
    lineitem = data.resolve("lineitem");
    manifestOfLineitem =
        Datasets.lineitem(new BigDecimal("0.01"), 2, Codec.NONE)
            .prepare(lineitem, Progress.silent());
    cluster("start").ok();
    String exported = cluster("env").ok().out();
    conf = exported.replaceFirst("(?s).*export HADOOP_CONF_DIR='?([^'\n;]*).*", "$1");
    home =
        Files.readString(Path.of(conf, "core-site.xml"))
                .replaceFirst("(?s).*<value>(hdfs://[^<]*)</value>.*", "$1")
            + "/user/"
            + System.getProperty("user.name");
  }

  @AfterAll
  static void stop() throws IOException {
    cluster("stop");
    test.delete();
  }

  private static Outcome cluster(String command) {
    return Program.in(test.state, "bin/loadpath", "cluster", command)
        .set("LOADPATH_STATE", test.state)
        .set("LOADPATH_BUILD", "never")
        .run();
  }

  private static Outcome hadoop(String... command) {
    return Program.in(test.state, "bin/hadoop", command)
        .set("LOADPATH_STATE", test.state)
        .set("HADOOP_CONF_DIR", conf)
        .set("HADOOP_CLASSPATH", ROOT.resolve("engines/cluster/target/lib") + "/*")
        .set("HADOOP_CLIENT_OPTS", "-XX:TieredStopAtLevel=1")
        .run();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mapreduce-q1", "hive-q1 engine=tez", "sqoop-export-direct", "sqoop-import-jdbc"})
  void runsOnTheClusterAndLeavesNothingButTheData(String name) throws Exception {
    Variant variant = variant(name);
    boolean query = name.contains("q1");
    Path data = query ? lineitem : cards;
    Path work = test.newFolder();

    step(variant, Step.SETUP, data, work).ok();
    step(variant, Step.RUN, data, work).ok();
    ObjectNode proof =
        (ObjectNode) new ObjectMapper().readTree(step(variant, Step.VERIFY, data, work).ok().out());

    if (!name.equals("sqoop-import-direct")) {
      assertThat(proof.remove("clusterCpu").get("nanos").asLong()).isPositive();
    }
    Verification.check(
        VerifyOutput.parse(proof.toString()),
        variant,
        query ? manifestOfLineitem : manifestOfCards);

    step(variant, Step.TEARDOWN, data, work).ok();
    step(variant, Step.TEARDOWN, data, work).ok();
    assertThat(work).isEmptyDirectory();
    assertThat(hadoop("fs", "-test", "-e", workUri(work)).exitCode()).as("work is gone").isOne();
  }

  @Tag("cluster")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mapreduce-q1-textbook",
        "hive-q1 engine=mr",
        "hive-q1 engine=tez format=orc",
        "hive-orc-load compression=zlib",
        "hive-orc-load model=partitioned checks=no",
        "sqoop-export-jdbc",
        "sqoop-import-direct"
      })
  void theOtherPathsDoSoToo(String name) throws Exception {
    runsOnTheClusterAndLeavesNothingButTheData(name);
  }

  private static Variant variant(String name) {
    String[] words = name.split(" ");
    Map<String, String> parameters =
        Stream.of(words)
            .skip(1)
            .map(word -> word.split("="))
            .collect(Collectors.toMap(word -> word[0], word -> word[1]));
    Variant variant = new Variant(CATALOGUE.get(words[0], "test"), parameters);
    assumeThat(new Requirements(ROOT, System.getenv()).missing(variant.path())).isEmpty();
    return variant;
  }

  private static String workUri(Path work) {
    return home + "/loadpath/work/" + work.getFileName();
  }

  private static Outcome step(Variant variant, Step step, Path data, Path work) {
    Program program =
        Program.in(work, variant.path().executable(step).toString())
            .set(test.server.connection().environment())
            .set("HADOOP_CONF_DIR", conf)
            .set("LOADPATH_BUILD", "never")
            .set("LOADPATH_ROOT", ROOT)
            .set("LOADPATH_STATE", test.state)
            .set("LOADPATH_DATA", data)
            .set("LOADPATH_WORK", work)
            .set("LOADPATH_DATA_URI", dataUri(data))
            .set("LOADPATH_WORK_URI", workUri(work))
            .set("LOADPATH_PARAM_MAPPERS", 2);
    variant
        .parameters()
        .forEach((name, value) -> program.set("LOADPATH_PARAM_" + name.toUpperCase(), value));
    return program.run();
  }

  private static String dataUri(Path data) {
    return home + "/loadpath/data/" + data.getFileName();
  }

  private static Outcome stage(Path data, String uri, String... variables) {
    Program program =
        Program.in(test.state, "engines/hadoop/stage", data.toString(), uri)
            .set("LOADPATH_STATE", test.state)
            .set("HADOOP_CONF_DIR", conf);
    for (int i = 0; i < variables.length; i += 2) {
      program.set(variables[i], variables[i + 1]);
    }
    return program.run();
  }

  @Test
  void stagesADatasetOnceAndAgainWhenItsCopyDiffers() throws IOException {
    String uri = dataUri(Path.of("staged"));
    assertThat(stage(cards, uri).ok().err()).contains("stage: " + cards + " is now in " + uri);
    assertThat(stage(cards, uri).ok().err()).doesNotContain("is now in");

    String altered = text(cards.resolve("part-00000.tbl")).replaceFirst("[0-9]", "x");
    Path other = Files.writeString(test.newFolder().resolve("part-00000.tbl"), altered);
    assertThat(other)
        .as("as long: only the checksum tells")
        .hasSize(Files.size(cards.resolve("part-00000.tbl")));
    hadoop("fs", "-put", "-f", other.toString(), uri + "/part-00000.tbl").ok();

    assertThat(stage(cards, uri).ok().err()).contains("is now in");
    assertThat(hadoop("fs", "-cat", uri + "/part-*").ok().out())
        .isEqualTo(text(cards.resolve("part-00000.tbl")) + text(cards.resolve("part-00001.tbl")));
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }

  @Test
  void saysWhoMayNotWriteAndThatTheQuotaIsTooSmall() {
    String uri = dataUri(Path.of("refused"));
    Outcome stranger = stage(cards, uri, "HADOOP_USER_NAME", "stranger");
    assertThat(stranger.exitCode()).isEqualTo(1);
    assertThat(stranger.err())
        .contains("stage: no right to write " + uri, "user=stranger", "hdfs dfs -chown");

    hadoop("fs", "-mkdir", "-p", home + "/small").ok();
    hadoop("org.apache.hadoop.hdfs.tools.DFSAdmin", "-setSpaceQuota", "1000", home + "/small").ok();
    Outcome full = stage(cards, home + "/small/cards");
    assertThat(full.exitCode()).isEqualTo(1);
    assertThat(full.err()).contains("stage: ", "quota");
    assertThat(hadoop("fs", "-ls", home + "/small").ok().out()).as("no half folder").isEmpty();
  }
}
