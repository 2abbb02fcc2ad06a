package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ProgramOutputTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }

  @Test
  void outputAndErrorsAreApart() throws IOException {
    assertThat(ProgramOutput.of(shell("cat; echo $LC_ALL; echo bad >&2; exit 3"), LIMIT))
        .isEqualTo(new ProgramOutput(3, "C\n", "bad\n"));
    assertThat(ProgramOutput.ifGood(shell("echo ' 1.0 ' >&2"))).contains("1.0");
    assertThat(ProgramOutput.ifGood(shell("echo 1.0; exit 1"))).isEmpty();
    assertThat(ProgramOutput.ifGood(List.of("/no/such/program"))).isEmpty();
  }

  @Test
  void aProgramThatHangsIsEndedAtItsLimit() throws IOException {
    assertThat(ProgramOutput.of(List.of("sleep", "391"), Duration.ofMillis(200)).exitCode())
        .isNotZero();
  }

  @Test
  void aFullDiskIsSaidToBeTheReason() {
    assertThatThrownBy(() -> ProgramOutput.requireRoom(Path.of("/dev/full"), "gzip"))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("'gzip' failed", "no space", "in /dev", "free some space");
  }

  @Test
  void anInterruptEndsTheProgram() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> ProgramOutput.of(List.of("sleep", "392"), LIMIT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Processes.all(words -> words.equals(List.of("sleep", "392")))).isEmpty();
  }
}
