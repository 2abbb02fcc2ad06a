package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** What /proc tells of other processes, and signals to them. */
final class Processes {
  private static final Path PROC = Path.of("/proc");
  // Field 22 of /proc/PID/stat; the fields after the command's name begin with the third.
  private static final int START_TICKS = 22 - 3;
  private static final int STATE = 0;

  private Processes() {}

  /**
   * When a process started, in clock ticks since boot: together with the number it names one
   * process for good. Empty when there is no such process or it is a zombie.
   */
  static OptionalLong startTicks(long pid) {
    String stat = read(pid, "stat");
    int name = stat.lastIndexOf(')');
    if (name < 0) {
      return OptionalLong.empty();
    }
    String[] fields = stat.substring(name + 2).split(" ");
    return fields[STATE].equals("Z")
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(fields[START_TICKS]));
  }

  static boolean alive(long pid) {
    return startTicks(pid).isPresent();
  }

  /**
   * The arguments of a process, or of a server process the title that it gave itself. Empty when it
   * is gone.
   */
  static List<String> arguments(long pid) {
    String line = read(pid, "cmdline");
    return line.isEmpty() ? List.of() : List.of(line.split("\0+"));
  }

  /** All living processes whose arguments fit. */
  static List<Long> all(Predicate<List<String>> arguments) {
    List<Long> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path entry : entries) {
        long pid = Long.parseLong(entry.getFileName().toString());
        List<String> line = arguments(pid);
        if (!line.isEmpty() && arguments.test(line) && alive(pid)) {
          found.add(pid);
        }
      }
    } catch (IOException e) {
      throw new PostgresException("cannot list /proc: " + e.getMessage(), e);
    }
    return found;
  }

  /** Sends a signal such as {@code INT}; a process that is gone already is no error. */
  static void signal(String signal, List<Long> pids) {
    if (pids.isEmpty()) {
      return;
    }
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$@\"", "sh", signal));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    ProcessBuilder kill = new ProcessBuilder(command).redirectErrorStream(true);
    try {
      kill.redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    } catch (IOException e) {
      throw new PostgresException("cannot run /bin/sh to send a signal: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until none of the processes lives; false when the time is over first. */
  static boolean awaitEnd(List<Long> pids, long seconds) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (pids.stream().anyMatch(Processes::alive)) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      pause();
    }
    return true;
  }

  /** The step of every loop that waits for a process or a file. */
  static void pause() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("interrupted while waiting for the PostgreSQL server", e);
    }
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(PROC.resolve(Long.toString(pid)).resolve(file), ISO_8859_1);
    } catch (IOException e) {
      return ""; // it ended
    }
  }
}
