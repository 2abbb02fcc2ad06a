package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One process from {@code /proc/<pid>/stat} (see proc_pid_stat(5)).
 *
 * @param pid the process
 * @param command the first 15 characters of its program's name
 * @param state one letter; Z and X are dead
 * @param parentPid its parent
 * @param sessionId its session, the pid of the session's leader
 * @param userTicks its CPU time in user mode
 * @param systemTicks its CPU time in the kernel
 * @param childUserTicks the same of children that ended and were waited for, with their own
 *     children
 * @param childSystemTicks the same in the kernel
 * @param startTicks its start, in ticks since boot: distinguishes two uses of one pid
 */
public record ProcessStat(
    long pid,
    String command,
    char state,
    long parentPid,
    long sessionId,
    long userTicks,
    long systemTicks,
    long childUserTicks,
    long childSystemTicks,
    long startTicks) {

  public static Optional<ProcessStat> read(long pid) {
    try {
      byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "stat"));
      return Optional.of(parse(new String(bytes, StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      return Optional.empty(); // it ended
    }
  }

  /** Parses a line of the file. */
  public static ProcessStat parse(String line) {
    // The name is in parentheses and may itself hold spaces and parentheses.
    int open = line.indexOf('(');
    int close = line.lastIndexOf(')');
    String[] fields = line.substring(close + 2).trim().split(" ");
    return new ProcessStat(
        Long.parseLong(line.substring(0, open).trim()),
        line.substring(open + 1, close),
        fields[0].charAt(0),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[11]),
        Long.parseLong(fields[12]),
        Long.parseLong(fields[13]),
        Long.parseLong(fields[14]),
        Long.parseLong(fields[19]));
  }

  /** Returns what distinguishes it from all other processes since boot. */
  public String id() {
    return pid + " started at " + startTicks;
  }

  /** Whether it has ended and only waits for its parent to notice. */
  public boolean isDead() {
    return state == 'Z' || state == 'X';
  }
}
