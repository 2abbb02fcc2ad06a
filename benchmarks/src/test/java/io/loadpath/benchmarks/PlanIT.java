package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plans from real records of a small path of shell, and their check. */
@Timeout(300)
class PlanIT {
  /** Enough CPU time to be counted in ticks. */
  private static final String LOAD = "for ((i = 0; i < 20000; i++)); do :; done; sleep 0.2";

  /** A row of the check; it has no interval if other programs left only one run undisturbed. */
  private static final String FORECAST_AND_MEASURED =
      " +[0-9.]+ +[0-9.]+( \\([0-9.]+–[0-9.]+\\))? +[+-]\\d+\\.\\d %";

  @TempDir private static Path shared;
  private static String record;

  @TempDir private Path folder;
  private FakeProject project;

  @BeforeAll
  static void makeRecords() throws Exception {
    record = recordOf(projectIn(shared), "1000");
  }

  @BeforeEach
  void makeProject() throws IOException {
    project = projectIn(folder);
  }

  private static FakeProject projectIn(Path folder) throws IOException {
    FakeProject project = new FakeProject(folder);
    project.path("loader", Map.of(RUN, LOAD));
    Files.writeString(project.pathFolder("loader").resolve("path.yaml"), PathFolder.yaml("loader"));
    return project;
  }

  @Test
  void theCheckRunsWhatThePlanChoseAndSetsItAgainstTheForecast() throws Exception {
    String output = project.run(0, plan(record, "--check"));

    assertThat(output)
        .contains("gzip-3 reaches the goal: 1 file ")
        .contains("loader files=1 codec=gzip-3, 1,000 rows, ")
        .containsPattern("check +forecast +measured +forecast is off by")
        .containsPattern("MB/s" + FORECAST_AND_MEASURED)
        .containsPattern("TB/h" + FORECAST_AND_MEASURED)
        .containsPattern("CPU-s/GB" + FORECAST_AND_MEASURED)
        .contains("the record has no start runs");
    RunRecord check = project.lastRecord();
    assertThat(output).contains("record  ", check.id() + ".json");
    assertThat(check.samples()).hasSizeGreaterThanOrEqualTo(6).allMatch(Sample::verified);
    assertThat(check.command())
        .isEqualTo(
            "bin/loadpath run quick --rounds 6 --rows 1000 --only 'loader files=1 codec=gzip-3'");
    assertThat(check.variants()).hasSize(1);
  }

  @Test
  @SuppressWarnings("try") // the other programs only have to run
  void aRecordWithStartRunsIsCheckedWithALargerLoad() throws Exception {
    Path started = folder.resolve("started.json");
    RecordFile.write(started(RecordFile.read(Path.of(record))), started);
    String output;
    try (OtherPrograms others = new OtherPrograms()) {
      output = project.run(0, plan(started.toString(), "--check"));
    }

    assertThat(output)
        .contains("loader files=1 codec=gzip-3, 4,000 rows, ")
        .contains("other programs disturbed every run, so this says little about the forecast")
        .contains(
            "a load of 2 files takes 0.0500 s and 0.0100 CPU-s to start, from one run on 10 rows")
        .containsPattern("loader  round 1 is repeated: other programs had \\d+ % of the machine")
        .containsPattern("loader  round 1 is marked as disturbed: other programs had \\d+ %")
        .doesNotContain("the record has no start runs");
    assertThat(project.lastRecord().samples())
        .allMatch(Sample::disturbed)
        .allMatch(Sample::verified);
  }

  @Test
  void aCheckThatCannotRunIsExitCode1() throws Exception {
    PathFolder.script(project.pathFolder("loader"), Step.RUN, "echo 'it broke' >&2; exit 3");

    assertThat(project.run(1, plan(record, "--check")))
        .contains("the check failed: it broke")
        .contains(
            "run it again: bin/loadpath run quick --rounds 6 --rows 1000 --only 'loader files=1");

    project.edit("loader", "gzip-3", "gzip-6");
    assertThat(project.run(1, plan(record, "--check")))
        .contains("loadpath: --check: ", "parameter 'codec' cannot be 'gzip-3'");

    Files.move(project.pathFolder("loader"), folder.resolve("gone"));
    project.path("other", Map.of());
    assertThat(project.run(1, plan(record, "--check"))).contains("--check: unknown path 'loader'");
  }

  @Test
  void aCheckThatEndsAfterItsStartRunSaysHowToRunItAgain() throws Exception {
    Path suite = folder.resolve("benchmarks/suites/quick.yaml");
    Files.writeString(suite, "start-rows: 1000\n" + Files.readString(suite));
    String noSampleCanBeKept = "for f in '%s'/*.json; do rm \"$f\"; mkdir \"$f\"; done";
    PathFolder.script(
        project.pathFolder("loader"), Step.RUN, noSampleCanBeKept.formatted(project.samples()));
    Path started = folder.resolve("started.json");
    RecordFile.write(started(RecordFile.read(Path.of(record))), started);

    assertThat(project.run(1, plan(started.toString(), "--check")))
        .contains("the check failed: it ended before its first load", "run it again: bin/loadpath");
  }

  /** Runs the path with every codec and number of files, and returns the record's file. */
  private static String recordOf(FakeProject project, String rows) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("run", "--rows", rows));
    for (String files : List.of("1", "2")) {
      for (String codec : List.of("none", "gzip-3")) {
        arguments.addAll(List.of("--only", "loader files=%s codec=%s".formatted(files, codec)));
      }
    }
    project.run(0, arguments.toArray(String[]::new));
    return project.lastReport().toString().replaceFirst("html$", "json");
  }

  /** Gives each run 2.5 s and 0.1 CPU-s, and each variant a start run of 0.05 s and 0.01 CPU-s. */
  private static RunRecord started(RunRecord record) {
    List<DatasetInfo> datasets = new ArrayList<>(record.datasets());
    for (DatasetInfo data : record.datasets()) {
      datasets.add(Records.with(data, "id", data.id() + "-few", "rows", 10L, "logicalBytes", 700L));
    }
    List<Sample> samples = new ArrayList<>();
    for (VariantInfo variant : record.variants()) {
      samples.add(timed(TestRecords.sample(variant.id(), "start", true), 50_000_000, 10_000_000));
    }
    record.samples().forEach(s -> samples.add(timed(s, 2_500_000_000L, 100_000_000)));
    return Records.with(
        record,
        "datasets",
        datasets,
        "samples",
        samples,
        "variants",
        record.variants().stream()
            .map(v -> Records.with(v, "startDataset", v.dataset() + "-few"))
            .toList());
  }

  private static Sample timed(Sample sample, long wallNanos, long cpuNanos) {
    return Records.change(sample)
        .set("wallNanos", wallNanos)
        .set("durableNanos", null)
        .set("cpu", List.of(new StageCpu("client", cpuNanos, 0)))
        .set("cpuTotalNanos", null)
        .make();
  }

  /** Returns the arguments of a plan whose goal only gzip reaches. */
  private static String[] plan(String record, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("plan", "--goal", "20kB/s", "--ingest", "12kB/s", "--record", record));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }
}
