package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A path beside itself, slowed or not, in one run and between two: that everything is there to be
 * compared. What the verdicts are worth is tested without a clock, in {@code RatioTest}.
 */
@Timeout(300)
class CompareIT {
  private static final String WORK =
      """
      loops=$((2000 * (100 + LOADPATH_PARAM_SLOWED) / 100))
      for ((i = 0; i < loops; i++)); do :; done
      echo "$loops" >> TRACE
      """;

  @TempDir private static Path folder;
  private static FakeProject project;
  private static Path first;

  @BeforeAll
  static void runTheSuite() throws Exception {
    project = new FakeProject(folder);
    project.path("worker", Map.of(RUN, WORK));
    project.edit("worker", "steps:", "parameters: {slowed: ['0', '5']}\nsteps:");
    Files.writeString(
        folder.resolve("benchmarks/suites/aa.yaml"),
        """
        title: One path against itself
        rounds: 3
        warmups: 1
        datasets:
          all-card-trans: {rows: 1000}
        paths:
          - {path: worker, as: a}
          - {path: worker, as: b}
          - {path: worker, parameters: {slowed: ['5']}}
        """);
    project.run(0, "run", "aa");
    first = newestRecord();
  }

  private static Path newestRecord() throws IOException {
    return TestRecords.newestFile(folder.resolve("benchmarks/results"));
  }

  @Test
  void aPathIsComparedWithItselfAndWithASlowedOneInEveryRound() throws Exception {
    RunRecord record = RecordFile.read(first);
    assertThat(record.suite().warmups()).isEqualTo(1);
    assertThat(record.variants())
        .extracting(VariantInfo::id)
        .containsExactly("worker slowed=0 as=a", "worker slowed=0 as=b", "worker slowed=5");
    assertThat(record.variants())
        .extracting(VariantInfo::baseline)
        .containsExactly(null, "worker slowed=0 as=a", "worker slowed=0 as=a");
    assertThat(Files.readAllLines(project.trace("worker")))
        .hasSizeGreaterThanOrEqualTo(12) // other tests and repeats add to it
        .containsOnly("2000", "2100");
    for (VariantInfo variant : record.variants().subList(1, 3)) {
      Optional<Comparison> compared = Comparison.of(record, variant);
      assumeTrue(compared.isPresent(), "other programs disturbed every round");
      Comparison comparison = compared.orElseThrow();
      assertThat(comparison.time().estimate().samples()).isBetween(1, 3); // less those disturbed
      assertThat(comparison.time().text()).matches("[0-9.]+( \\([0-9.]+–[0-9.]+\\))?");
    }
  }

  @Test
  void onlyAndBaselineTakeTheNamesOfTheSuiteAndOtherRowsAreNotCompared() throws Exception {
    String b = "worker slowed=0 as=b";
    List<String> run = new ArrayList<>(List.of("run", "aa", "--rounds", "1", "--rows", "2000"));
    run.addAll(List.of("--only", b, "--only", "worker as=a", "--baseline", b));
    project.run(0, run.toArray(String[]::new));

    Path second = newestRecord();
    RunRecord record = RecordFile.read(second);
    assertThat(record.variants())
        .extracting(VariantInfo::id, VariantInfo::baseline)
        .containsExactlyInAnyOrder(tuple(b, null), tuple("worker slowed=0 as=a", b));
    assertThat(record.command())
        .isEqualTo(
            "bin/loadpath run aa --rounds 1 --rows 2000 --only '"
                + b
                + "' --only 'worker as=a' --baseline '"
                + b
                + "'");
    assertThat(record.variants().get(0).command())
        .isEqualTo(
            "bin/loadpath run aa --rounds 1 --rows 2000 --only '"
                + record.variants().get(0).id()
                + "'");
    assertThat(project.run(1, "compare", first.toString(), second.toString()))
        .contains("not compared: worker slowed=0 as=a: A worked on 1,000 rows of all-card-trans")
        .contains("run one of them again with the --scale or --rows of the other")
        .doesNotContain("seconds ");
  }

  @Test
  void twoRecordsAreCompared() throws Exception {
    project.run(0, "run", "aa", "--only", "worker as=b", "--only", "worker slowed=5");
    Path b = newestRecord();

    String output = project.run(0, "compare", first.toString(), b.toString());

    List<String> lines = output.lines().toList();
    assertThat(lines.get(0)).startsWith("A  " + first);
    assertThat(lines.get(1)).startsWith("B  " + b);
    assertThat(output)
        .containsPattern("(?m)^seconds +A +B +B/A$")
        .containsPattern("(?m)^worker slowed=0 as=b( +[0-9.]+( \\([0-9.]+–[0-9.]+\\))?){3}  .+$")
        .contains("only in A: worker slowed=0 as=a");
  }
}
