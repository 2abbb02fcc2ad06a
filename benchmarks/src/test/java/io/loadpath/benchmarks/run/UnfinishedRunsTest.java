package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.SampleFile;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of runs that left only their samples, where something is in the way. */
class UnfinishedRunsTest {
  private static final RunRecord RUN = TestRecords.plain();

  @TempDir private Path state;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private Path results;

  @BeforeEach
  void leaveSamples() throws IOException {
    results = state.resolve("results");
    RunRecord head = RUN.endedAfter(List.of(), RUN.finishedAt(), "not yet");
    try (SampleFile file =
        SampleFile.create(
            UnfinishedRuns.file(state, RUN.id()), new SampleFile.Head(results.toString(), head))) {
      for (var sample : RUN.samples()) {
        file.append(sample);
      }
    }
  }

  private boolean recover() throws IOException {
    return BenchmarkRun.recover(state, state, Optional.empty(), new PrintStream(printed, true));
  }

  private void theRunIsRecorded() {
    assertThat(results.resolve(RUN.id() + ".json")).isNotEmptyFile();
    assertThat(UnfinishedRuns.file(state, RUN.id())).doesNotExist();
  }

  @Test
  void aFileThatCannotBeReadStaysAndHoldsUpNoOther() throws IOException {
    Path noFile = Files.createDirectory(UnfinishedRuns.file(state, "20000101T000000Z-folder"));
    Path foreign =
        Files.writeString(UnfinishedRuns.file(state, "20000101T000000Z-foreign"), "{}\n");

    assertThat(recover()).isFalse();

    assertThat(printed.toString())
        .contains(noFile + " stays, no report of it could be made")
        .contains("line 1 of " + foreign);
    assertThat(List.of(noFile, foreign)).allSatisfy(file -> assertThat(file).exists());
    theRunIsRecorded();
  }

  /** An empty or cut file of a run is deleted; a user's file of another name is not. */
  @Test
  void aFileThatNoRunNamedIsLeftAlone() throws IOException {
    Path users = Files.writeString(UnfinishedRuns.file(state, "notes"), "{}");
    Path cut = Files.writeString(UnfinishedRuns.file(state, "20000101T000000Z-cut"), "{");

    assertThat(recover()).isTrue();

    assertThat(users).hasContent("{}");
    assertThat(cut).doesNotExist();
    theRunIsRecorded();
  }

  @Test
  void areMadeAlsoWhereTheCleanUpFails() throws IOException {
    new RunState("../..", List.of(), null).write(state);

    assertThatThrownBy(this::recover).hasMessageContaining("'../..' is not the id of a run");
    theRunIsRecorded();
  }
}
