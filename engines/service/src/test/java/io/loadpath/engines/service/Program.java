package io.loadpath.engines.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** For the tests of all modules: a program to run, with empty standard input. */
public final class Program {
  /** The project's root folder. */
  public static final Path ROOT = root();

  private static final String SETTINGS =
      "(HADOOP|HIVE|SQOOP|TEZ)_.*|LOADPATH_(?!ALLOW_ROOT).*|PG[A-Z]+|JAVA_TOOL_OPTIONS";
  private static final long LIMIT_SECONDS = 1200;

  private final ProcessBuilder builder = new ProcessBuilder(new ArrayList<>());

  private Program() {}

  /**
   * A program to run in a folder, with the caller's environment less all settings of the project
   * and its engines.
   *
   * @param program an absolute path, a path below the project's root, or a name for PATH
   */
  public static Program in(Path folder, String program, String... arguments) {
    Program made = new Program();
    made.builder.directory(folder.toFile());
    made.builder.environment().keySet().removeIf(name -> name.matches(SETTINGS));
    return made.with(program.contains("/") ? ROOT.resolve(program).toString() : program)
        .with(arguments);
  }

  /** Adds arguments. */
  public Program with(String... arguments) {
    builder.command().addAll(List.of(arguments));
    return this;
  }

  /** Sets a variable. */
  public Program set(String variable, Object value) {
    builder.environment().put(variable, value.toString());
    return this;
  }

  /** Sets variables. */
  public Program set(Map<String, String> variables) {
    builder.environment().putAll(variables);
    return this;
  }

  /** Gives the program these variables and no others. */
  public Program only(Map<String, String> variables) {
    builder.environment().clear();
    return set(variables);
  }

  /** Starts the program; the caller reads its output and ends it. */
  public Process start() {
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the program to its end, which must come within 20 minutes. */
  public Outcome run() {
    try {
      Path out = Files.createTempFile("program", ".out");
      Path err = Files.createTempFile("program", ".err");
      try {
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        int exitCode = await(start());
        return new Outcome(exitCode, text(out), text(err));
      } finally {
        builder.redirectOutput(Redirect.PIPE).redirectError(Redirect.PIPE);
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private int await(Process process) throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError(builder.command() + " did not end in " + LIMIT_SECONDS + " s");
    }
    return process.exitValue();
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("bin/loadpath"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** What a program left behind. */
  public record Outcome(int exitCode, String out, String err) {

    /** Both outputs. */
    public String all() {
      return out + err;
    }

    /** Returns this outcome if the program succeeded; otherwise fails and shows its output. */
    public Outcome ok() {
      if (exitCode != 0) {
        throw new AssertionError("exit code " + exitCode + "\n" + all());
      }
      return this;
    }
  }
}
