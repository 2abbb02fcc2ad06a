package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.SETUP;
import static io.loadpath.benchmarks.suite.Step.TEARDOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.Interruption;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that is ended during a path, and a run that is started during another one. */
@Timeout(300)
class RunInterruptedIT {
  private static final String NAME = "slow";
  private static final String HANG = "setsid sleep 394 & echo here >> TRACE; sleep 393";

  /** One of its processes has to be killed, after some seconds. */
  private static final String STUBBORN = "(trap '' TERM; sleep 395) & " + HANG;

  private static final int EXIT_OF_TERM = 143;
  private static final int EXIT_OF_INT = 130;

  @TempDir private Path folder;
  private FakeProject project;
  private FakeProject.Running running;

  @BeforeEach
  void makeProject() throws IOException {
    project = new FakeProject(folder);
    project.path(NAME, Map.of(RUN, HANG, TEARDOWN, "echo torn >> TRACE"));
  }

  @AfterEach
  void endEverything() throws InterruptedException {
    if (running != null) {
      running.process().destroyForcibly();
      Await.until("no process is left", () -> project.processes().isEmpty());
    }
  }

  private void nextRunWorks() throws Exception {
    PathFolder.script(project.pathFolder(NAME), SETUP, "true");
    project.run(0, "run");
    assertThat(project.sample(NAME).verified()).isTrue();
    assertThat(project.processes()).isEmpty();
  }

  @Test
  void aTermEndsThePathCleansUpAndLeavesNothing() throws Exception {
    project.path(NAME, Map.of(SETUP, STUBBORN, TEARDOWN, "echo torn >> TRACE"));
    running = project.start("run");
    Await.until("the path works", () -> Files.exists(project.trace(NAME)));
    requireThatASecondRunIsRefused();

    running.process().destroy();

    assertThat(running.exitCode()).as(running.text()).isEqualTo(EXIT_OF_TERM);
    assertThat(running.text()).contains("stopping: ending what this run started");
    assertThat(running.text()).doesNotContain("unexpected");
    assertThat(project.processes()).isEmpty();
    assertThat(project.trace(NAME)).hasContent("here\ntorn");
    assertThat(project.state().resolve("run.json")).doesNotExist();
    assertThat(folder.resolve("benchmarks/results")).isEmptyDirectory();
    nextRunWorks();
  }

  private void requireThatASecondRunIsRefused() throws Exception {
    assertThat(project.run(1, "run"))
        .contains("another run is going on (pid " + running.process().pid() + ")")
        .contains("wait for its end, or end it");
    assertThat(running.process().isAlive()).isTrue();
  }

  /** Starts a run of three rounds and waits until it works in the second one. */
  private void startAndWaitForTheSecondRound() throws Exception {
    String goodInTheFirst =
        "ls '%s'/*.html || exit 0; ".formatted(folder.resolve("benchmarks/results"));
    project.path(NAME, Map.of(RUN, goodInTheFirst + HANG, TEARDOWN, "echo torn >> TRACE"));
    running = project.start("run", "--rounds", "3");
    Await.until("the path works", () -> project.traceText(NAME).contains("here"));
    assertThat(running.text()).containsOnlyOnce("report so far: file://" + project.lastReport());
    assertThat(project.lastRecord().interrupted().reason()).isEqualTo("the run goes on");
  }

  private void oneOfThreeRunsIsRecorded(String output) throws Exception {
    RunRecord record = project.lastRecord();
    assertThat(record.samples()).isNotEmpty().allMatch(s -> s.round() == 1 && s.verified());
    assertThat(record.interrupted().missing()).containsExactly(new Interruption.Missing(NAME, 2));
    assertThat(Files.readString(project.lastReport())).contains("2 of 3 runs are missing");
    assertThat(output)
        .contains("interrupted: 2 of 3 runs are missing", "report  file://" + project.lastReport());
    assertThat(project.lastReport().resolveSibling("index.html"))
        .content()
        .contains("<a href=\"" + record.id() + ".html\"", "interrupted");
    assertThat(project.samples()).isEmptyDirectory();
  }

  @Test
  void aStoppedRunLeavesTheRecordOfWhatItHas() throws Exception {
    FakeProject.assumeIntEndsPrograms();
    startAndWaitForTheSecondRound();
    String pid = Long.toString(running.process().pid());
    assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
    assertThat(running.exitCode()).as(running.text()).isEqualTo(EXIT_OF_INT);
    oneOfThreeRunsIsRecorded(running.text());
    assertThat(project.lastRecord().interrupted().reason()).isEqualTo("the run was stopped");
    assertThat(running.text())
        .containsPattern("(?s)are missing.* TB/h .*slow +[0-9.]+ .*report  file");
    assertThat(project.processes()).isEmpty();
    assertThat(project.traceText(NAME)).endsWith("here\ntorn\n");
    assertThat(project.state().resolve("run.json")).doesNotExist();
  }

  @Test
  void aKilledRunIsCleanedUpAndRecordedAtOnce() throws Exception {
    startAndWaitForTheSecondRound();
    running.process().destroyForcibly();
    Await.until("the watchdog ends", () -> running.text().contains("report  file://"));
    Await.until("no process is left", () -> project.processes().isEmpty());
    oneOfThreeRunsIsRecorded(running.text());
    assertThat(project.traceText(NAME)).endsWith("here\ntorn\n");
    assertThat(project.state().resolve("run.json")).doesNotExist();
    assertThat(project.run(0, "recover")).contains("nothing to clean up");
  }

  @Test
  void withoutAWatchdogTheNextRunMakesTheRecordThatIsMissing() throws Exception {
    startAndWaitForTheSecondRound();
    killWithItsWatchdog();
    PathFolder.script(project.pathFolder(NAME), RUN, "true");
    assertThat(project.run(0, "run"))
        .contains("cleaned up after the killed run", "interrupted: 2 of 3 runs are missing")
        .containsPattern("(?s)report  file://.*report  file://");
    assertThat(project.samples()).isEmptyDirectory();
  }

  /** A file has the folder's name, so that no user can write there, not even root. */
  @Test
  void aRecordThatCannotBeWrittenIsMadeLater() throws Exception {
    Path results = folder.resolve("benchmarks/results");
    project.path(
        NAME, Map.of(RUN, "[ -f '%1$s' ] || { rmdir '%1$s' && touch '%1$s'; }".formatted(results)));

    String output = project.run(1, "run");
    assertThat(output)
        .contains("cannot write the record ", "its samples are kept in")
        .contains("'bin/loadpath recover' makes record and report");
    assertThat(project.run(1, "recover")).contains("cannot write the record");
    Path other = folder.resolve("other");
    project.run(0, "recover", "--out", other.toString());
    assertThat(other.resolve("index.html")).isNotEmptyFile();
    FileTree.delete(results);
    Files.move(other, results);
    RunRecord record = project.lastRecord();
    assertThat(record.samples()).isNotEmpty().allMatch(Sample::verified);
    assertThat(record.interrupted()).isNull();
    assertThat(project.samples()).isEmptyDirectory();
  }

  /** A file system of 32 kB, in the run's own mount namespace, has room for some samples. */
  @Test
  void aFullDiskEndsTheRunAndCostsNoSample() throws Exception {
    List<String> smallDisk = smallDisk(project.samples(), "32k");
    project.path(NAME, Map.of(RUN, "true"));

    running = project.start(smallDisk, "run", "--rounds", "60");
    assertThat(running.exitCode()).as(running.text()).isEqualTo(1);
    assertThat(running.text())
        .contains("interrupted: ", " of 60 runs are missing", "cannot keep samples in")
        .contains("No space left on device");
    RunRecord record = project.lastRecord();
    assertThat(record.samples()).hasSizeBetween(2, 40);
    assertThat(record.interrupted().reason()).contains("No space left on device");
  }

  /** Returns a launcher that sees a small file system instead of a folder. */
  private static List<String> smallDisk(Path folder, String size) throws Exception {
    String mount =
        "mount -t tmpfs -o size=%s tmpfs '%s' && exec \"$@\""
            .formatted(size, Files.createDirectories(folder));
    List<String> launcher =
        List.of("unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh");
    assumeTrue(works(launcher, "true"), "this user may not mount a file system");
    return launcher;
  }

  private static boolean works(List<String> prefix, String program) throws Exception {
    List<String> command = new ArrayList<>(prefix);
    command.add(program);
    return new ProcessBuilder(command).start().waitFor() == 0;
  }

  @Test
  void aTermDuringTheProbesLeavesNothing() throws Exception {
    project.program("gzip", "exec sleep 397"); // so that the TERM comes while its probe works
    String yaml = PathFolder.yaml(NAME).replace("codec: [none, gzip-3]", "codec: [gzip-3]");
    Files.writeString(project.pathFolder(NAME).resolve("path.yaml"), yaml);
    running = project.start("run", "--rows", "20000");
    Await.until("the probe works", () -> running.text().contains("  inflate-gzip"));

    running.process().destroy();

    assertThat(running.exitCode()).as(running.text()).isEqualTo(EXIT_OF_TERM);
    assertThat(running.text()).doesNotContain("left out", "unexpected", "[1/1]");
    assertThat(project.processes()).isEmpty();
    assertThat(project.state().resolve("work")).isEmptyDirectory();
    assertThat(project.state().resolve("run.json")).doesNotExist();
  }

  /** The watchdog is killed first, so that it cannot clean up. */
  private void killWithItsWatchdog() throws InterruptedException {
    running
        .process()
        .children()
        .filter(child -> !child.info().commandLine().orElse("").contains("sleep"))
        .forEach(ProcessHandle::destroyForcibly);
    running.process().destroyForcibly().waitFor();
  }
}
