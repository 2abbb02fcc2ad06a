package io.loadpath.benchmarks.limits;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the programs that some probes need, and ends them when the run is stopped.
 *
 * @param folder for what programs print
 * @param marker environment variables by which a later process finds those of a killed run
 */
record ToolRun(Path folder, Map<String, String> marker, ProbeThreads threads) {
  private static final File NOTHING = new File("/dev/null");
  private static final long POLL_MILLIS = 50;

  /**
   * Runs a program whose output is dropped, and returns how long it takes.
   *
   * @throws IOException if it cannot be started, or fails
   */
  long nanos(List<String> command) throws IOException {
    Path errors = Files.createTempFile(folder, "errors", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(NOTHING)
            .redirectOutput(NOTHING)
            .redirectError(errors.toFile());
    builder.environment().putAll(marker);
    long begun = System.nanoTime();
    Process process = builder.start();
    try {
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        threads.checkStopped();
      }
      long nanos = System.nanoTime() - begun;
      if (process.exitValue() != 0) {
        String log = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8).strip();
        throw new IOException(
            "%s exited with %d%s"
                .formatted(command.get(0), process.exitValue(), log.isEmpty() ? "" : ": " + log));
      }
      return nanos;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroyForcibly();
      process.onExit().join(); // nothing of it is left when the run ends
    }
  }
}
