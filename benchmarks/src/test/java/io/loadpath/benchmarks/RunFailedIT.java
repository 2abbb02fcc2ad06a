package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.SETUP;
import static io.loadpath.benchmarks.suite.Step.TEARDOWN;
import static io.loadpath.benchmarks.suite.Step.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.suite.PathFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One run of paths that fail in different ways, and their samples in the record. */
@Timeout(300)
class RunFailedIT {
  @TempDir private static Path shared;
  private static FakeProject project;
  private static RunRecord record;
  private static String output;

  @TempDir private Path folder;

  @BeforeAll
  static void runAllPathsOnce() throws Exception {
    project = new FakeProject(shared);
    String fail = "echo 'it broke' >&2; exit 3";
    String torn = "echo torn > TRACE";
    String lastRowLost =
        "sed -n '/^  \"fingerprint\"/,/^  }/p' \"$LOADPATH_DATA/manifest.json\" | sed '$ s/,$//; s/100000/99999/; 1 s/^/{/'; echo '}'";
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
    String flood = "seq 1 500000";
    project
        .path("bad-setup", Map.of(SETUP, fail, TEARDOWN, torn))
        .path("bad-run", Map.of(RUN, fail, TEARDOWN, torn))
        .path("bad-verify", Map.of(VERIFY, fail, TEARDOWN, torn))
        .path("bad-teardown", Map.of(TEARDOWN, fail))
        .path("lost", Map.of(VERIFY, lastRowLost))
        .path("silent", Map.of(VERIFY, "true"))
        .path("chatty", Map.of(VERIFY, "head -c 20000000 /dev/zero"))
        .path("prose", Map.of(VERIFY, "echo all is well"))
        .path("loud", Map.of(RUN, flood + "; " + flood + " >&2"))
        .path(
            "loud-and-bad", Map.of(RUN, flood + " >&2; printf 'the last\\033[2J line' >&2; exit 1"))
        .path("litter", Map.of(RUN, "setsid sleep 397 & (nohup sleep 398 >/dev/null 2>&1 &)"))
        .path("saboteur", Map.of(RUN, removeOwnGroups))
        .path(
            "forged",
            Map.of(RUN, "echo 99999999999999999999m0.000s >\"$LOADPATH_SERVER_DIR/cpu-times/x\""))
        .path("good", Map.of())
        .path("too-fast", Map.of());
    project.needsOracle("forged"); // of such a database's user nothing is known
    project.program("gzip", "sleep 2; exec /usr/bin/gzip \"$@\""); // a limit that is too low
    String yaml =
        PathFolder.yaml("too-fast")
            .replace("files: [2, 1]", "files: [1]") // one core inflates, so the limit is even lower
            .replace("codec: [none, gzip-3]", "codec: [gzip-3]\n  inflater: [gzip]");
    Files.writeString(project.pathFolder("too-fast").resolve("path.yaml"), yaml);

    // enough rows for the limits to be probed, and a seed that has others run after the saboteur
    output = project.runApart(1, "run", "--rows", "100000", "--seed", "8");
    record = project.lastRecord();
  }

  @Test
  void aStepThatFailsIsRecordedAndTheOthersGoOn() throws Exception {
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
    Path logs = project.state().resolve("work/loadpath-");
    assertThat(output).containsPattern("(?m)^logs +" + Pattern.quote(logs.toString()) + "\\S+ ");
    assertThat(output).containsPattern("(?m)^good +[0-9.]+ +[0-9.]+ +[0-9.]+ +100,000  verified");
    assertThat(output).containsPattern("(?m)^bad-run +- +- +- +100,000  FAILED 1 of 1$");
  }

  @Test
  void aDifferenceInVerifyIsAFailure() throws Exception {
    assertThat(project.sample("lost").error().message())
        .isEqualTo(
            "the rows that arrived are not the rows that were sent: 99999 rows instead of 100000");
    assertThat(project.sample("lost").rows()).isEqualTo(99_999);
    assertThat(project.sample("silent").error().message())
        .contains("no JSON object but: (nothing)");
    assertThat(project.sample("chatty").error().message()).contains("printed 20000000 bytes");
    assertThat(project.sample("prose").error().message()).contains("all is well");
    assertThat(Stream.of("lost", "silent", "chatty", "prose"))
        .allSatisfy(path -> assertThat(project.sample(path).error().step()).isEqualTo("verify"));
  }

  @Test
  void aForgedCpuTimeOfAPreprocessorFailsItsSampleAlone() throws Exception {
    assertThat(project.sample("forged").error().step()).isEqualTo("run");
    assertThat(project.sample("forged").error().message())
        .startsWith("cannot read the preprocessors' CPU time: ")
        .contains("has written '99999999999999999999m0.000s' instead of the output of times");
  }

  @Test
  void aPathMayPrintMegabytes() throws Exception {
    assertThat(project.sample("loud").verified()).isTrue();
    assertThat(project.sample("loud-and-bad").error().message().lines())
        .hasSize(20)
        .endsWith("the last?[2J line");
  }

  @Test
  void processesThatAPathLeavesAreNamedAndEnded() throws Exception {
    assertThat(project.sample("litter").verified()).isTrue();
    assertThat(project.sample("litter").leftProcesses())
        .hasSize(2)
        .allSatisfy(process -> assertThat(process).matches("sleep \\(pid \\d+\\)"));
    assertThat(output).contains("litter  round 1 left processes behind");
    assertThat(project.processes()).isEmpty();
  }

  @Test
  void anInstrumentThatIsLostFailsTheRunAndTheOthersGoOn() throws Exception {
    boolean lost = Files.exists(project.trace("saboteur")); // an ordinary user may have no group
    Sample saboteur = project.sample("saboteur");
    assertThat(saboteur.verified()).isNotEqualTo(lost);
    assertThat(record.samples())
        .anyMatch(sample -> sample.verified() && sample.position() > saboteur.position());
    if (lost) {
      assertThat(saboteur.error().message()).startsWith("cannot read the CPU time of ");
    }
  }

  @Test
  void theLimitsAreProbedBeforeTheFirstRoundAndAgainWhenARateIsAboveItsLimit() throws Exception {
    assertThat(record.samples())
        .filteredOn(sample -> sample.variant().startsWith("too-fast"))
        .isNotEmpty()
        .allMatch(Sample::verified);
    assertThat(record.limits()).extracting(Limit::name).contains("page-cache-read", "inflate-gzip");
    assertThat(record.limits()).allSatisfy(limit -> assertThat(limit.wallNanos()).hasSize(3));
    assertThat(output)
        .containsSubsequence(
            "probing the limits of this machine",
            "  page-cache-read ",
            "[1/15]",
            "a path was faster than its limit, so the limits are probed again",
            "probing the limits")
        .containsPattern(
            "loadpath: too-fast files=1 codec=gzip-3 inflater=gzip: \\S+ MB/s, \\S+ TB/h is \\d+ % of inflate-gzip");
  }

  @Test
  void aStepThatHangsIsEndedAtItsLimit() throws Exception {
    FakeProject hung = new FakeProject(folder);
    hung.path("hanging", Map.of(RUN, "sleep 396 & wait", TEARDOWN, "echo torn > TRACE"));

    hung.run(1, "run", "--step-limit", "3s");

    Sample.RunError error = hung.sample("hanging").error();
    assertThat(error.exitCode()).isNull();
    assertThat(error.message()).isEqualTo("was ended after 3 s, its time limit");
    assertThat(hung.trace("hanging")).hasContent("torn");
    assertThat(hung.processes()).isEmpty();
  }
}
