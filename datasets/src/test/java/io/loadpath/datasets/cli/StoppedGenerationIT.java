package io.loadpath.datasets.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Generators in other processes, which are killed or run at the same time. */
class StoppedGenerationIT {

  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path home;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endProcesses() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(int number, long rows) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                "data",
                "all-card-trans",
                "--rows",
                Long.toString(rows),
                "--out",
                home.resolve("cards").toString())
            .redirectOutput(home.resolve(number + ".out").toFile())
            .redirectError(home.resolve(number + ".err").toFile())
            .start();
    started.add(process);
    return process;
  }

  private String errors(int number) throws IOException {
    return Files.readString(home.resolve(number + ".err"));
  }

  private List<String> folders() throws IOException {
    try (Stream<Path> entries = Files.list(home)) {
      return entries.filter(Files::isDirectory).map(p -> p.getFileName().toString()).toList();
    }
  }

  /** Starts one that would take long, and waits until it writes. */
  private Process startLongOne() throws Exception {
    Process process = start(0, 100_000_000);
    Path part = home.resolve(".cards.partial-" + process.pid()).resolve("part-00000.tbl");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Files.exists(part) || Files.size(part) == 0) {
      assertThat(System.nanoTime()).as(errors(0)).isLessThan(deadline);
      assertThat(process.isAlive()).as(errors(0)).isTrue();
      Thread.sleep(20);
    }
    return process;
  }

  @Test
  void aGeneratorThatIsAskedToStopCleansUp() throws Exception {
    Process process = startLongOne();
    process.destroy();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    assertThat(folders()).isEmpty();
    assertThat(errors(0))
        .endsWith(
            "stopped before all-card-trans-100000000-1parts was whole; the unfinished files are"
                + " removed\n");
  }

  @Test
  void aKilledGeneratorLeavesNoDataThatLooksWholeAndTheNextOneClearsUp() throws Exception {
    Process process = startLongOne();
    process.destroyForcibly();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(folders()).containsExactly(".cards.partial-" + process.pid());
    Process next = start(1, 1000);
    assertThat(next.waitFor()).as(errors(1)).isZero();
    assertThat(folders()).containsExactly("cards");
    Manifest.read(home.resolve("cards")).check(home.resolve("cards"));
  }

  @Test
  void ofTwoAtTheSameTimeOneMakesTheDataAndTheOtherReusesIt() throws Exception {
    Process one = start(1, 1_000_000);
    Process two = start(2, 1_000_000);
    assertThat(one.waitFor()).as(errors(1)).isZero();
    assertThat(two.waitFor()).as(errors(2)).isZero();
    assertThat(List.of(errors(1).contains("made "), errors(2).contains("made ")))
        .as(errors(1) + errors(2))
        .containsExactlyInAnyOrder(true, false);
    assertThat(errors(1) + errors(2)).contains("reusing ");
    Manifest.read(home.resolve("cards")).check(home.resolve("cards"));
  }
}
