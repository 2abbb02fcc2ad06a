package io.loadpath.loads;

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

  @Test
  void theLastCauseIsSaidAndWhatToDoForAFullHeapOrDisk() {
    String shuffle = "Error: ShuffleError: error in shuffle in fetcher#1\n\tat x\nCaused by: %s\n";

    assertThat(
            LostAttempts.explained(
                shuffle.formatted("java.lang.OutOfMemoryError: Java heap space\n\tat y")))
        .startsWith(
            "Error: ShuffleError: error in shuffle in fetcher#1 Caused by: java.lang.OutOfMemoryError: Java heap space Raise -Xmx in mapreduce.map.java.opts")
        .hasLineCount(1);
    assertThat(
            LostAttempts.explained(
                shuffle.formatted("x: y\nCaused by: java.io.IOException: No space left on device")))
        .contains("fetcher#1 Caused by: java.io.IOException: No space left on device Make room");
  }
}
