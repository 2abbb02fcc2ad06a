package io.loadpath.hive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs one of the project's executables as a user would, without the user's engine settings. */
final class Command {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final long TIMEOUT_SECONDS = 600;

  private final List<String> words = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private final Path folder;

  /** The executable at a path below the project's root, to be run in a folder. */
  Command(Path folder, String executable, String... arguments) {
    this.folder = folder;
    words.add(ROOT.resolve(executable).toString());
    words.addAll(List.of(arguments));
  }

  Command with(String... more) {
    words.addAll(List.of(more));
    return this;
  }

  Command set(String variable, Object value) {
    environment.put(variable, value.toString());
    return this;
  }

  Result run() {
    try {
      Path out = Files.createTempFile("command", ".out");
      Path err = Files.createTempFile("command", ".err");
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.matches("(HADOOP|HIVE|LOADPATH)_.*|JAVA_TOOL_OPTIONS"));
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(words + " did not end in " + TIMEOUT_SECONDS + " s");
      }
      Result result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
      Files.delete(out);
      Files.delete(err);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  record Result(int exitCode, String out, String err) {
    /**
     * Returns this result if the command succeeded; otherwise fails the test and shows its output.
     */
    Result ok() {
      if (exitCode != 0) {
        throw new AssertionError("exit code " + exitCode + "\n" + out + "\n" + err);
      }
      return this;
    }
  }
}
