package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on a full disk, and into a pipe that is closed. */
@Timeout(120)
class StandardOutputIT {
  private static final Path RECORD =
      Path.of("src/test/resources/io/loadpath/benchmarks/aa.json").toAbsolutePath();

  @TempDir private Path folder;

  private record Outcome(int exitCode, String errors) {}

  /** Runs a command of {@code bin/loadpath} whose output goes to {@code where}, in bash's words. */
  private Outcome run(String where, String... arguments) throws Exception {
    String script = "\"$@\" " + where + "; exit \"${PIPESTATUS[0]}\"";
    List<String> command = new ArrayList<>(List.of("/bin/bash", "-c", script, "-"));
    command.addAll(FakeProject.PROGRAM);
    command.addAll(List.of(arguments));
    Path errors = folder.resolve("errors");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().put("LOADPATH_ROOT", Path.of("..").toRealPath().toString());
    builder.environment().put("LOADPATH_STATE", folder.resolve("state").toString());
    Process process = builder.start();
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    return new Outcome(process.exitValue(), Files.readString(errors));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help", // written by picocli
        "list", // in lines
        "report RECORD --format md", // in one piece, and flushed
        "fingerprint all-card-trans ROWS" // of another module
      })
  void aFullDiskFailsTheCommand(String command) throws Exception {
    Path rows =
        Files.writeString(
            folder.resolve("rows"),
            "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n");
    String words = command.replace("RECORD", RECORD.toString()).replace("ROWS", rows.toString());

    Outcome outcome = run(">/dev/full", words.split(" "));

    assertThat(outcome.exitCode()).as(outcome.errors()).isEqualTo(1);
    assertThat(outcome.errors())
        .contains("loadpath: cannot write to standard output: No space left on device; ");
  }

  @Test
  void aReaderThatHasEnoughHearsNothing() throws Exception {
    assertThat(run("| true", "list")).isEqualTo(new Outcome(141, ""));
  }
}
