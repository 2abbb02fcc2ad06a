package io.loadpath.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Processes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VictimTest {
  private Process process;

  @BeforeEach
  void start() throws Exception {
    process = new ProcessBuilder("sleep", "391").start();
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void aProcessThatTookTheNumberOfAnotherIsLeftAlone() {
    Victim found = Victim.of(process.pid()).orElseThrow();
    Victim earlier = new Victim(found.pid(), found.startTicks() - 1);

    assertThat(earlier.signal("KILL")).isFalse();
    assertThat(process.isAlive()).isTrue();
    assertThat(found.signal("KILL")).isTrue();
    assertThat(Processes.awaitEnd(List.of(found.pid()), 5)).isTrue();
    assertThat(found.signal("KILL")).isFalse();
    assertThat(Victim.of(found.pid())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "attempt_1795_0001_m_000002_0,1795_0001_m_000002,false",
        "attempt_1795_0001_r_000000_0,-,true",
        "container_1795_0001_01_000002,-,false"
      })
  void onlyAttemptsOfMapReduceAreNamed(String word, String task, boolean reduce) throws Exception {
    process.destroyForcibly();
    process = new ProcessBuilder("cat", "-", word).start(); // waits for its standard input
    Victim attempt = Victim.of(process.pid()).orElseThrow();
    while (!attempt.words().get(0).equals("cat")) {
      Processes.pause();
    }

    assertThat(JobProcesses.mapTask(attempt)).isEqualTo(Optional.ofNullable(task));
    assertThat(JobProcesses.reduce(attempt)).isEqualTo(reduce);
  }
}
