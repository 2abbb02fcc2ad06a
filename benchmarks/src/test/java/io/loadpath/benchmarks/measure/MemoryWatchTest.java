package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Await;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {
  private static final long MEGABYTE = 1_000_000;

  @Test
  void ownPagesAddUpAndSharedPagesCountOnce() throws Exception {
    // each holds a text of 40 MB, and both share the program bash and its libraries
    String hold = "x=$(head -c 40000000 /dev/zero | tr '\\0' x); echo ready; read -r end";
    Process one = new ProcessBuilder("bash", "-c", hold).start();
    Process two = new ProcessBuilder("bash", "-c", hold).start();
    try {
      assertThat(one.inputReader().readLine()).isEqualTo("ready");
      assertThat(two.inputReader().readLine()).isEqualTo("ready");
      long first = MemoryWatch.held(List.of(one.pid()));
      long both = MemoryWatch.held(List.of(one.pid(), two.pid(), Long.MAX_VALUE));

      assertThat(first).isBetween(40 * MEGABYTE, 200 * MEGABYTE);
      assertThat(both).isBetween(first + 40 * MEGABYTE, 2 * first - MEGABYTE);
    } finally {
      one.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      two.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void thePeakStaysWhenTheProcessIsGone() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    try (MemoryWatch watch = MemoryWatch.start(() -> List.of(process.pid()))) {
      Await.until("a look", () -> watch.peakBytes() > 0);
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      assertThat(watch.peakBytes()).isPositive();
    } finally {
      process.destroyForcibly();
    }
  }
}
