package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServiceException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs PostgreSQL's programs as the server's user, in a folder that this user can enter, with a
 * clean environment.
 */
final class ServerProgram {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C", "TZ", "UTC");

  private ServerProgram() {}

  static ProcessBuilder builder(List<String> command, Path folder) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(ENVIRONMENT);
    return builder;
  }

  /** Runs a program to its end; if it fails, the message has its output. */
  static void run(List<String> command, Path folder, String input) throws IOException {
    File output = File.createTempFile("loadpath-postgres", ".out");
    try {
      Process process =
          builder(command, folder)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
              .start();
      feed(process, input);
      int code = process.waitFor();
      if (code != 0) {
        throw new ServiceException(
            "PostgreSQL's programs failed in %s (exit code %d):\n%s"
                .formatted(folder, code, ServerLog.tail(output.toPath(), 0)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while making the database in " + folder, e);
    } finally {
      output.delete();
    }
  }

  private static void feed(Process process, String input) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(UTF_8));
    } catch (IOException e) {
      // It ended without reading: its exit code and output tell why.
    }
  }
}
