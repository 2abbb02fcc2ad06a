package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.cpu.CpuTime;
import io.loadpath.benchmarks.cpu.ShellTimes;
import io.loadpath.benchmarks.proc.ProgramOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreprocessorsTest {
  @TempDir Path folder;

  @Test
  void whatAProgramAndItsChildrenUseIsCounted() throws IOException {
    Path program =
        program(
            "inflate.sh",
            """
            burn() { local i=0; while ((i < 100000)); do i=$((i + 1)); done; }
            (burn) & burn; wait; times; echo "$1"; exit 3
            """);
    Preprocessors preprocessors = new Preprocessors(folder);
    preprocessors.count();

    ProgramOutput output = run(program, "a b*c");
    run(program, "again");

    assertThat(output.exitCode()).isEqualTo(3);
    assertThat(output.text()).endsWith("\na b*c\n");
    CpuTime once = ShellTimes.parse(output.text());
    assertThat((double) preprocessors.used().totalNanos())
        .isCloseTo(2.0 * once.totalNanos(), within(0.6 * once.totalNanos()))
        .isGreaterThan(once.totalNanos());
  }

  @Test
  void aProgramFindsWhatLiesBesideIt() throws IOException {
    program("helper.sh", "echo helped");
    Files.writeString(folder.resolve("settings"), "as set\n");
    Path program =
        program(
            "inflate.sh", "here=${BASH_SOURCE[0]%/*}; \"$here/helper.sh\"; cat \"$here/settings\"");
    Preprocessors preprocessors = new Preprocessors(folder);
    preprocessors.count();

    assertThat(run(program, "x")).isEqualTo(new ProgramOutput(0, "helped\nas set\n"));
    assertThat(folder.resolve("cpu-times")).isDirectoryContaining(file -> true);
  }

  @Test
  void withoutProgramsNothingIsTouched() throws IOException {
    Files.writeString(folder.resolve("data.csv"), "1\n");
    Preprocessors preprocessors = new Preprocessors(folder);
    preprocessors.count();

    assertThat(folder).isDirectoryNotContaining("glob:**uncounted");
    assertThat(preprocessors.used()).isEqualTo(CpuTime.ZERO);
  }

  private Path program(String name, String body) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/bash\n" + body + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static ProgramOutput run(Path program, String argument) throws IOException {
    return ProgramOutput.of(List.of(program.toString(), argument), Duration.ofMinutes(1));
  }
}
