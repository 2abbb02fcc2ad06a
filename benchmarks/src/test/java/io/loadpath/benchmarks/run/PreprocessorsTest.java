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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreprocessorsTest {
  @TempDir Path folder;

  @Test
  void theTimeOfAProgramAndItsChildrenIsCounted() throws IOException {
    Path program =
        program(
            """
            burn() { local i=0; while ((i < 100000)); do i=$((i + 1)); done; }
            (burn) & burn; wait; times; echo "$1"; exit 3
            """);
    Preprocessors preprocessors = installed();

    ProgramOutput output = count(program, "a b*c");
    ProgramOutput again = count(program, "again");

    assertThat(output.exitCode()).isEqualTo(3);
    assertThat(output.text()).endsWith("\na b*c\n");
    long first = ShellTimes.parse(output.text()).totalNanos();
    long both = first + ShellTimes.parse(again.text()).totalNanos();
    assertThat((double) preprocessors.used().totalNanos())
        .isCloseTo(both, within(0.3 * both))
        .isGreaterThan(first);
  }

  @Test
  void usersOfTheServersHostCannotTouchEachOthersNotes() throws IOException {
    installed();
    assertThat((int) Files.getAttribute(folder.resolve("cpu-times"), "unix:mode") & 07777)
        .isEqualTo(01733);
  }

  /** A process id, which names the note of a process, can be guessed; a file of that name waits. */
  @ParameterizedTest
  @ValueSource(strings = {"link", "file"})
  void aNoteNeverGoesIntoAnExistingFile(String planted) throws IOException {
    Preprocessors preprocessors = installed();
    Path precious = Files.writeString(folder.resolve("pg_hba.conf"), "precious");
    Path guessed = folder.resolve("cpu-times/guessed");
    if (planted.equals("link")) {
      Files.createSymbolicLink(guessed, precious);
    } else {
      Files.copy(precious, guessed);
    }
    Path wrapper = Preprocessors.wrapper(folder);
    String guess = Files.readString(wrapper).replaceFirst("(?m)^read -r name.*$", "name=guessed");
    Files.writeString(wrapper, guess);

    assertThat(count(program("true"), "").exitCode()).isEqualTo(1);

    assertThat(precious).hasContent("precious");
    assertThat(guessed).hasContent("precious");
    assertThat(preprocessors.used()).isEqualTo(CpuTime.ZERO);
  }

  @Test
  void aLinkIsNoNote() throws IOException {
    Preprocessors preprocessors = installed();
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "9m0.000s 9m0.000s");
    Files.createSymbolicLink(folder.resolve("cpu-times/note"), elsewhere);

    assertThat(preprocessors.used()).isEqualTo(CpuTime.ZERO);
  }

  private Preprocessors installed() throws IOException {
    Preprocessors preprocessors = new Preprocessors(folder);
    preprocessors.install();
    return preprocessors;
  }

  private Path program(String body) throws IOException {
    Path file = Files.writeString(folder.resolve("inflate.sh"), "#!/bin/bash\n" + body + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ProgramOutput count(Path program, String argument) throws IOException {
    String wrapper = Preprocessors.wrapper(folder).toString();
    return ProgramOutput.of(List.of(wrapper, program.toString(), argument), Duration.ofMinutes(1));
  }
}
