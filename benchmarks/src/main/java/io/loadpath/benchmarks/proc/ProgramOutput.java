package io.loadpath.benchmarks.proc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The output of a small program.
 *
 * @param exitCode its exit code
 * @param text its standard output and standard error
 */
public record ProgramOutput(int exitCode, String text) {

  /**
   * Runs a program to its end, or kills it after {@code limit}. Its messages are in English.
   *
   * @throws IOException if it cannot be started
   */
  public static ProgramOutput of(List<String> command, Duration limit) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    process
        .onExit()
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(late -> process.destroyForcibly());
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      return new ProgramOutput(process.waitFor(), text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IOException("interrupted while '" + command.get(0) + "' ran", e);
    }
  }

  /**
   * Runs a program for ten seconds at most and returns its output without white space around it, if
   * it ended well.
   */
  public static Optional<String> ifGood(List<String> command) {
    try {
      ProgramOutput output = of(command, Duration.ofSeconds(10));
      return output.exitCode() == 0 ? Optional.of(output.text().strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
