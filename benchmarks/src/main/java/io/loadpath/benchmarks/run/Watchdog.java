package io.loadpath.benchmarks.run;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Cleans up at once after a harness that is killed. A shell waits on a pipe that the harness holds:
 * if the pipe breaks before the harness has said that it is done, the shell becomes {@code loadpath
 * recover}. It uses no CPU while it waits.
 */
final class Watchdog implements AutoCloseable {
  private static final String DONE = "done";
  private static final String SCRIPT = "read -r word; [ \"$word\" = " + DONE + " ] || exec \"$@\"";

  private final Process process;

  /**
   * @param command what to run if the harness is killed
   * @param environment its whole environment
   */
  Watchdog(List<String> command, Map<String, String> environment) throws IOException {
    List<String> words = new ArrayList<>(List.of("setsid", "/bin/sh", "-c", SCRIPT, "sh"));
    words.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectOutput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.INHERIT); // where the report is
    builder.environment().clear();
    builder.environment().putAll(environment);
    process = builder.start();
  }

  @Override
  public void close() {
    try (OutputStream pipe = process.getOutputStream()) {
      pipe.write((DONE + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      process.destroy();
    }
    // the shell has the run's variables; nothing with them is left when a run ends
    process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join();
  }
}
