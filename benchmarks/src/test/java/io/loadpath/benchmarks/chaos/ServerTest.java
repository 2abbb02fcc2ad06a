package io.loadpath.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTest {
  /** The end of a run may do both at once, and giving up makes a lock's file in the folder. */
  @Test
  void aServerCanBeGivenUpWhileItIsRemoved(@TempDir Path folder) throws Exception {
    Server server = new Server(Program.ROOT, folder.resolve("lane-0"));
    for (int i = 0; i < 2000; i++) { // so that the removal takes a while
      Files.createDirectories(server.state.resolve("postgres/%d/%d".formatted(i % 20, i)));
    }
    AtomicBoolean removed = new AtomicBoolean();

    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> {
              while (!removed.get()) {
                server.giveUp();
              }
            });
    try {
      server.remove();
    } finally {
      removed.set(true);
    }
    end.get();

    assertThat(server.state).doesNotExist();
  }
}
