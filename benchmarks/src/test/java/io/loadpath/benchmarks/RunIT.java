package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.path.Step.RUN;
import static io.loadpath.benchmarks.path.Step.SETUP;
import static io.loadpath.benchmarks.path.Step.TEARDOWN;
import static io.loadpath.benchmarks.path.Step.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.path.PathFolder;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.VariantFigures;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole program on small paths of shell: what it records of good and of bad ones. */
@Timeout(300)
class RunIT {
  private static final String BURN =
      "burn() { local i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; }\n";

  @TempDir private Path folder;
  private FakeProject project;

  @BeforeEach
  void makeProject() throws IOException {
    project = new FakeProject(folder);
  }

  @Test
  void aGoodPathIsVerifiedAndLeavesNothing() throws Exception {
    project.path(
        "good",
        Map.of(
            SETUP, "touch made",
            RUN, "[ -f made ] && [ -d \"$LOADPATH_SERVER_DIR\" ] && ls \"$LOADPATH_DATA\"/part-*",
            TEARDOWN, "[ -f made ] && echo torn >> TRACE"));

    String output = project.run(0, "run", "--rounds", "2", "--seed", "7");

    RunRecord record = project.lastRecord();
    assertThat(record.samples()).extracting(Sample::round).contains(1, 2);
    assertThat(record.samples())
        .allSatisfy(
            sample -> {
              assertThat(sample.verified()).isTrue();
              assertThat(sample.rows()).isEqualTo(1000);
              assertThat(sample.storedBytes()).isEqualTo(4096);
              assertThat(sample.leftProcesses()).isEmpty();
            });
    assertThat(record.suite().seed()).isEqualTo(7);
    assertThat(record.command()).isEqualTo("bin/loadpath run quick --rounds 2 --seed 7");
    assertThat(record.variants().get(0).command())
        .isEqualTo("bin/loadpath run quick --rounds 2 --only 'good'");
    assertThat(Files.readAllLines(project.trace("good")))
        .hasSameSizeAs(record.samples())
        .containsOnly("torn");
    assertThat(project.state().resolve("work"))
        .satisfiesAnyOf(
            work -> assertThat(work).doesNotExist(), work -> assertThat(work).isEmptyDirectory());
    assertThat(project.processes()).isEmpty();
    assertThat(output).contains("verified", "[1/2]", "[2/2]", "report  file://");
  }

  @Test
  void warmupsRunFirstAreMarkedAndDoNotCount() throws Exception {
    project.path("cold", Map.of(RUN, "if [ -e TRACE ]; then exit 0; fi; touch TRACE; sleep 1"));

    String output = project.run(0, "run", "--warmups", "1", "--rounds", "2");

    RunRecord record = project.lastRecord();
    assertThat(record.suite().warmups()).isEqualTo(1);
    assertThat(record.samples()).extracting(Sample::warmup).startsWith(true, false);
    assertThat(record.samples()).filteredOn(Sample::warmup).hasSize(1);
    assertThat(record.samples()).extracting(Sample::round).startsWith(1, 1).endsWith(2);
    assertThat(record.variants().get(0).command())
        .isEqualTo("bin/loadpath run quick --rounds 2 --warmups 1 --only 'cold'");
    VariantFigures figures = Figures.of(record).variants().get(0);
    assertThat(figures.measured().orElseThrow().commitSeconds().high()).isLessThan(1);
    assertThat(output).contains("cold  warm-up 1", "cold  round 1", "cold  round 2");
  }

  @Test
  void aRunIsTimedUntilItsRowsAreCommittedAndUntilTheyAreOnDisk() throws Exception {
    project.path(
        "sleeper", Map.of(RUN, "exec sleep 0.5", VERIFY, "sleep 1; " + FakeProject.HONEST_VERIFY));

    long begun = System.nanoTime();
    project.run(0, "run");

    Sample sample = project.sample("sleeper");
    assertThat(sample.wallNanos())
        .isBetween(500_000_000L, System.nanoTime() - begun - 1_000_000_000L);
    assertThat(sample.durableNanos()).isGreaterThan(sample.wallNanos());
  }

  @Test
  void theLedgerAddsUpAndTheRestOfTheMachineIsOnRecord() throws Exception {
    project.path(
        "burner", Map.of(RUN, BURN + "burn; (burn); head -c 9000000 /dev/zero > made; sync made"));

    project.run(0, "run");

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
  void whatADatabaseOutOfSightCountedItselfIsOnRecordWithItsSource() throws Exception {
    String verify =
        FakeProject.HONEST_VERIFY.replace(
            "4096", "4096, \"databaseCpu\": {\"nanos\": 2000000000, \"source\": \"v$mystat\"}");
    project.path("far", Map.of(VERIFY, verify));

    project.run(0, "run");

    Sample sample = project.sample("far");
    assertThat(sample.cpu()).contains(new StageCpu("database", 2_000_000_000, 0, "v$mystat"));
    assertThat(sample.cpuNanos()).isGreaterThan(2_000_000_000L);
  }

  @Test
  void whereALoadWasNotWhatItsTitleClaimsIsOnRecordAndOnTheTerminal() throws Exception {
    project.path("serial", Map.of(VERIFY, withNotes("\"not parallel: it ran in one process\"")));
    project.path("parallel", Map.of(VERIFY, withNotes("")));

    String output = project.run(0, "run");

    assertThat(project.sample("serial").notes())
        .containsExactly("not parallel: it ran in one process");
    assertThat(output).contains("serial  round 1 was not parallel: it ran in one process");
    assertThat(project.sample("parallel").notes()).isEmpty();
  }

  private static String withNotes(String notes) {
    return FakeProject.HONEST_VERIFY.replace("4096", "4096, \"notes\": [" + notes + "]");
  }

  @Test
  void thePreprocessorsThatAnOracleCallsAreAStage() throws Exception {
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

    project.run(0, "run");

    assertThat(project.sample("far").cpu())
        .extracting(StageCpu::stage)
        .containsExactly("client", "preprocessor");
    assertThat(project.sample("far").cpu().get(1).totalNanos()).isGreaterThan(50_000_000);
    assertThat(project.sample("near").cpu()).extracting(StageCpu::stage).containsExactly("client");
  }

  @Test
  void aRunThatSharesTheMachineIsMarkedAndRepeatedUpToALimit() throws Exception {
    project.path("victim", Map.of(RUN, BURN + "burn; burn"));
    Process stranger = new ProcessBuilder("sha256sum", "/dev/zero").start();
    try {
      String output = project.run(0, "run");

      List<Sample> samples = project.lastRecord().samples();
      assertThat(samples).hasSize(3).allMatch(Sample::disturbed).allMatch(Sample::verified);
      assertThat(samples).extracting(Sample::round).containsOnly(1);
      assertThat(samples).extracting(Sample::position).containsExactly(1, 2, 3);
      assertThat(output)
          .containsPattern("victim  round 1 is repeated: other programs had \\d+ % of the machine")
          .containsPattern("victim  round 1 is marked as disturbed: other programs had \\d+ %");
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void aMachineThatIsNeverQuietDoesNotMakeARunThreeTimesAsLong() throws Exception {
    project.path("victim", Map.of(RUN, BURN + "burn; burn"));
    Process stranger = new ProcessBuilder("sha256sum", "/dev/zero").start();
    try {
      project.run(0, "run", "--rounds", "6");

      List<Sample> samples = project.lastRecord().samples();
      assertThat(samples).hasSize(9).allMatch(Sample::disturbed);
      assertThat(samples).extracting(Sample::round).containsExactly(1, 1, 1, 2, 2, 3, 4, 5, 6);
    } finally {
      stranger.destroyForcibly().waitFor();
    }
  }

  @Test
  void anInstrumentThatIsLostFailsTheRunAndTheOthersGoOn() throws Exception {
    String removeOwnGroups =
        """
        for group in $(find /sys/fs/cgroup -type d -path '*/loadpath-*/client' 2>/dev/null); do
          grep -qx $$ "$group/cgroup.procs" || continue
          until rmdir "$group" 2>/dev/null; do
            for pid in $(cat "$group/cgroup.procs"); do
              echo "$pid" > "$group/../../cgroup.procs" || true
            done
          done
          echo "$group" >> TRACE
        done
        """;
    project.path("saboteur", Map.of(RUN, removeOwnGroups)).path("honest", Map.of());

    Process run = project.start("run", "--rounds", "2").process();
    assertThat(run.waitFor()).isBetween(0, 1);

    boolean lost = Files.exists(project.trace("saboteur")); // an ordinary user may have no group
    assertThat(run.exitValue()).isEqualTo(lost ? 1 : 0);
    assertThat(project.sample("saboteur").verified()).isNotEqualTo(lost);
    assertThat(project.sample("honest").verified()).isTrue();
    if (lost) {
      assertThat(project.sample("saboteur").error().message())
          .startsWith("the CPU time of ")
          .endsWith(" cannot be read");
    }
  }

  @Test
  void theCpuTimeOfChildrenThatComeAndGoIsCounted() throws Exception {
    project.path("burner", Map.of(RUN, BURN + "burn\n(burn) & (burn; burn) & wait\ntimes > TRACE"));

    project.run(0, "run");

    double counted = project.sample("burner").cpuNanos() / 1e9;
    assertThat(counted).isCloseTo(secondsOfTimes("burner"), within(0.1));
  }

  /** What bash's {@code times} printed: two lines of user and system time. */
  private double secondsOfTimes(String path) throws IOException {
    return Arrays.stream(Files.readString(project.trace(path)).trim().split("\\s+"))
        .mapToDouble(
            time ->
                60 * Double.parseDouble(time.substring(0, time.indexOf('m')))
                    + Double.parseDouble(time.substring(time.indexOf('m') + 1, time.length() - 1)))
        .sum();
  }

  @Test
  void theLimitsAreProbedBeforeTheFirstRound() throws Exception {
    project.path("good", Map.of());

    String output = project.run(0, "run", "--rows", "20000");

    assertThat(project.lastRecord().limits())
        .extracting(Limit::name)
        .containsExactly("memory-read", "page-cache-read", "disk-write");
    assertThat(project.lastRecord().limits())
        .allSatisfy(limit -> assertThat(limit.wallNanos()).hasSize(3));
    assertThat(output)
        .containsSubsequence("probing the limits of this machine", "  memory-read ", "[1/1]");
    assertThat(project.state().resolve("work"))
        .satisfiesAnyOf(
            work -> assertThat(work).doesNotExist(), work -> assertThat(work).isEmptyDirectory());
  }

  @Test
  void aRateAboveItsLimitIsAnErrorAlsoAfterASecondProbing() throws Exception {
    project.program("gzip", "sleep 2; exec /usr/bin/gzip \"$@\""); // a limit that is too low
    project.path("too-fast", Map.of());
    String yaml = PathFolder.yaml("too-fast").replace("codec: [none, gzip-3]", "inflater: [gzip]");
    Files.writeString(
        project.pathFolder("too-fast").resolve("path.yaml"),
        yaml.replace("files: [2, 1]", "codec: [gzip-3]"));

    String output = project.run(1, "run", "--rows", "200000");

    assertThat(project.lastRecord().samples()).allMatch(Sample::verified);
    assertThat(output)
        .containsSubsequence(
            "probing the limits",
            "[1/1]",
            "a path was faster than its limit, so the limits are probed again",
            "probing the limits")
        .containsPattern(
            "loadpath: too-fast codec=gzip-3 inflater=gzip: \\S+ TB/h is \\d+ % of inflate-gzip");
  }

  @Test
  void aStepThatFailsIsRecordedAndTheOthersGoOn() throws Exception {
    String fail = "echo 'it broke' >&2; exit 3";
    project
        .path("bad-setup", Map.of(SETUP, fail, TEARDOWN, "echo torn > TRACE"))
        .path("bad-run", Map.of(RUN, fail, TEARDOWN, "echo torn > TRACE"))
        .path("bad-verify", Map.of(VERIFY, fail, TEARDOWN, "echo torn > TRACE"))
        .path("bad-teardown", Map.of(TEARDOWN, fail))
        .path("good", Map.of());

    String output = project.run(1, "run");

    assertThat(project.sample("good").verified()).isTrue();
    for (String step : List.of("setup", "run", "verify", "teardown")) {
      Sample sample = project.sample("bad-" + step);
      assertThat(sample.verified()).as(step).isFalse();
      assertThat(sample.error()).isEqualTo(new Sample.RunError(step, 3, "it broke"));
      assertThat(output).contains("FAILED bad-" + step + "  round 1: " + step + " exited with 3");
    }
    for (String path : List.of("bad-setup", "bad-run", "bad-verify")) {
      assertThat(project.trace(path)).as("teardown of " + path).hasContent("torn");
    }
    assertThat(output).containsPattern("(?m)^logs +" + project.state() + "/work/loadpath-\\S+ ");
    assertThat(output).containsPattern("(?m)^good +[0-9.]+ +[0-9.]+ +1,000  verified$");
    assertThat(output).containsPattern("(?m)^bad-run +- +- +1,000  FAILED 1 of 1$");
  }

  @Test
  void whatVerifyFindsWrongIsAFailure() throws Exception {
    String lastRowLost =
        "sed -n '/^  \"fingerprint\"/,/^  }/p' \"$LOADPATH_DATA/manifest.json\" | sed '$ s/,$//; s/1000/999/; 1 s/^/{/'; echo '}'";
    project
        .path("lost", Map.of(VERIFY, lastRowLost))
        .path("silent", Map.of(VERIFY, "true"))
        .path("chatty", Map.of(VERIFY, "head -c 20000000 /dev/zero"))
        .path("prose", Map.of(VERIFY, "echo all is well"));

    project.run(1, "run");

    assertThat(project.sample("lost").error().message())
        .isEqualTo(
            "the rows that arrived are not the rows that were sent: 999 rows instead of 1000");
    assertThat(project.sample("lost").rows()).isEqualTo(999);
    assertThat(project.sample("silent").error().message())
        .contains("no JSON object but: (nothing)");
    assertThat(project.sample("chatty").error().message()).contains("printed 20000000 bytes");
    assertThat(project.sample("prose").error().message()).contains("all is well");
    assertThat(Stream.of("lost", "silent", "chatty", "prose"))
        .allSatisfy(path -> assertThat(project.sample(path).error().step()).isEqualTo("verify"));
  }

  /** Root may write everywhere, so it runs here without that right. */
  @Test
  void aPathMayLeaveFoldersThatItClosed() throws Exception {
    project.path("closed", Map.of(RUN, "mkdir -p a/b c && chmod 555 a a/b && chmod 0 c"));
    List<String> asOrdinaryUser =
        Owner.caller() == 0
            ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
            : List.of();
    FakeProject.Running running = project.start(asOrdinaryUser, "run");

    assertThat(running.exitCode()).as(running.text()).isZero();
    assertThat(project.state().resolve("work")).isEmptyDirectory();
  }

  @Test
  void aPathMayPrintMegabytes() throws Exception {
    String flood = "seq 1 5000000";
    project
        .path("loud", Map.of(RUN, flood + "; " + flood + " >&2"))
        .path("loud-and-bad", Map.of(RUN, flood + " >&2; echo 'the last line' >&2; exit 1"));

    project.run(1, "run");

    assertThat(project.sample("loud").verified()).isTrue();
    assertThat(project.sample("loud-and-bad").error().message().lines())
        .hasSize(20)
        .endsWith("the last line");
  }

  @Test
  void processesThatAPathLeavesAreNamedAndEnded() throws Exception {
    project.path("litter", Map.of(RUN, "setsid sleep 397 & (nohup sleep 398 >/dev/null 2>&1 &)"));

    String output = project.run(1, "run");

    assertThat(project.sample("litter").verified()).isTrue();
    assertThat(project.sample("litter").leftProcesses())
        .hasSize(2)
        .allSatisfy(process -> assertThat(process).matches("sleep \\(pid \\d+\\)"));
    assertThat(output).contains("litter  round 1 left processes behind");
    assertThat(project.processes()).isEmpty();
  }

  @Test
  void aServerThatSetupStartsLivesUntilTeardown() throws Exception {
    project.path(
        "served",
        Map.of(
            SETUP, "sleep 399 > /dev/null 2>&1 & echo $! > server.pid",
            RUN, "kill -0 $(cat server.pid)",
            TEARDOWN, "kill $(cat server.pid)"));

    project.run(0, "run");

    assertThat(project.sample("served").leftProcesses()).isEmpty();
  }

  @Test
  void aStepThatHangsIsEndedAtItsLimit() throws Exception {
    project.path("hanging", Map.of(RUN, "sleep 396 & wait", TEARDOWN, "echo torn > TRACE"));

    project.run(1, "run", "--step-limit", "1");

    Sample.RunError error = project.sample("hanging").error();
    assertThat(error.exitCode()).isNull();
    assertThat(error.message()).isEqualTo("was ended after 1 s, its time limit");
    assertThat(project.trace("hanging")).hasContent("torn");
    assertThat(project.processes()).isEmpty();
  }

  @Test
  void damagedDataIsMadeAgain() throws Exception {
    project.path("reader", Map.of(RUN, "cat \"$LOADPATH_DATA\"/part-* > TRACE"));
    project.run(0, "run");
    byte[] good = Files.readAllBytes(project.trace("reader"));
    Path data = project.state().resolve("data/all-card-trans-1000-2parts/part-00001.tbl");

    byte[] bytes = Files.readAllBytes(data);
    bytes[10] ^= 1;
    Files.write(data, bytes);
    assertThat(project.run(0, "run")).contains("is damaged");
    assertThat(project.trace("reader")).hasBinaryContent(good);

    Files.delete(data);
    project.run(0, "run");
    assertThat(project.trace("reader")).hasBinaryContent(good);
  }
}
