package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.SETUP;
import static io.loadpath.benchmarks.suite.Step.TEARDOWN;
import static io.loadpath.benchmarks.suite.Step.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole program on small paths of shell. One run has all paths that work; {@link RunFailedIT}
 * has those that do not.
 */
@Timeout(300)
class RunIT {
  private static final String BURN =
      "burn() { local i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; }\n";

  @TempDir private static Path shared;
  private static FakeProject project;
  private static RunRecord record;
  private static String output;
  private static byte[] goodPart;
  private static long totalNanos;

  @TempDir private Path folder;

  @BeforeAll
  static void runAllPathsOnce() throws Exception {
    project = new FakeProject(shared);
    project.path(
        "sleeper", Map.of(RUN, "exec sleep 0.5", VERIFY, "sleep 1; " + FakeProject.HONEST_VERIFY));
    project.path(
        "burner",
        Map.of(
            RUN,
            BURN
                + "burn\n(burn) & (burn; burn) & wait\n"
                + "head -c 9000000 /dev/zero > made; sync made; times > TRACE"));
    project.path(
        "counted",
        Map.of(
            VERIFY,
            verifyWith("\"databaseCpu\": {\"nanos\": 2000000000, \"source\": \"v$mystat\"}")));
    project.path(
        "serial", Map.of(VERIFY, verifyWith("\"notes\": [\"not parallel: it ran alone\"]")));
    String stage =
        """
        program=$LOADPATH_SERVER_DIR/inflate.sh
        printf '%s\\n' '#!/bin/bash' 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done' >"$program"
        chmod +x "$program"
        """;
    String call = "\"$LOADPATH_COUNT_CPU\" \"$LOADPATH_SERVER_DIR/inflate.sh\"";
    project.path("far", Map.of(SETUP, stage, RUN, call));
    project.path("near", Map.of(SETUP, stage, RUN, call));
    project.needsOracle("far");
    project.path(
        "served",
        Map.of(
            SETUP, "sleep 399 > /dev/null 2>&1 & echo $! > server.pid",
            RUN, "kill -0 $(cat server.pid)",
            TEARDOWN, "kill $(cat server.pid)"));
    project.path("reader", Map.of(RUN, "cat \"$LOADPATH_DATA\"/part-* > TRACE"));
    damageData();

    long begun = System.nanoTime();
    output = project.run(0, "run");
    totalNanos = System.nanoTime() - begun;
    record = project.lastRecord();
  }

  private static String verifyWith(String member) {
    return FakeProject.HONEST_VERIFY.replace("4096", "4096, " + member);
  }

  private static void damageData() throws IOException {
    Path data = project.state().resolve("data/all-card-trans-1000-2parts");
    Files.createDirectories(data.getParent());
    Dataset.allCardTrans(1000, 2, Codec.NONE).prepare(data, Progress.silent());
    Path part = data.resolve("part-00001.tbl");
    goodPart = Files.readAllBytes(part);
    byte[] bytes = goodPart.clone();
    bytes[10] ^= 1;
    Files.write(part, bytes);
  }

  @Test
  void everySampleIsVerifiedAndNothingIsLeft() throws IOException {
    assertThat(record.samples())
        .allSatisfy(
            sample -> {
              assertThat(sample.verified()).isTrue();
              assertThat(sample.rows()).isEqualTo(1000);
              assertThat(sample.storedBytes()).isEqualTo(4096);
              assertThat(sample.leftProcesses()).isEmpty();
            });
    assertThat(project.state().resolve("work"))
        .satisfiesAnyOf(
            work -> assertThat(work).doesNotExist(), work -> assertThat(work).isEmptyDirectory());
    assertThat(project.processes()).isEmpty();
    assertThat(output)
        .contains("verified", "[1/8]", "[8/8]", "report  file://")
        .containsOnlyOnce("index   file://" + project.lastReport().resolveSibling("index.html"));
  }

  @Test
  void damagedDataIsMadeAgain() throws IOException {
    assertThat(output).contains("is damaged");
    byte[] read = Files.readAllBytes(project.trace("reader"));
    assertThat(Arrays.copyOfRange(read, read.length - goodPart.length, read.length))
        .isEqualTo(goodPart);
  }

  @Test
  void aRunIsTimedUntilItsRowsAreCommittedAndUntilTheyAreOnDisk() throws Exception {
    Sample sample = project.sample("sleeper");
    assertThat(sample.wallNanos()).isBetween(500_000_000L, totalNanos - 1_000_000_000L);
    assertThat(sample.durableNanos()).isGreaterThan(sample.wallNanos());
  }

  @Test
  void theLedgerAddsUpAndTheRestOfTheMachineIsOnRecord() throws Exception {
    Sample sample = project.sample("burner");
    assertThat(sample.cpu()).extracting(StageCpu::stage).containsExactly("client");
    if (sample.cpuTotalNanos() != null) { // an ordinary user may have no control group
      assertThat((double) sample.cpuNanos())
          .isCloseTo(sample.cpuTotalNanos(), within(0.02 * sample.cpuTotalNanos()));
    }
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(sample.machine().capacityNanos())
        .isGreaterThanOrEqualTo(cores * sample.durableNanos());
    assertThat(sample.machine().contextSwitches()).isPositive();
    assertThat(sample.resources().peakMemoryBytes()).isBetween(1_000_000L, 1_000_000_000L);
    assertThat(sample.resources().writtenBytes()).isNotNull();
  }

  @Test
  void theCpuTimeOfChildrenThatComeAndGoIsCounted() throws Exception {
    double counted = project.sample("burner").cpuNanos() / 1e9;
    assertThat(counted).isCloseTo(secondsOfTimes("burner"), within(0.1));
  }

  /** What bash's {@code times} printed: two lines of user and system time. */
  private static double secondsOfTimes(String path) throws IOException {
    return Arrays.stream(Files.readString(project.trace(path)).trim().split("\\s+"))
        .mapToDouble(
            time ->
                60 * Double.parseDouble(time.substring(0, time.indexOf('m')))
                    + Double.parseDouble(time.substring(time.indexOf('m') + 1, time.length() - 1)))
        .sum();
  }

  @Test
  void theCpuTimeThatARemoteDatabaseCountedIsOnRecordWithItsSource() throws Exception {
    Sample sample = project.sample("counted");
    assertThat(sample.cpu()).contains(new StageCpu("database", 2_000_000_000, 0, "v$mystat"));
    // the step itself may take less than a clock tick
    assertThat(sample.cpuNanos()).isGreaterThanOrEqualTo(2_000_000_000L);
  }

  @Test
  void aLoadThatWasNotWhatItsTitleClaimsIsNotedOnRecordAndOnTheTerminal() throws Exception {
    assertThat(project.sample("serial").notes()).containsExactly("not parallel: it ran alone");
    assertThat(output).contains("serial  round 1 was not parallel: it ran alone");
    assertThat(project.sample("near").notes()).isEmpty();
  }

  @Test
  void thePreprocessorsThatAnOracleCallsAreAStage() throws Exception {
    assertThat(project.sample("far").cpu())
        .extracting(StageCpu::stage)
        .containsExactly("client", "preprocessor");
    assertThat(project.sample("far").cpu().get(1).totalNanos()).isGreaterThan(50_000_000);
    assertThat(project.sample("near").cpu()).extracting(StageCpu::stage).containsExactly("client");
  }

  @Test
  void warmupsComeFirstAndDoNotCountAndAPathMayCloseItsFolders() throws Exception {
    FakeProject rounds = new FakeProject(folder);
    rounds.path("cold", Map.of());
    rounds.path(
        "good",
        Map.of(
            SETUP, "touch made",
            RUN, "[ -f made ] && [ -d \"$LOADPATH_SERVER_DIR\" ] && ls \"$LOADPATH_DATA\"/part-*",
            TEARDOWN, "[ -f made ] && echo torn >> TRACE"));

    rounds.path("closed", Map.of(RUN, "mkdir -p a/b c && chmod 555 a a/b && chmod 0 c"));
    List<String> asOrdinaryUser = // root may write everywhere, so it runs here without that right
        Owner.caller() == 0
            ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
            : List.of();
    FakeProject.Running running =
        rounds.start(
            asOrdinaryUser,
            "run",
            "--warmups",
            "1",
            "--rounds",
            "2",
            "--seed",
            "7",
            "--baseline",
            "good");
    assertThat(running.exitCode()).as(running.text()).isZero();
    assertThat(rounds.state().resolve("work")).isEmptyDirectory();
    String text = running.text();

    RunRecord last = rounds.lastRecord();
    assertThat(last.suite().warmups()).isEqualTo(1);
    assertThat(last.suite().seed()).isEqualTo(7);
    assertThat(last.samples()).extracting(Sample::warmup).startsWith(true, true, true, false);
    assertThat(last.samples()).filteredOn(Sample::warmup).hasSize(3);
    assertThat(last.samples()).extracting(Sample::round).startsWith(1, 1, 1, 1).endsWith(2);
    assertThat(last.command())
        .isEqualTo("bin/loadpath run quick --rounds 2 --warmups 1 --seed 7 --baseline 'good'");
    assertThat(last.variants())
        .extracting(VariantInfo::baseline)
        .containsExactly("good", null, "good");
    assertThat(last.variants().get(0).command())
        .isEqualTo("bin/loadpath run quick --rounds 2 --warmups 1 --only 'cold'");
    assertThat(text).contains("cold  warm-up 1", "cold  round 1", "cold  round 2", "[9/9]");
    assertThat(Files.readAllLines(rounds.trace("good")))
        .hasSameSizeAs(last.samples().stream().filter(s -> s.variant().equals("good")).toList())
        .containsOnly("torn");
  }

  @Test
  void aStartRunOnFewRowsComesFirst() throws Exception {
    FakeProject little = new FakeProject(folder);
    String count = "cat \"$LOADPATH_DATA\"/part-* | wc -l";
    little.path("good", Map.of(RUN, count + " >> TRACE"));
    little.path("large", Map.of(RUN, "[ $(" + count + ") -gt 1000 ]"));
    little.suite("rounds: 1\nstart-rows: 1000\n");

    String text = little.run(1, "run", "--rows", "3000");

    RunRecord last = little.lastRecord();
    assertThat(last.samples())
        .filteredOn(sample -> sample.variant().equals("good"))
        .extracting(Sample::start, Sample::verified, Sample::round, Sample::rows)
        .startsWith(tuple(true, true, 1, 1000L))
        .endsWith(tuple(false, true, 1, 3000L));
    assertThat(last.samples())
        .filteredOn(sample -> sample.variant().equals("large"))
        .extracting(Sample::start, Sample::verified)
        .containsOnlyOnce(tuple(true, false))
        .endsWith(tuple(false, true));
    assertThat(last.variants())
        .extracting(VariantInfo::startDataset)
        .containsOnly("all-card-trans-1000-2parts");
    assertThat(last.datasets()).extracting(DatasetInfo::rows).containsExactly(3000L, 1000L);
    assertThat(Files.readAllLines(little.trace("good"))).startsWith("1000").endsWith("3000");
    assertThat(text)
        .contains("[1/4]", "good  start run")
        .contains("FAILED large  start run: run exited with 1");
  }

  @Test
  void aBudgetThatIsSpentLeavesOneRoundAndNoStartRun() throws Exception {
    FakeProject little = new FakeProject(folder);
    little.path("good", Map.of(RUN, "sleep 1"));
    little.suite("rounds: 3\nbudget: 1s\nstart-rows: 1000\n");

    String text = little.run(0, "run", "--rows", "3000");

    RunRecord last = little.lastRecord();
    assertThat(last.interrupted()).isNull();
    assertThat(last.suite().budgetSeconds()).isEqualTo(1);
    assertThat(last.samples())
        .extracting(Sample::start, Sample::round)
        .containsOnly(tuple(false, 1));
    assertThat(text)
        .contains("[1/1]", "1 variant had one round only (budget 1s)")
        .doesNotContain("report so far");
  }
}
