package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.service.FakeCluster;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.Services;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Things that the clean-up after a killed run must not touch. */
class RecoveryTest {
  private static final String RUN_ID = "loadpath-20261120T210000Z-quick-999999999";

  @TempDir private Path folder;
  private Path project;
  private Path state;
  private Path work;
  private Path trace;

  @BeforeEach
  void makeFolders() throws IOException {
    project = Files.createDirectory(folder.toRealPath().resolve("project"));
    state = Files.createDirectory(folder.toRealPath().resolve("state"));
    work = Files.createDirectories(state.resolve("work").resolve(RUN_ID).resolve("001-one/work"));
    trace = folder.resolve("trace");
  }

  private String recover() throws IOException {
    return recover(List.of());
  }

  private String recover(List<Path> paths) throws IOException {
    RunPlace place = new RunPlace(project, state, System.getenv(), System.err, 0, paths, List.of());
    return new Recovery(place).recover().orElse("nothing");
  }

  /** Makes the leftovers of a killed run, with a teardown that makes the file {@link #trace}. */
  private Path killedRun(Path teardownFolder, Path workFolder) throws IOException {
    Path teardown = Files.createDirectories(teardownFolder).resolve("teardown");
    Files.writeString(teardown, "#!/bin/sh\nenv >" + trace + "\n");
    Owner.mode(teardown, "rwxr-xr-x");
    Map<String, String> environment =
        Map.of("LOADPATH_DATA", "/made-up/data", "LD_PRELOAD", "/made-up/library.so");
    new RunState(
            RUN_ID,
            List.of(),
            List.of(),
            new RunState.Teardown(teardown.toString(), workFolder.toString(), environment))
        .write(state);
    return state.resolve("run.json");
  }

  @Test
  void deletesOnlyTheFoldersOfRuns() throws IOException {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/kept"));
    List<Path> kept =
        List.of(
            Files.createDirectories(state.resolve("work/thesis/chapter-1")),
            Files.createDirectory(state.resolve("work/" + RUN_ID + ".backup")),
            Files.createDirectory(state.resolve("work/loadpath-notes-1")),
            Files.createSymbolicLink(state.resolve("work/" + RUN_ID + "9"), elsewhere.getParent()),
            elsewhere);

    assertThat(recover()).isEqualTo("nothing");

    assertThat(work.getParent().getParent()).doesNotExist();
    assertThat(kept).allSatisfy(path -> assertThat(path).exists());
  }

  @Test
  void runsTheTeardownOfAPathOfThisProject() throws IOException {
    Path file = killedRun(project.resolve("benchmarks/paths/one"), work);

    assertThat(recover())
        .isEqualTo("cleaned up after the killed run " + RUN_ID + " (0 processes were left)");

    assertThat(trace)
        .content()
        .contains("LOADPATH_DATA=/made-up/data")
        .doesNotContain("LD_PRELOAD");
    assertThat(file).doesNotExist();
    assertThat(state).isEmptyDirectory();
  }

  @Test
  @SuppressWarnings("try") // the session only has to be open
  @Timeout(60)
  void endsTheSessionsWithClusters() throws Exception {
    killedRun(project.resolve("benchmarks/paths/one"), work);
    RunPlace place = FakeCluster.place(folder, "none) ;;", System.out);
    LoadPath path =
        LoadPath.read(PathFolder.write(folder.resolve("paths"), "one", PathFolder.yaml("one")));
    Variant variant = new Variant(path, Map.of(), null, 1, FakeCluster.on(folder));
    Services needed = Services.neededBy(List.of(variant), place, RUN_ID, 1);
    try (Services started = needed.start(System.out)) {
      Set<Long> sessions = Services.sessions(RUN_ID);
      assertThat(sessions).isNotEmpty();
      assertThat(Processes.withEnvironment(StepProcess.MARKER, RUN_ID))
          .as("it is no process of a step")
          .isEmpty();

      assertThat(recover()).contains("(%d processes were left)".formatted(sessions.size()));

      assertThat(Processes.awaitEnd(List.copyOf(sessions), 5)).as("all have ended").isTrue();
    }
  }

  @Test
  void runsTheTeardownOfAPathInAFolderThatTheUserNames() throws IOException {
    Path mine = folder.toRealPath().resolve("mine");
    killedRun(mine.resolve("one"), work);

    assertThat(recover(List.of(mine))).contains("cleaned up").doesNotContain("not run");

    assertThat(trace).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource({"planted, true", "project/one, false"})
  void runsNoTeardownOfAnotherPlace(String executable, boolean ownWork) throws IOException {
    Path place = folder.toRealPath();
    Path elsewhere = Files.createDirectory(place.resolve("elsewhere"));
    killedRun(place.resolve(executable), ownWork ? work : elsewhere);

    assertThat(recover()).contains("not run", place.resolve(executable) + "/teardown");
    assertThat(trace).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"65534, rw-r--r--, belongs to another user", "0, rw-rw-rw-, other users can write"})
  void usesNoFileThatAnotherUserCanHaveWritten(int owner, String mode, String why)
      throws IOException {
    Path file = killedRun(project.resolve("one"), work);
    if (owner != 0) {
      assumeThat(Owner.caller()).as("only root can give files away").isZero();
      Owner.give(file, owner, owner);
    }
    Owner.mode(file, mode);

    assertThatThrownBy(this::recover)
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(why)
        .hasMessageContaining("delete it if no run is going on");
    assertThat(trace).doesNotExist();
    assertThat(work).exists();
  }

  @Test
  void cleansUpAfterTheRunOfAnotherVersion() throws IOException {
    WholeFile.write(
        state.resolve("run.json"),
        "{\"runId\": \"%s\", \"startsServer\": true, \"teardown\": null}".formatted(RUN_ID),
        "rw-------");

    assertThat(recover()).contains("cleaned up after the killed run " + RUN_ID);
    assertThat(state).isEmptyDirectory();
  }

  @Test
  void aClusterThatKeptSomethingIsLeftToTheNextProcess() {
    RunState run = new RunState(RUN_ID, List.of("one", "two"), List.of("PostgreSQL"), null);
    run.over(state, List.of("two"));
    assertThat(RunState.read(state))
        .hasValue(new RunState(RUN_ID, List.of("two"), List.of(), null)); // services have ended
    run.over(state, List.of());
    assertThat(RunState.read(state)).isEmpty();
  }

  @Test
  void usesNoFileWithAnotherNameForTheRun() throws IOException {
    new RunState("../..", List.of(), List.of(), null).write(state);

    assertThatThrownBy(this::recover).hasMessageContaining("'../..' is not the id of a run");
    assertThat(work).exists();
  }
}
