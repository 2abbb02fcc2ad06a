package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.OtherHolder;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  @TempDir private Path state;

  /** The file may have the number of an older run, which is now another process's. */
  @Test
  void onlyARunThatHasTheLockIsSaidToGoOn() throws Exception {
    Path file = state.resolve("run.lock");
    long stranger = ProcessHandle.current().parent().orElseThrow().pid();
    try (OtherHolder holder = OtherHolder.of(file, "RUN " + stranger)) {
      assertThatThrownBy(() -> RunLock.takeForRun(state, LIMIT))
          .isInstanceOf(LoadpathException.class)
          .hasMessage(
              "java (pid %d) holds %s, and has kept it for 1 s, so no run can start:"
                  + " wait for its end, or end it",
              holder.pid(), file);
    }
    try (FolderLock lock = RunLock.takeForRun(state, LIMIT)) {
      assertThat(lock).isNotNull();
      assertThatThrownBy(() -> RunLock.takeForRun(state, Duration.ofDays(1)))
          .hasMessage(
              "another run is going on (pid %1$d) with the state folder %2$s:"
                  + " wait for its end, or end it with 'kill %1$d'",
              ProcessHandle.current().pid(), state);
    }
  }

  @Test
  void aRunWaitsForACleanUp() throws Exception {
    FolderLock cleanUp = RunLock.tryTake(state, RunLock.Holder.RECOVERY).orElseThrow();
    assertThatThrownBy(() -> RunLock.takeForRun(state, LIMIT))
        .hasMessageContaining("holds " + state.resolve("run.lock"));
    cleanUp.close();
    RunLock.takeForRun(state, LIMIT).close();
  }
}
