package io.loadpath.benchmarks.run;

import static java.lang.ProcessBuilder.Redirect.DISCARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.engines.postgres.ServerUser;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ProgramOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreprocessorCpuTest {
  private static final String TIMES = "0m1.000s 0m0.500s\n0m0.000s 0m0.000s\n";

  @TempDir Path folder;

  @Test
  void theTimeOfAProgramAndItsChildrenIsCounted() throws IOException {
    Path program =
        program(
            """
            burn() { local i=0; while ((i < 100000)); do i=$((i + 1)); done; }
            (burn) & burn; wait; times; echo "$1"; exit 3
            """);
    PreprocessorCpu preprocessors = installed();

    ProgramOutput output = count(program, "a b*c");
    ProgramOutput again = count(program, "again");

    assertThat(output.exitCode()).isEqualTo(3);
    assertThat(output.text()).endsWith("\na b*c\n");
    long first = CpuTime.ofShell(output.text()).totalNanos();
    long both = first + CpuTime.ofShell(again.text()).totalNanos();
    assertThat((double) preprocessors.used().totalNanos())
        .isCloseTo(both, within(0.3 * both))
        .isGreaterThan(first);
  }

  @Test
  void usersOfTheDatabasesHostCannotTouchEachOthersNotesWhereTheDatabasesUserIsNotKnown()
      throws IOException {
    installed(OptionalLong.empty());
    assertThat(modeOf("cpu-times")).isEqualTo(01733);
  }

  @Test
  void onlyTheBundledServersUserCanMakeNotes() throws Exception {
    ServerUser server = ServerUser.find();
    PreprocessorCpu preprocessors = installed(OptionalLong.of(server.uid()));
    assertThat(modeOf("cpu-times")).isEqualTo(0700);
    assertThat(modeOf("cpu-times-read")).isEqualTo(0700);
    Owner.mode(folder, "rwxr-xr-x");
    Path program = program("i=0; while ((i < 30000)); do i=$((i + 1)); done");
    List<String> counted =
        List.of(PreprocessorCpu.wrapper(folder).toString(), program.toString(), "");
    assertThat(run(server.command(counted))).isZero();
    CpuTime used = preprocessors.used();
    assertThat(used.totalNanos()).isPositive();

    Path notes = folder.resolve("cpu-times");
    Path byCaller = Files.writeString(notes.resolve("by-caller"), TIMES);
    if (server.dropped()) {
      assertThat(run(otherUser("echo '" + TIMES.strip() + "' >" + notes + "/note"))).isNotZero();
      assertThat(run(otherUser("ls " + notes))).isNotZero();
    } else {
      Files.delete(byCaller); // who is the server's user, too
    }
    assertThat(preprocessors.used()).isEqualTo(used);
  }

  private int modeOf(String name) throws IOException {
    return (int) Files.getAttribute(folder.resolve(name), "unix:mode") & 07777;
  }

  /** A user who is neither the caller nor the user of a server. */
  private static List<String> otherUser(String script) {
    List<String> command = new ArrayList<>(List.of("setpriv", "--reuid=65533", "--regid=65533"));
    command.addAll(List.of("--clear-groups", "bash", "-c", script));
    return command;
  }

  private static int run(List<String> command) throws IOException {
    return ProgramOutput.of(command, Duration.ofMinutes(1)).exitCode();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999999m0.000s 0m0.000s\n0m0.000s 0m0.000s\n",
        "0m0.000s 0m2.000s\n0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n",
        "0m0,000s 0m2,000s\n0m0,000s 0m0,000s\n",
        "precious",
      })
  void aNoteThatIsNoTimesOfAProgramIsNamed(String text) throws IOException {
    PreprocessorCpu preprocessors = installed();
    Files.writeString(folder.resolve("cpu-times/odd"), text);

    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(preprocessors::used)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith("cannot read the preprocessors' CPU time: ")
          .hasMessageContaining(
              "/odd: user %d has written '%s' instead of the output of times",
              Owner.caller(), text.strip());
    }
  }

  @Test
  void aNoteThatIsBeingWrittenCountsAsFarAsItIs() throws IOException {
    PreprocessorCpu preprocessors = installed();
    Path note = Files.writeString(folder.resolve("cpu-times/note"), "");
    assertThat(preprocessors.used()).isEqualTo(CpuTime.ZERO);
    Path moved = folder.resolve("cpu-times-read").resolve(note.getFileName());
    Files.writeString(moved, "0m1.000s 0m0.500s\n");
    assertThat(preprocessors.used().totalNanos()).isEqualTo(1_500_000_000);
    Files.writeString(moved, "0m1.000s 0m0.500s\n0m0.250s 0m0.000s\n");
    assertThat(preprocessors.used().totalNanos()).isEqualTo(1_750_000_000);
  }

  @Test
  void aNoteCountsOnceAlsoAfterItsMakerHasReplacedIt() throws IOException {
    PreprocessorCpu preprocessors = installed(OptionalLong.empty());
    Path note = Files.writeString(folder.resolve("cpu-times/note"), TIMES);
    CpuTime used = preprocessors.used();
    assertThat(used.totalNanos()).isEqualTo(1_500_000_000);
    assertThat(note).doesNotExist();
    assertThat(preprocessors.used()).isEqualTo(used);

    Files.writeString(note, TIMES);
    assertThatThrownBy(preprocessors::used).hasMessageContaining("FileAlreadyExistsException");
  }

  /** Opening a pipe without a writer would never return. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aNoteThatBecomesAPipeMeanwhileHoldsUpNothing() throws Exception {
    PreprocessorCpu preprocessors = installed(OptionalLong.empty());
    Owner.mode(folder, "rwxr-xr-x");
    String swap =
        """
        cd '%s'
        for i in {1..300}; do
          mkfifo pipe; printf '%s' >"n$i"; mv -f pipe "n$i"
        done
        """
            .formatted(folder.resolve("cpu-times"), TIMES.replace("\n", "\\n"));
    List<String> command = Owner.caller() == 0 ? otherUser(swap) : List.of("bash", "-c", swap);
    Process swapper =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(DISCARD).start();
    try {
      while (swapper.isAlive()) {
        try {
          preprocessors.used();
        } catch (UncheckedIOException e) {
          assertThat(e).hasMessageContaining("NoSuchFileException"); // it was just being replaced
        }
      }
    } finally {
      swapper.destroyForcibly().waitFor();
    }
  }

  /** A process id, which names the note of a process, can be guessed; a file of that name waits. */
  @ParameterizedTest
  @ValueSource(strings = {"link", "file"})
  void aNoteNeverGoesIntoAnExistingFile(String planted) throws IOException {
    PreprocessorCpu preprocessors = installed();
    Path precious = Files.writeString(folder.resolve("pg_hba.conf"), "precious");
    Path guessed = folder.resolve("cpu-times/guessed");
    if (planted.equals("link")) {
      Files.createSymbolicLink(guessed, precious);
    } else {
      Files.copy(precious, guessed);
    }
    Path wrapper = PreprocessorCpu.wrapper(folder);
    String guess = Files.readString(wrapper).replaceFirst("(?m)^read -r name.*$", "name=guessed");
    Files.writeString(wrapper, guess);

    assertThat(count(program("true"), "").exitCode()).isEqualTo(1);

    assertThat(precious).hasContent("precious");
    assertThat(guessed).hasContent("precious");
    Files.delete(guessed);
    assertThat(preprocessors.used()).isEqualTo(CpuTime.ZERO);
  }

  @Test
  void aLinkAndAPipeAreNoNotes() throws IOException {
    PreprocessorCpu preprocessors = installed();
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), TIMES);
    Files.createSymbolicLink(folder.resolve("cpu-times/note"), elsewhere);
    assertThat(run(List.of("mkfifo", folder.resolve("cpu-times/pipe").toString()))).isZero();

    assertThat(preprocessors.used()).isEqualTo(CpuTime.ZERO);
  }

  private PreprocessorCpu installed() throws IOException {
    return installed(OptionalLong.of(Owner.caller()));
  }

  private PreprocessorCpu installed(OptionalLong maker) throws IOException {
    PreprocessorCpu preprocessors = new PreprocessorCpu(folder, maker);
    preprocessors.install();
    return preprocessors;
  }

  private Path program(String body) throws IOException {
    Path file = Files.writeString(folder.resolve("inflate.sh"), "#!/bin/bash\n" + body + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ProgramOutput count(Path program, String argument) throws IOException {
    String wrapper = PreprocessorCpu.wrapper(folder).toString();
    return ProgramOutput.of(List.of(wrapper, program.toString(), argument), Duration.ofMinutes(1));
  }
}
