package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerProgramTest {
  @TempDir private Path state;

  /** A program that the server has started, such as a preprocessor, may outlive it. */
  @Test
  void aProgramThatHasTheLockFromAnEndedServerIsNamed() throws Exception {
    ServerFiles files = ServerFiles.in(state);
    Files.createDirectory(files.folder());
    String server = "sleep 399 </dev/null >/dev/null 2>&1 & echo $!; exec sleep 0";
    Process started = start(files, List.of("bash", "-c", server));
    long program = Long.parseLong(started.inputReader().readLine());
    try {
      started.waitFor();

      assertThatThrownBy(() -> ServerProgram.requireUnlocked(files))
          .isInstanceOf(ServiceException.class)
          .hasMessage(
              "sleep (pid %1$d), which a server of %2$s has started, is still there and holds"
                  + " %3$s: wait for its end, or end it with 'kill %1$d'",
              program, files.data(), files.serverLock());
    } finally {
      Processes.signal("KILL", List.of(program));
    }
    assertThatCode(() -> ServerProgram.requireUnlocked(files)).doesNotThrowAnyException();
  }

  private static Process start(ServerFiles files, List<String> server) throws IOException {
    return new ProcessBuilder(ServerProgram.locked(files, server))
        .directory(files.folder().toFile())
        .start();
  }
}
