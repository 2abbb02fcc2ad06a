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
 * Cleans up immediately after a killed harness. A shell waits on a pipe from the harness. If the
 * pipe breaks before the harness has written that it is done, the shell becomes {@code loadpath
 * recover}. The shell uses no CPU while it waits.
 */
final class Watchdog implements AutoCloseable {
  private static final String DONE = "done";
  private static final String SCRIPT = "read -r word; [ \"$word\" = " + DONE + " ] || exec \"$@\"";

  private final Process process;

  /**
   * @param command the command to run if the harness is killed
   * @param environment its whole environment
   */
  Watchdog(List<String> command, Map<String, String> environment) throws IOException {
    List<String> words = new ArrayList<>(List.of("setsid", "/bin/sh", "-c", SCRIPT, "sh"));
    words.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectOutput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.INHERIT); // for its messages
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
    // the shell has the run's marker, and no process with it may outlive the run
    process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join();
  }
}
