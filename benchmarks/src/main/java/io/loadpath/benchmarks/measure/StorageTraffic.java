package io.loadpath.benchmarks.measure;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * Bytes that a process and its ended children read from and wrote to storage, without reads from
 * the page cache (see proc_pid_io(5)).
 *
 * @param readBytes read from storage
 * @param writtenBytes written to storage, or to be written
 */
public record StorageTraffic(long readBytes, long writtenBytes) {
  public static final StorageTraffic NONE = new StorageTraffic(0, 0);

  /** Returns the traffic of process {@code pid} so far; empty if this user may not see it. */
  public static Optional<StorageTraffic> of(long pid) {
    try {
      return Optional.of(parse(Files.readString(Path.of("/proc", Long.toString(pid), "io"))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the traffic of processes with all their descendants; empty if this user may not see it.
   */
  public static Optional<StorageTraffic> ofTrees(Collection<Long> roots) {
    StorageTraffic sum = NONE;
    for (long root : roots) {
      for (ProcessStat process : Processes.tree(root)) {
        Optional<StorageTraffic> seen = of(process.pid());
        if (seen.isEmpty() && process.pid() == root) {
          return Optional.empty();
        }
        sum = sum.plus(seen.orElse(NONE));
      }
    }
    return Optional.of(sum);
  }

  /** Parses the text of {@code /proc/PID/io}. */
  public static StorageTraffic parse(String text) {
    long read = 0;
    long written = 0;
    for (String line : text.lines().toList()) {
      String[] words = line.split(": ");
      switch (words[0]) {
        case "read_bytes" -> read = Long.parseLong(words[1]);
        case "write_bytes" -> written = Long.parseLong(words[1]);
        default -> {
          // through the page cache, or taken back
        }
      }
    }
    return new StorageTraffic(read, written);
  }

  public StorageTraffic plus(StorageTraffic other) {
    return new StorageTraffic(readBytes + other.readBytes, writtenBytes + other.writtenBytes);
  }

  /** Returns the traffic since {@code earlier}. */
  public StorageTraffic since(StorageTraffic earlier) {
    return new StorageTraffic(
        Math.max(0, readBytes - earlier.readBytes),
        Math.max(0, writtenBytes - earlier.writtenBytes));
  }
}
