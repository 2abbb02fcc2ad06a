package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The peers' own paths, step by step on the real tools, checked as the harness checks them. */
class PeerPathsIT {
  private static final Path ROOT = Program.ROOT;
  private static final PathCatalogue CATALOGUE = PathCatalogue.discover(ROOT);

  @TempDir private static Path shared;
  private static Path data;
  private static Manifest manifest;

  @TempDir private Path work;
  @TempDir private Path state;

  @BeforeAll
  static void makeData() throws IOException {
    data = shared.resolve("data it's [1] {a,b} x?");
    manifest =
        Dataset.lineitem(new BigDecimal("0.01"), 2, Codec.NONE).prepare(data, Progress.silent());
  }

  @BeforeEach
  void dataIsThere() throws IOException {
    manifest.check(data);
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb-q1", "polars-q1", "pig-q1"})
  void giveTheExactAnswerAndLeaveNothing(String path) throws Exception {
    Variant variant = variant(path);
    step(variant, Step.RUN, data).ok();
    Outcome proof = step(variant, Step.VERIFY, data).ok();

    VerifyOutput.parse(proof.out()).check(variant, manifest);

    step(variant, Step.TEARDOWN, data).ok();
    step(variant, Step.TEARDOWN, data).ok();
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void pigRunsItsJobsInTheStateFolder() throws Exception {
    step(variant("pig-q1"), Step.RUN, data).ok();

    // Hadoop's default in /tmp belongs to the user who ran the first job
    assertThat(state.resolve("hadoop/staging")).isDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb-q1", "polars-q1", "pig-q1"})
  void areFoundOutWhenACentIsMissing(String path) throws Exception {
    Variant variant = variant(path);
    Path wrong = Files.createDirectory(work.resolve("wrong"));
    String lines = Files.readString(data.resolve("part-00000.tbl"));
    Files.writeString(wrong.resolve("part-00000.tbl"), lines.replaceFirst("\\.23\\|", ".22|"));
    Files.copy(data.resolve("part-00001.tbl"), wrong.resolve("part-00001.tbl"));
    step(variant, Step.RUN, wrong).ok();

    VerifyOutput output = VerifyOutput.parse(step(variant, Step.VERIFY, wrong).ok().out());
    assertThatThrownBy(() -> output.check(variant, manifest))
        .isInstanceOf(StepFailure.class)
        .hasMessageContaining("sum_base_price is ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"duckdb-q1", "polars-q1", "pig-q1"})
  void failOnALineThatIsNoRow(String path) throws Exception {
    Path wrong = Files.createDirectory(work.resolve("wrong"));
    String lines = Files.readString(data.resolve("part-00000.tbl"));
    Files.writeString(wrong.resolve("part-00000.tbl"), lines.replaceFirst("\\.23\\|", ".x|"));

    assertThat(failure(variant(path), Step.RUN, wrong)).contains("l_extendedprice");
  }

  @Test
  void pigLeavesAnOlderAnswerAloneAndNamesMissingFiles() throws Exception {
    Variant pig = variant("pig-q1");
    Path older = Files.createDirectory(work.resolve("answer")).resolve("older");
    Files.writeString(older, "precious");

    assertThat(failure(pig, Step.RUN, data)).contains("answer already exists");
    assertThat(older).hasContent("precious");
    assertThat(work.resolve("failure.log")).content().startsWith("Pig Stack Trace");
    assertThat(failure(pig, Step.VERIFY, data)).contains("holds no finished answer");

    step(pig, Step.TEARDOWN, data).ok();
    Path none = Files.createDirectory(work.resolve("none"));
    assertThat(failure(pig, Step.RUN, none)).contains("data/part-* matches 0 files");
    assertThat(work.resolve("answer")).doesNotExist();
  }

  /** The path, where it can run. */
  private static Variant variant(String name) {
    Variant variant = new Variant(CATALOGUE.get(name, "test"), Map.of());
    Optional<String> missing = new Requirements(ROOT, System.getenv()).missing(variant.path());
    assumeTrue(missing.isEmpty(), () -> name + ": " + missing.orElseThrow());
    return variant;
  }

  private Outcome step(Variant variant, Step step, Path data) {
    return Program.in(work, variant.path().executable(step).toString())
        .set("LOADPATH_ROOT", ROOT)
        .set("LOADPATH_WORK", work)
        .set("LOADPATH_STATE", state)
        .set("LOADPATH_DATA", data)
        .run();
  }

  private String failure(Variant variant, Step step, Path data) {
    Outcome outcome = step(variant, step, data);
    assertThat(outcome.exitCode()).as(outcome.all()).isNotZero();
    return outcome.all();
  }
}
