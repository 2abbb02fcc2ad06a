package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
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
    Process started =
        new ProcessBuilder(ServerProgram.locked(files, List.of("bash", "-c", server)))
            .directory(files.folder().toFile())
            .start();
    long program = Long.parseLong(started.inputReader().readLine());
    try {
      started.waitFor();

      assertThatThrownBy(() -> ServerProgram.requireUnlocked(files))
          .isInstanceOf(ServiceException.class)
          .hasMessageContainingAll(
              "sleep (pid " + program, files.data() + "", "'kill " + program + "'");
    } finally {
      Processes.signal("KILL", List.of(program));
    }
    assertThatCode(() -> ServerProgram.requireUnlocked(files)).doesNotThrowAnyException();
  }

  @Test
  void aProgramThatIsStillBeingWrittenIsTriedAgain() throws Exception {
    run("[ -e tried ] || { touch tried; echo 'sh: 1: postgres: Text file busy'; exit 1; }");

    assertThat(state.resolve("tried")).exists();
  }

  @Test
  void anyOtherFailureEndsTheFirstTryWithItsOutput() {
    assertThatThrownBy(() -> run("echo x >>tries; echo no space; exit 3"))
        .isInstanceOf(ServiceException.class)
        .hasMessageContainingAll("exit code 3", "no space");
    assertThat(state.resolve("tries")).hasContent("x");
  }

  private void run(String script) throws Exception {
    ServerProgram.run(List.of("/bin/sh", "-c", script), state, "");
  }
}
