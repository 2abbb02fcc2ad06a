package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.LockHolder;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ProgramOutput;
import io.loadpath.engines.service.ServerLog;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.engines.service.SystemProgram;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs PostgreSQL's programs as the server's user, in a folder that this user can enter, with a
 * clean environment.
 *
 * <p>A server and its children hold a lock on a file while they live. The lock shows a server whose
 * processes are not in {@code /proc} here: in another container, or on another host that shares the
 * folder. PostgreSQL's own check takes their process numbers for those of this machine.
 */
final class ServerProgram {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C", "TZ", "UTC");

  /** Waits, because a program that a killed server started may need a moment to notice. */
  private static final String LOCK = "umask 077; exec 9>>\"$0\"; flock -w 3 9 || exit; exec \"$@\"";

  private static final Duration TEST_LIMIT = Duration.ofMinutes(1);

  /** The error of the C locale for a program that a process has open for writing. */
  private static final String BUSY = "Text file busy";

  private static final int BUSY_TRIES = 50;
  private static final Duration BUSY_PAUSE = Duration.ofMillis(100);

  private ServerProgram() {}

  static ProcessBuilder builder(List<String> command, Path folder) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(ENVIRONMENT);
    return builder.redirectErrorStream(true);
  }

  /**
   * Runs a program to its end; if it fails, the message has its output. A program that was just
   * unpacked may be busy: a process that another thread starts inherits the file while it is still
   * written, until its own exec. So it is tried again.
   */
  static void run(List<String> command, Path folder, String input) throws IOException {
    Optional<String> failure = failure(command, folder, input);
    for (int n = 1;
        n < BUSY_TRIES && failure.filter(text -> text.contains(BUSY)).isPresent();
        n++) {
      LockSupport.parkNanos(BUSY_PAUSE.toNanos());
      failure = failure(command, folder, input);
    }
    if (failure.isPresent()) {
      throw new ServiceException(failure.get());
    }
  }

  private static Optional<String> failure(List<String> command, Path folder, String input)
      throws IOException {
    File output = File.createTempFile("loadpath-postgres", ".out");
    try {
      Process process = builder(command, folder).redirectOutput(output).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(UTF_8));
      } catch (IOException e) {
        // It ended without reading: its exit code and output have the reason.
      }
      int code = Processes.waitFor(process);
      return code == 0
          ? Optional.empty()
          : Optional.of(
              "PostgreSQL's programs failed in %s (exit code %d):\n%s"
                  .formatted(folder, code, ServerLog.tail(output.toPath(), 0)));
    } finally {
      output.delete();
    }
  }

  /** Whether a program succeeds, whatever its output is. */
  static boolean succeeds(List<String> command, Path folder) throws IOException {
    ProcessBuilder program = builder(command, folder).redirectOutput(Redirect.DISCARD);
    return ProgramOutput.of(program, TEST_LIMIT).exitCode() == 0;
  }

  /** The command line that takes the lock and becomes the program. */
  static List<String> locked(ServerFiles files, List<String> program) {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", LOCK, files.serverLock().toString()));
    command.addAll(program);
    return command;
  }

  /** Fails if a server has the lock. The caller holds the folder's lock, so no server starts. */
  static void requireUnlocked(ServerFiles files) throws IOException {
    if (SystemProgram.find("flock").isEmpty()) {
      throw new ServiceException("the program flock is missing: install util-linux");
    }
    if (succeeds(locked(files, List.of("true")), files.folder())) {
      return;
    }
    Path lock = files.serverLock();
    for (ProcessStat process : Processes.all()) {
      long pid = process.pid();
      // not in a container
      if (LockHolder.hasOpen(pid, lock) && Processes.belongs(pid, ServerUser.all())) {
        throw new ServiceException(
            "%s, started by a server of %s, still runs and holds %s: wait for its end, or end it with 'kill %d'"
                .formatted(Processes.describe(pid), files.data(), lock, pid));
      }
    }
    throw new ServiceException(
        "a server in another container or on another host uses %s (it has locked %s): stop it there, or set %s to another folder"
            .formatted(files.data(), lock, StateFolder.VARIABLE));
  }
}
