package io.loadpath.externaltable;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program run by the tests with just the environment that it is given. */
record Program(List<String> command, Map<String, String> environment, Path folder) {

  /** What a program left behind. */
  record Outcome(int exitCode, byte[] out, String err) {
    String text() {
      return new String(out, UTF_8);
    }
  }

  Outcome run() throws IOException, InterruptedException {
    Process process = start();
    CompletableFuture<byte[]> err = CompletableFuture.supplyAsync(() -> all(process));
    byte[] out = process.getInputStream().readAllBytes();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("did not end within two minutes: " + command);
    }
    return new Outcome(process.exitValue(), out, new String(err.join(), UTF_8));
  }

  Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private static byte[] all(Process process) {
    try (InputStream in = process.getErrorStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
