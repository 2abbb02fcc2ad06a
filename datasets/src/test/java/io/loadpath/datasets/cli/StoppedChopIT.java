package io.loadpath.datasets.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chop in another process, which is killed. */
class StoppedChopIT {

  private static final long PATIENCE_SECONDS = 60;

  @TempDir private Path home;
  private Path file;
  private Process process;

  @BeforeEach
  void startALongOne() throws Exception {
    file = Files.writeString(home.resolve("lines.tbl"), "a line of text|\n".repeat(4_000_000));
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                "chop",
                file.toString(),
                "--files",
                "60",
                "--codec",
                "bzip2-9",
                "--out",
                home.resolve("out").toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    Path second = partial().resolve("part-00001.tbl.bz2");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Files.exists(second)) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      assertThat(process.isAlive()).as(Files.readString(home.resolve("log"))).isTrue();
      Thread.sleep(20);
    }
  }

  @AfterEach
  void endProcess() {
    process.destroyForcibly();
  }

  private Path partial() {
    return home.resolve(".out.partial-" + process.pid());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(home)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void oneThatIsAskedToStopCleansUp() throws Exception {
    process.destroy();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    assertThat(names()).containsExactly("lines.tbl", "log");
    assertThat(home.resolve("log"))
        .content()
        .endsWith(
            "stopped before "
                + home.resolve("out")
                + " was whole; the unfinished files are removed\n");
  }

  @Test
  void oneThatIsKilledLeavesNothingThatLooksWholeAndTheNextOneWorks() throws Exception {
    process.destroyForcibly();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(names()).containsExactly(partial().getFileName().toString(), "lines.tbl", "log");
    Program.Outcome next =
        Program.run(
            "chop", file.toString(), "--files", "2", "--out", home.resolve("out").toString());
    assertThat(next.exitCode()).as(next.err()).isZero();
    assertThat(names()).containsExactly("lines.tbl", "log", "out");
  }
}
