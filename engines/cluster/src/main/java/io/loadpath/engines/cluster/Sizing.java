package io.loadpath.engines.cluster;

import com.sun.management.OperatingSystemMXBean;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The share of the machine that a cluster gives to containers.
 *
 * @param memoryMebibytes memory of each NodeManager
 * @param vcores vcores of each NodeManager
 */
record Sizing(int memoryMebibytes, int vcores) {
  /** The used share of the disk above which YARN gives a NodeManager no containers. */
  static final double MAX_DISK_PERCENT = 99.5;

  /**
   * The resources of a cluster.
   *
   * @param cores cores of this process
   * @param memoryBytes memory of the machine, or of this process's container
   * @param availableBytes memory that is free for programs now
   * @param diskBytes size of the disk that holds the state folder
   * @param diskFreeBytes free space on it for this user
   */
  record Machine(
      int cores, long memoryBytes, long availableBytes, long diskBytes, long diskFreeBytes) {
    private static final String AVAILABLE = "MemAvailable:";

    static Machine of(Path folder) throws IOException {
      long memory =
          ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
              .getTotalMemorySize();
      long available = Long.MAX_VALUE;
      for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
        if (line.startsWith(AVAILABLE)) {
          available = Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
      }
      FileStore disk = Files.getFileStore(folder);
      return new Machine(
          Runtime.getRuntime().availableProcessors(),
          memory,
          Math.min(memory, available),
          disk.getTotalSpace(),
          disk.getUsableSpace());
    }
  }

  private static final long MEBIBYTE = 1 << 20;
  private static final long MIN_DISK_MEBIBYTES = 1024;
  private static final long DAEMON_MEBIBYTES = 256;
  private static final long CONTAINER_MEBIBYTES = 768;
  private static final long FIXED_DAEMONS = 3;

  /**
   * Half of the memory and twice the cores are for tasks, because tasks wait for disks and
   * databases. One more vcore is for an application master.
   */
  static Sizing of(Machine machine, int workers) {
    long half = machine.memoryBytes() / 2 / MEBIBYTE;
    long memory = half / workers / CONTAINER_MEBIBYTES * CONTAINER_MEBIBYTES;
    long vcores = -Math.floorDiv(-(2L * machine.cores() + 1), workers);
    return new Sizing(
        Math.toIntExact(Math.max(memory, neededForContainers(workers) / workers)),
        Math.toIntExact(vcores));
  }

  /** Refuses a machine on which the cluster could run no job. */
  static void require(Machine machine, int workers) {
    requireMemory(machine, workers);
    requireDisk(machine);
  }

  private static void requireMemory(Machine machine, int workers) {
    long daemons = DAEMON_MEBIBYTES * (FIXED_DAEMONS + 2L * workers);
    long needed = daemons + neededForContainers(workers);
    long available = machine.availableBytes() / MEBIBYTE;
    if (available < needed) {
      throw new ServiceException(
          "too little memory: a cluster of %s needs %d MiB (%d for its daemons, %d for containers), and %d MiB are available: %s"
              .formatted(
                  ClusterSettings.count(workers),
                  needed,
                  daemons,
                  needed - daemons,
                  available,
                  workers == 1 ? "end other programs" : "start fewer --workers, or end programs"));
    }
  }

  private static void requireDisk(Machine machine) {
    double used = 100.0 * (machine.diskBytes() - machine.diskFreeBytes()) / machine.diskBytes();
    long free = machine.diskFreeBytes() / MEBIBYTE;
    if (used > MAX_DISK_PERCENT || free < MIN_DISK_MEBIBYTES) {
      throw new ServiceException(
          ("too little disk: %d MiB are free, and a cluster needs %d MiB and a disk at most %.1f %% full, because YARN"
                  + " starts no containers on a fuller one (Hadoop's default is 90 %%): free some space, or set %s to a"
                  + " folder on another disk")
              .formatted(free, MIN_DISK_MEBIBYTES, MAX_DISK_PERCENT, StateFolder.VARIABLE));
    }
  }

  /** An application master and a task, and a task on each other worker. */
  private static long neededForContainers(int workers) {
    return CONTAINER_MEBIBYTES * (2L * workers);
  }
}
