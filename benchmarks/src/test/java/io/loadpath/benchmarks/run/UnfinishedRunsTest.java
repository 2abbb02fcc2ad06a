package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.service.RunPlace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of runs that left only their samples, with obstacles. */
class UnfinishedRunsTest {
  private static final RunRecord RUN = withABudget(TestRecords.plain());
  private static final RunRecord COMPLETE =
      RUN.withLimits(List.of(new Limit("page-cache-read", "reads", 1, null, 1, List.of(1L))));

  @TempDir private Path state;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private Path results;

  @BeforeEach
  void leaveSamples() throws IOException {
    results = state.resolve("results");
    leave(RUN.endedAfter(RUN.samples(), RUN.finishedAt(), "it ended"));
  }

  private void leave(RunRecord record) throws IOException {
    UnfinishedRuns.keep(UnfinishedRuns.file(state, RUN.id()), results, record);
  }

  private static RunRecord withABudget(RunRecord run) {
    return Records.with(run, "suite", Records.with(run.suite(), "budgetSeconds", 60L));
  }

  private boolean recover() throws IOException {
    return recover(Optional.empty());
  }

  private boolean recover(Optional<Path> folder) throws IOException {
    return Recovery.run(
        new RunPlace(
            state, state, Map.of(), new PrintStream(printed, true), 0, List.of(), List.of()),
        folder);
  }

  private static Path json(Path folder) {
    return folder.resolve(RUN.id() + ".json");
  }

  private void theRunIsRecorded() {
    assertThat(json(results)).isNotEmptyFile();
    assertThat(UnfinishedRuns.file(state, RUN.id())).doesNotExist();
  }

  @Test
  void aFileThatCannotBeReadStaysAndHoldsUpNoOther() throws IOException {
    Path noFile = Files.createDirectory(UnfinishedRuns.file(state, "20000101T000000Z-folder"));
    Path foreign =
        Files.writeString(UnfinishedRuns.file(state, "20000101T000000Z-foreign"), "{}\n");

    assertThat(recover()).isFalse();

    assertThat(printed.toString())
        .contains(noFile + " stays, because no report could be made of it")
        .contains(foreign + " is not a", "recover with the Loadpath that wrote it");
    assertThat(List.of(noFile, foreign)).allSatisfy(file -> assertThat(file).exists());
    theRunIsRecorded();
  }

  @Test
  void aFileThatNoRunNamedIsLeftAloneAndOneWithoutASampleGoes() throws IOException {
    Path users = Files.writeString(UnfinishedRuns.file(state, "notes"), "{}");
    leave(RUN.endedAfter(List.of(), RUN.finishedAt(), "it ended"));
    Path half = Files.writeString(users.resolveSibling("." + RUN.id() + ".json.4711.tmp"), "{");
    assertThat(recover()).isTrue();
    assertThat(users).hasContent("{}");
    assertThat(half).as("of a run that was killed meanwhile").doesNotExist();
    assertThat(UnfinishedRuns.file(state, RUN.id())).doesNotExist();
    assertThat(results).doesNotExist();
  }

  @Test
  void aCompleteRunStaysComplete() throws IOException {
    leave(COMPLETE);
    Path other = state.resolve("other");
    assertThat(recover(Optional.of(other))).isTrue();
    assertThat(printed.toString()).contains(RUN.id() + ": complete");
    assertThat(RecordFile.read(json(other))).isEqualTo(COMPLETE);
    assertThat(other.resolve(RUN.id() + ".html")).isNotEmptyFile();
    assertThat(results).doesNotExist();
  }

  @Test
  void theRecordOfTheRoundsSoFarIsReplaced() throws IOException {
    RecordFile.write(Records.with(RUN, "samples", RUN.samples().subList(0, 5)), json(results));
    assertThat(recover()).isTrue();
    RunRecord made = RecordFile.read(json(results));
    assertThat(made.samples()).isEqualTo(RUN.samples());
    assertThat(made.interruption().orElseThrow()).contains("it ended");
  }

  @Test
  void areMadeAlsoWhereTheCleanUpFails() throws IOException {
    new RunState("../..", List.of(), List.of(), null).write(state);

    assertThatThrownBy(this::recover).hasMessageContaining("'../..' is not the id of a run");
    theRunIsRecorded();
  }
}
