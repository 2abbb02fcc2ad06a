package io.loadpath.engines.cluster;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a cluster can use.
 *
 * @param cores cores of this process
 * @param memoryBytes memory of the machine, or of this process's container
 * @param availableBytes memory that programs can take now
 * @param diskBytes size of the disk that holds the state folder
 * @param diskFreeBytes space on it that this user can fill
 */
record Machine(
    int cores, long memoryBytes, long availableBytes, long diskBytes, long diskFreeBytes) {
  private static final String AVAILABLE = "MemAvailable:";

  static Machine of(Path folder) throws IOException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long memory = system.getTotalMemorySize();
    FileStore disk = Files.getFileStore(folder);
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        memory,
        Math.min(memory, nowAvailableBytes()),
        disk.getTotalSpace(),
        disk.getUsableSpace());
  }

  private static long nowAvailableBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
      if (line.startsWith(AVAILABLE)) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
      }
    }
    return Long.MAX_VALUE;
  }
}
