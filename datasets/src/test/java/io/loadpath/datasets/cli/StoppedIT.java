package io.loadpath.datasets.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Manifest;
import io.loadpath.engines.service.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Generators and splitters in other processes, which are killed or run at the same time. */
class StoppedIT {

  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path home;
  private final List<Process> started = new ArrayList<>();

  /** Work that takes long: its arguments, and the file that shows that it writes. */
  enum Work {
    GENERATION("data all-card-trans --rows 100000000", "part-00000.tbl"),
    SPLIT("split lines.tbl --parts 60 --codec bzip2-9", "part-00001.tbl.bz2");

    private final String arguments;
    private final String file;

    Work(String arguments, String file) {
      this.arguments = arguments;
      this.file = file;
    }
  }

  @AfterEach
  void endProcesses() {
    started.forEach(Process::destroyForcibly);
  }

  /** Starts a command, with its output in the files NUMBER.out and NUMBER.err. */
  private Process start(int number, String arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-cp", System.getProperty("java.class.path")));
    command.add(Program.class.getName());
    command.addAll(List.of((arguments + " --out out").split(" ")));
    Process process =
        new ProcessBuilder(command)
            .directory(home.toFile())
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

  /** Starts the work, and waits until it writes. */
  private Process startLongOne(Work work) throws Exception {
    if (work == Work.SPLIT) {
      Files.writeString(home.resolve("lines.tbl"), "a line of text|\n".repeat(4_000_000));
    }
    Process process = start(0, work.arguments);
    Path part = home.resolve(".out.partial-" + process.pid()).resolve(work.file);
    Await.until(
        "a file that is written",
        () -> {
          assertThat(process.isAlive()).as(errors(0)).isTrue();
          return Files.exists(part) && (work == Work.SPLIT || Files.size(part) > 0);
        });
    return process;
  }

  /** Starts the work, ends it while it writes, and waits for its end. */
  private Process ended(Work work, Consumer<Process> signal) throws Exception {
    Process process = startLongOne(work);
    signal.accept(process);
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process;
  }

  @ParameterizedTest
  @EnumSource
  void workThatIsAskedToStopCleansUp(Work work) throws Exception {
    assertThat(ended(work, Process::destroy).exitValue()).isNotZero();
    assertThat(folders()).isEmpty();
    String what =
        work == Work.SPLIT
            ? home.toRealPath().resolve("out").toString()
            : "all-card-trans-100000000-1parts";
    assertThat(errors(0))
        .endsWith("stopped before " + what + " was complete; the unfinished files are removed\n");
  }

  @ParameterizedTest
  @EnumSource
  void killedWorkLeavesNothingThatLooksWholeAndTheNextClearsUp(Work work) throws Exception {
    Process killed = ended(work, Process::destroyForcibly);
    assertThat(folders()).containsExactly(".out.partial-" + killed.pid());
    if (work == Work.SPLIT) {
      assertThat(start(1, "split lines.tbl --parts 2").waitFor()).as(errors(1)).isZero();
    } else {
      assertThat(start(1, "data all-card-trans --rows 1000").waitFor()).as(errors(1)).isZero();
      Manifest.read(home.resolve("out")).check(home.resolve("out"));
    }
    assertThat(folders()).containsExactly("out");
  }
}
