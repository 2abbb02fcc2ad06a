package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.path.Step.RUN;
import static io.loadpath.benchmarks.path.Step.SETUP;
import static io.loadpath.benchmarks.path.Step.TEARDOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.path.PathFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is ended while a path works, and one that is started while another goes on. */
@Timeout(300)
class RunInterruptedIT {
  private static final String NAME = "slow";
  private static final String HANG =
      "(trap '' TERM; sleep 395) & setsid sleep 394 & echo here >> TRACE; sleep 393";
  private static final int EXIT_OF_TERM = 143;

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
      FakeProject.await("no process is left", () -> project.processes().isEmpty());
    }
  }

  private void startAndWaitForTrace() throws Exception {
    running = project.start("run");
    FakeProject.await("the path works", () -> Files.exists(project.trace(NAME)));
  }

  private void nextRunWorks() throws Exception {
    PathFolder.script(project.pathFolder(NAME), RUN, "true");
    project.run(0, "run");
    assertThat(project.sample(NAME).verified()).isTrue();
    assertThat(project.processes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "setup"})
  void aTermEndsThePathCleansUpAndLeavesNothing(String step) throws Exception {
    if (step.equals("setup")) {
      project.path(NAME, Map.of(SETUP, HANG, TEARDOWN, "echo torn >> TRACE"));
      Files.writeString(folder.resolve("benchmarks/suites/quick.yaml"), suiteWithOnePath());
    }
    startAndWaitForTrace();

    running.process().destroy();

    assertThat(running.exitCode()).as(running.text()).isEqualTo(EXIT_OF_TERM);
    assertThat(running.text()).contains("stopping: ending what this run started");
    assertThat(running.text()).doesNotContain("unexpected");
    assertThat(project.processes()).isEmpty();
    assertThat(project.trace(NAME)).hasContent("here\ntorn");
    assertThat(project.state().resolve("run.json")).doesNotExist();
    assertThat(folder.resolve("benchmarks/results")).isEmptyDirectory();
    PathFolder.script(project.pathFolder(NAME), SETUP, "true");
    nextRunWorks();
  }

  private static String suiteWithOnePath() {
    return "title: One\nrounds: 1\ndatasets: {all-card-trans: {rows: 1000}}\npaths: [{path: slow}]\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory-read", "disk-write"})
  void aTermDuringTheProbesLeavesNothing(String probe) throws Exception {
    startAndWaitForProbe(probe);

    running.process().destroy();

    assertThat(running.exitCode()).as(running.text()).isEqualTo(EXIT_OF_TERM);
    assertThat(running.text()).doesNotContain("left out", "unexpected", "[1/1]");
    assertThat(project.processes()).isEmpty();
    assertThat(project.state().resolve("work")).isEmptyDirectory();
    assertThat(project.state().resolve("run.json")).doesNotExist();
  }

  @Test
  void aRunThatIsKilledDuringTheProbesIsCleanedUpAtOnce() throws Exception {
    startAndWaitForProbe("disk-write");

    running.process().destroyForcibly();

    FakeProject.await("no process is left", () -> project.processes().isEmpty());
    assertThat(project.state().resolve("work")).doesNotExist();
    assertThat(project.state().resolve("run.json")).doesNotExist();
  }

  private void startAndWaitForProbe(String name) throws Exception {
    running = project.start("run", "--rows", "20000");
    FakeProject.await("the probe works", () -> running.text().contains("  " + name));
  }

  @Test
  void aKilledRunIsCleanedUpAtOnce() throws Exception {
    startAndWaitForTrace();

    running.process().destroyForcibly();

    FakeProject.await("no process is left", () -> project.processes().isEmpty());
    assertThat(project.trace(NAME)).hasContent("here\ntorn");
    assertThat(project.state().resolve("run.json")).doesNotExist();
    nextRunWorks();
  }

  @Test
  void theNextRunCleansUpWhatNobodyDid() throws Exception {
    startAndWaitForTrace();

    // the watchdog is a child of the harness: killed first, it cannot help
    running
        .process()
        .children()
        .filter(child -> !child.info().commandLine().orElse("").contains("sleep"))
        .forEach(ProcessHandle::destroyForcibly);
    running.process().destroyForcibly().waitFor();
    PathFolder.script(project.pathFolder(NAME), RUN, "true");
    String output = project.run(0, "run");

    assertThat(output).contains("cleaned up after the killed run");
    assertThat(project.processes()).isEmpty();
  }

  @Test
  void aSecondRunIsRefusedWithThePidOfTheFirst() throws Exception {
    startAndWaitForTrace();

    String output = project.run(1, "run");

    assertThat(output)
        .contains("another run is going on (pid " + running.process().pid() + ")")
        .contains("wait for its end, or end it");
    assertThat(running.process().isAlive()).isTrue();
    running.process().destroy();
    assertThat(running.exitCode()).isEqualTo(EXIT_OF_TERM);
  }
}
