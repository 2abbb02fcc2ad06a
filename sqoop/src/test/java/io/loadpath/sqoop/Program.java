package io.loadpath.sqoop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program run by the tests with just the environment that it is given, PATH and JAVA_HOME. */
record Program(List<String> command, Map<String, String> environment, Path folder) {

  /** The project's root folder. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final long LIMIT_SECONDS = 180;

  /** What a program left behind. */
  record Outcome(int exitCode, String out, String err) {
    String all() {
      return out + err;
    }
  }

  Program {
    Map<String, String> whole = new HashMap<>();
    whole.put("PATH", System.getenv("PATH"));
    whole.put("JAVA_HOME", System.getProperty("java.home"));
    whole.putAll(environment);
    environment = Map.copyOf(whole);
  }

  /** Runs the program to its end. */
  Outcome run() throws IOException, InterruptedException {
    Process process = start();
    CompletableFuture<String> err =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return new String(process.getErrorStream().readAllBytes(), UTF_8);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new IllegalStateException("did not end in " + LIMIT_SECONDS + " s: " + command);
    }
    return new Outcome(process.exitValue(), out, err.join());
  }

  /** Starts the program. */
  Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }
}
