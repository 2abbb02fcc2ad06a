package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hadoop's paths, step by step on the bundled cluster, checked as the harness checks them. A path
 * knows its place only by HADOOP_CONF_DIR and the two URIs.
 */
@ExtendWith(SharedCluster.class)
class PathsOnCluster {
  private static final Path ROOT = Program.ROOT;
  private static final PathCatalogue CATALOGUE = PathCatalogue.discover(ROOT);
  private static final String SCHEMA = "loadpath_run_paths";

  private static TestHdfs hdfs;
  private static Path cards;
  private static Path lineitem;
  private static Manifest manifestOfCards;
  private static Manifest manifestOfLineitem;

  @BeforeAll
  static void makeData() throws IOException {
    hdfs = SharedCluster.hdfs();
    cards = SharedCluster.state().resolve("cards");
    manifestOfCards = Dataset.allCardTrans(2000, 2, Codec.NONE).prepare(cards, Progress.silent());
    lineitem = SharedCluster.state().resolve("lineitem");
    manifestOfLineitem =
        Dataset.lineitem(new BigDecimal("0.01"), 2, Codec.NONE)
            .prepare(lineitem, Progress.silent());
    SharedCluster.postgres(); // starts it
    SharedCluster.sql(
        "CREATE SCHEMA %s; COMMENT ON SCHEMA %1$s IS 'Loadpath: made for a run, and dropped at its end'"
            .formatted(SCHEMA));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sqoop-jdbc-unload-postgres", "external-table-webhdfs codec=none files=2"})
  void runsOnTheClusterAndLeavesNothingButTheData(String name) throws Exception {
    Variant variant = variant(name);
    boolean query = name.contains("q1");
    Path data = query ? lineitem : cards;
    Path work = SharedCluster.newFolder();
    Owner.makeFolders(Path.of(serverDir(work)));

    step(variant, Step.SETUP, data, work).ok();
    Outcome run = step(variant, Step.RUN, data, work).ok();
    if (name.startsWith("mapreduce-q1 ")) {
      assertThat(run.err()).contains("running in uber mode : " + name.endsWith("containers=all"));
    }
    ObjectNode proof =
        (ObjectNode) new ObjectMapper().readTree(step(variant, Step.VERIFY, data, work).ok().out());

    if (!name.equals("sqoop-direct-unload-postgres") && !name.startsWith("external-table-")) {
      assertThat(proof.remove("clusterCpu").get("nanos").asLong()).isPositive();
    }
    if (!name.startsWith("hive-") && proof.has("locality")) {
      assertThat(proof.get("locality").get("maps").asInt()).isPositive();
    } else {
      assertThat(name).matches("(hive|pig|external-table|sqoop-direct-unload)-.*");
    }
    VerifyOutput.parse(proof.toString())
        .check(variant, query ? manifestOfLineitem : manifestOfCards);

    step(variant, Step.TEARDOWN, data, work).ok();
    step(variant, Step.TEARDOWN, data, work).ok();
    assertThat(work).isEmptyDirectory();
    assertThat(hdfs.exists(workFolder(work))).as("work is gone").isFalse();
    assertThat(Path.of(serverDir(work))).isEmptyDirectory();
  }

  @Tag("cluster")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mapreduce-q1 containers=all",
        "mapreduce-q1 containers=2",
        "mapreduce-textbook-q1",
        "hive-q1 engine=mr",
        "hive-q1 engine=tez",
        "hive-q1 engine=tez format=orc",
        "hive-load-orc compression=zlib",
        "hive-load-orc model=partitioned checks=no",
        "mapreduce-load-postgres way=sorted model=months vacuum=yes writers=2",
        "mapreduce-load-postgres way=unsorted model=heap vacuum=no writers=1",
        "sqoop-direct-load-postgres",
        "sqoop-jdbc-load-postgres",
        "sqoop-direct-unload-postgres"
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

  private static String workFolder(Path work) {
    return hdfs.home() + "/loadpath/work/" + work.getFileName();
  }

  private static String serverDir(Path work) {
    return work + "-server";
  }

  private static Outcome step(Variant variant, Step step, Path data, Path work) {
    Program program =
        SharedCluster.client(work, variant.path().executable(step).toString())
            .set(SharedCluster.postgres().environment())
            .set("LOADPATH_SCHEMA", SCHEMA)
            .set("PGOPTIONS", "-c search_path=" + SCHEMA)
            .set(
                "LOADPATH_JDBC_URL",
                SharedCluster.postgres().jdbcUrl() + "&currentSchema=" + SCHEMA)
            .set("LOADPATH_ROOT", ROOT)
            .set("LOADPATH_TABLE", "all-card-trans")
            .set("LOADPATH_SCRIPTS", ROOT)
            .set("LOADPATH_DATA", data)
            .set("LOADPATH_WORK", work)
            .set("LOADPATH_BUILD", "never")
            .set("LOADPATH_SERVER_DIR", serverDir(work))
            .set(
                "LOADPATH_DATA_URI",
                SharedCluster.uri(hdfs.home() + "/loadpath/data/" + data.getFileName()))
            .set("LOADPATH_WORK_URI", SharedCluster.uri(workFolder(work)))
            .set("LOADPATH_PARAM_MAPPERS", 2);
    variant
        .parameters()
        .forEach((name, value) -> program.set("LOADPATH_PARAM_" + name.toUpperCase(), value));
    return program.run();
  }
}
