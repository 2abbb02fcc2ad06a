package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LostAttemptsTest {
  @Test
  void theFirstLineIsSaidAndForTooMuchMemoryWhatToDo() {
    String memory = "Container [pid=7] is running 1048576B beyond the 'PHYSICAL' memory limit.";

    assertThat(LostAttempts.explained(memory + "\nDump of the process-tree :\n"))
        .startsWith(memory + " Raise mapreduce.map.memory.mb")
        .hasLineCount(1);
    assertThat(LostAttempts.explained("\nContainer exited with code 137\n\tat x\n"))
        .isEqualTo("Container exited with code 137");
    assertThat(LostAttempts.explained("")).isNull();
  }
}
