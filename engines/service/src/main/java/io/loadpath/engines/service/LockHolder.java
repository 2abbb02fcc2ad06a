package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the holder of a file's lock by asking the kernel: the text in the file may be old. */
public final class LockHolder {
  private LockHolder() {}

  /**
   * Returns the live processes that have locked a file, from proc_locks(5). It misses processes of
   * other hosts, PID namespaces and users, and those that have the lock from an ended parent.
   */
  public static List<Long> of(Path file) {
    try (Stream<String> locks = Files.lines(Path.of("/proc/locks"))) {
      String inode = ":" + Files.getAttribute(file, "unix:ino");
      return locks
          .map(line -> line.substring(line.indexOf(':') + 1).strip().split("\\s+"))
          .filter(
              words ->
                  words.length > 4
                      && words[4].endsWith(inode)) // "->" comes first if the process waits
          .map(words -> Long.parseLong(words[3]))
          // the number may belong to a file of any device
          .filter(pid -> hasOpen(pid, file) && Processes.alive(pid))
          .distinct()
          .toList();
    } catch (IOException | RuntimeException e) {
      return List.of(); // no answer of the kernel
    }
  }

  /** Whether a process, whose files the caller may see, has opened the file. */
  public static boolean hasOpen(long pid, Path file) {
    try (Stream<Path> opened = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return opened.anyMatch(descriptor -> isSame(descriptor, file));
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static boolean isSame(Path descriptor, Path file) {
    try {
      return Files.isSameFile(descriptor, file);
    } catch (IOException e) {
      return false; // it was closed meanwhile
    }
  }

  /**
   * Returns the holder of a lock, for a message: {@code java (pid 123) holds FILE}, or how to find
   * it.
   */
  public static String describe(Path file) {
    return of(file).stream()
        .findFirst()
        .map(pid -> Processes.describe(pid) + " holds " + file)
        .orElse(
            "a process that is not visible here, for instance in another container or on another"
                + " host, holds %1$s ('fuser -v %1$s' names it there)".formatted(file));
  }
}
