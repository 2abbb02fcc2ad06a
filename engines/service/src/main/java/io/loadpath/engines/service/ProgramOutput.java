package io.loadpath.engines.service;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program that was run to its end. Its standard input was empty.
 *
 * @param exitCode its exit code
 * @param text its standard output, unless that went elsewhere
 * @param errors its standard error
 */
public record ProgramOutput(int exitCode, String text, String errors) {

  /**
   * Runs a program to its end, or kills it after {@code limit}. Its messages are in English.
   *
   * @throws IOException if it cannot be started
   */
  public static ProgramOutput of(List<String> command, Duration limit) throws IOException {
    ProcessBuilder program = new ProcessBuilder(command);
    program.environment().put("LC_ALL", "C");
    DatabaseVariables.remove(program.environment());
    return of(program, limit);
  }

  /**
   * Runs a program in the builder's environment and folder. An interrupt kills it, but not its
   * children.
   *
   * @throws IOException if it cannot be started, or fails while there is no space for its output,
   *     or the thread is interrupted
   */
  public static ProgramOutput of(ProcessBuilder program, Duration limit) throws IOException {
    Path errors = Files.createTempFile("loadpath-", ".err");
    Path text = Files.createTempFile("loadpath-", ".out");
    try {
      boolean kept = program.redirectOutput() == Redirect.PIPE;
      if (kept) {
        program.redirectOutput(text.toFile());
      }
      Process process =
          program.redirectInput(new File("/dev/null")).redirectError(errors.toFile()).start();
      try {
        process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while '" + program.command().get(0) + "' ran", e);
      } finally {
        process.destroyForcibly().onExit().join();
      }
      ProgramOutput output = new ProgramOutput(process.exitValue(), read(text), read(errors));
      if (kept && output.exitCode != 0) {
        requireRoom(text, program.command().get(0));
      }
      return output;
    } finally {
      Files.delete(errors);
      Files.delete(text);
    }
  }

  /**
   * Fails on a full disk, which then is the reason for the failure of a program and for its missing
   * message.
   */
  static void requireRoom(Path file, String program) throws IOException {
    try {
      Files.write(file, new byte[4096]);
    } catch (IOException e) {
      throw new IOException(
          "'%s' failed, and there is no space for its output in %s (%s): free some space there"
              .formatted(program, file.getParent(), e.getMessage()),
          e);
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /**
   * Runs a program for at most ten seconds and returns its output, without white space around it,
   * if it succeeded.
   */
  public static Optional<String> ifGood(List<String> command) {
    try {
      ProgramOutput output = of(command, Duration.ofSeconds(10));
      return output.exitCode() == 0
          ? Optional.of((output.text() + output.errors()).strip())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
