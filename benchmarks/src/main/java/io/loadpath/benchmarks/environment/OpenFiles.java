package io.loadpath.benchmarks.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The number of files that a process may open here. A JVM opens each jar of its class path. */
public final class OpenFiles {
  /** A Hive that loads rows had 660 open, half of them jars. */
  private static final long NEEDED = 1024;

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String LINE = "Max open files";

  private OpenFiles() {}

  /** Returns the hard limit, which a JVM takes: a number, or {@code unlimited}. */
  public static String limit() {
    try {
      List<String> lines = Files.readAllLines(LIMITS);
      return lines.stream()
          .filter(line -> line.startsWith(LINE))
          .findFirst()
          .map(line -> line.substring(LINE.length()).strip().split("\\s+")[1])
          .orElse("unlimited");
    } catch (IOException e) {
      return "unlimited";
    }
  }

  /** Returns whether the limit is enough, and what to do if it is not. */
  public static String verdict() {
    String limit = limit();
    boolean enough = !limit.matches("\\d+") || Long.parseLong(limit) >= NEEDED;
    return enough
        ? "enough for a process"
        : "Hive needs up to %d in a process: have root raise the hard limit (ulimit -Hn, /etc/security/limits.conf)"
            .formatted(NEEDED);
  }
}
