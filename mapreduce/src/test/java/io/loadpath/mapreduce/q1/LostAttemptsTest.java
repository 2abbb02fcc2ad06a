package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LostAttemptsTest {
  @Test
  void aContainerThatTookTooMuchMemoryIsSaidWithWhatToDo() {
    String diagnostics =
        """
        [2026-11-22 14:00:00.000]Container [pid=7,containerID=container_1_0001_01_000002] is running \
        1048576B beyond the 'PHYSICAL' memory limit. Current usage: 129 MB of 128 MB physical memory \
        used; 2.4 GB of 268.8 MB virtual memory used. Killing container.
        Dump of the process-tree for container_1_0001_01_000002 :
        """;

    assertThat(LostAttempts.explained(diagnostics))
        .hasLineCount(1)
        .contains("129 MB of 128 MB physical memory used", "Killing container.")
        .endsWith(
            " Raise mapreduce.map.memory.mb or mapreduce.reduce.memory.mb, or lower -Xmx in the java.opts of the same name.");
  }

  @Test
  void anotherEndIsSaidInItsFirstLine() {
    assertThat(LostAttempts.explained("\nContainer exited with code 137\n\tat x\n"))
        .isEqualTo("Container exited with code 137");
    assertThat(LostAttempts.explained("")).isNull();
  }
}
