package io.loadpath.benchmarks.limits;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The caches that stand between the cores and the memory, as Linux shows them. */
final class LastLevelCache {
  private static final long DEFAULT_BYTES = 64 << 20;
  private static final long BYTES_PER_KIB = 1024;

  private LastLevelCache() {}

  /**
   * Returns the bytes of all caches of the highest level; 64 MiB where the machine shows none.
   *
   * @param cpus {@code /sys/devices/system/cpu}
   */
  static long bytes(Path cpus) {
    int highest = 0;
    Map<String, Long> byCores = new HashMap<>(); // cores that share a cache all name it
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(cpus, "cpu[0-9]*")) {
      for (Path cpu : folders) {
        try (DirectoryStream<Path> caches =
            Files.newDirectoryStream(cpu.resolve("cache"), "index[0-9]*")) {
          for (Path cache : caches) {
            int level = Integer.parseInt(text(cache, "level"));
            if (level > highest) {
              highest = level;
              byCores.clear();
            }
            if (level == highest) {
              byCores.put(text(cache, "shared_cpu_list"), size(text(cache, "size")));
            }
          }
        }
      }
    } catch (IOException | NumberFormatException e) {
      return DEFAULT_BYTES;
    }
    return byCores.isEmpty()
        ? DEFAULT_BYTES
        : byCores.values().stream().mapToLong(Long::longValue).sum();
  }

  private static String text(Path cache, String file) throws IOException {
    return Files.readString(cache.resolve(file)).strip();
  }

  /** The kernel writes {@code 32768K}. */
  private static long size(String text) {
    return Long.parseLong(text.replace("K", "")) * BYTES_PER_KIB;
  }
}
