package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial's path, next to the project's paths on the bundled Hadoop. */
@Timeout(300)
class ExamplePathIT {
  @TempDir private Path folder;
  private Path copy;
  private Path state;

  @BeforeEach
  void addThePath() throws IOException {
    copy = ExamplePath.project(folder.toRealPath().resolve("my project"));
    state = Files.createDirectory(folder.toRealPath().resolve("state"));
    Files.createFile(state.resolve(StateFolder.MARKER));
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(Processes.withEnvironment("LOADPATH_STATE", state.toString())).isEmpty();
  }

  private String loadpath(int exitCode, Path root, List<String> arguments) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("LOADPATH_ROOT", root.toString());
    environment.put("LOADPATH_STATE", state.toString());
    return Harness.run(exitCode, environment, arguments.toArray(String[]::new));
  }

  /** Runs the printed command once, on fewer rows. */
  private List<String> printed(String... more) throws IOException {
    String words = ExamplePath.arguments().replace("--rounds 20", "--rounds 1 --warmups 0");
    String quoted = "printf '%s\\n' " + words + " --scale 0.001 --out " + folder + "/results";
    List<String> arguments = new ArrayList<>();
    Program.in(folder, "bash", "-euc", quoted).run().ok().out().lines().forEach(arguments::add);
    arguments.addAll(List.of(more));
    return arguments;
  }

  @Test
  void runsFromAFolderOutsideTheProject() throws IOException {
    Path paths = copy.resolve("benchmarks/paths");
    assertThat(loadpath(0, copy, List.of("list"))).contains("  slowed\n", "  my-loader\n");
    assertThat(loadpath(1, Program.ROOT, List.of("list", "--paths", paths.toString())))
        .contains("two paths have the name 'adbc-load-postgres'");
    Path mine = Files.createDirectory(folder.resolve("mine"));
    Files.move(paths.resolve("slowed"), mine.resolve("slowed"));
    String option = "--paths " + mine.toRealPath();

    assertThat(loadpath(0, Program.ROOT, List.of("list", "--paths", mine.toString())))
        .contains("  slowed\n", "  duckdb-q1\n");
    loadpath(0, Program.ROOT, printed("--paths", mine.toString()));

    RunRecord record = TestRecords.newest(folder.resolve("results"));
    assertThat(record.variants())
        .extracting(VariantInfo::id)
        .containsExactly(
            "mapreduce-q1 files=1 containers=all as=a", "slowed files=1 containers=all");
    assertThat(record.samples()).hasSizeGreaterThan(1).allMatch(Sample::verified);
    assertThat(record.command()).startsWith("bin/loadpath run noise " + option);
    assertThat(record.variants().get(1).command())
        .startsWith("bin/loadpath run noise " + option)
        .contains(" --only 'slowed files=1");
  }
}
