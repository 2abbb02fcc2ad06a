package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FileTasksTest {
  private static final long MOST_NANOS = 1_000_000_000;

  @Test
  void aFailureEndsTheReadingOfTheOtherFiles() {
    Path bad = Path.of("bad");
    AtomicInteger readers = new AtomicInteger();
    FileTasks.Task<Void> task =
        (file, stored) -> {
          if (file.equals(bad)) {
            long start = System.nanoTime();
            while (readers.get() == 0 && System.nanoTime() - start < MOST_NANOS) {
              Thread.onSpinWait(); // with one core, the other file comes later
            }
            throw new IOException("bad");
          }
          readers.incrementAndGet();
          try {
            while (true) {
              stored.accept(1);
            }
          } finally {
            readers.decrementAndGet();
          }
        };

    assertThatThrownBy(
            () -> FileTasks.run(List.of(bad, Path.of("endless")), task, Progress.silent()))
        .hasMessage("bad");
    Await.until("the other file is read on", () -> readers.get() == 0);
  }
}
