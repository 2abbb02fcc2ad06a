package io.loadpath.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A program in an environment that holds only what the test gives. */
final class Command {
  private static final long LIMIT_MINUTES = 20;

  private final List<String> words = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private final Path folder;

  Command(Path folder, String... words) {
    this.folder = folder;
    this.words.addAll(List.of(words));
    environment.put("PATH", System.getenv("PATH"));
  }

  Command set(Map<String, String> variables) {
    environment.putAll(variables);
    return this;
  }

  Result run() {
    try {
      Path output = Files.createTempFile("command", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        process.destroy();
        throw new AssertionError(
            "%s did not end in %d minutes:%n%s"
                .formatted(words, LIMIT_MINUTES, Files.readString(output)));
      }
      Result result = new Result(words, process.exitValue(), Files.readString(output));
      Files.delete(output);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * How it ended.
   *
   * @param text standard output and error
   */
  record Result(List<String> words, int exitCode, String text) {
    /** Returns the text, or fails the test if the program failed. */
    String ok() {
      if (exitCode != 0) {
        throw new AssertionError("%s: exit code %d%n%s".formatted(words, exitCode, text));
      }
      return text;
    }
  }
}
