package io.loadpath.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mounted control group hierarchy that accounts CPU time.
 *
 * @param version its generation
 * @param own the folder of this process's group
 */
public record CgroupHierarchy(Version version, Path own) {
  private static final long NANOS_PER_MICRO = 1000;

  /** The generations of control groups, with the names of their instruments in a record. */
  enum Version {
    V2("cgroup-v2-cpu.stat"),
    V1("cgroup-v1-cpuacct");

    final String instrument;

    Version(String instrument) {
      this.instrument = instrument;
    }
  }

  /** Returns the hierarchies of this machine, the newer generation first. */
  public static List<CgroupHierarchy> mounted() {
    return seenBy("self");
  }

  /** Returns the folder of the process's group. */
  Path groupOf(long pid) {
    return seenBy(Long.toString(pid)).stream()
        .filter(other -> other.version() == version)
        .map(CgroupHierarchy::own)
        .findFirst()
        .orElse(own);
  }

  /** Reads the CPU time of all present and past processes in {@code group}. */
  CpuReading read(Path group) throws IOException {
    if (version == Version.V2) {
      Map<String, Long> stat = numbers(group.resolve("cpu.stat"));
      return new CpuReading(
          stat.get("usage_usec") * NANOS_PER_MICRO, stat.get("user_usec"), stat.get("system_usec"));
    }
    // the total in nanoseconds, and ticks for user and system mode
    long nanos = Long.parseLong(Files.readString(group.resolve("cpuacct.usage")).trim());
    Map<String, Long> stat = numbers(group.resolve("cpuacct.stat"));
    return new CpuReading(nanos, stat.get("user"), stat.get("system"));
  }

  private static Map<String, Long> numbers(Path file) throws IOException {
    Map<String, Long> numbers = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      numbers.put(words[0], Long.parseLong(words[1]));
    }
    return numbers;
  }

  private static List<CgroupHierarchy> seenBy(String process) {
    try {
      return parse(
          Files.readAllLines(Path.of("/proc/self/mountinfo")),
          Files.readAllLines(Path.of("/proc", process, "cgroup")));
    } catch (IOException e) {
      return List.of();
    }
  }

  static List<CgroupHierarchy> parse(List<String> mountInfo, List<String> ownGroups) {
    List<CgroupHierarchy> hierarchies = new ArrayList<>();
    for (String line : mountInfo) {
      // 36 35 98:0 /root /mount/point options … - type source super-options (proc_pid_mountinfo(5))
      String[] halves = line.split(" - ", 2);
      String[] mount = halves[0].split(" ");
      String[] type = halves[1].split(" ");
      boolean v2 = type[0].equals("cgroup2");
      if (v2 || type[0].equals("cgroup") && accounts(type[2])) {
        Version version = v2 ? Version.V2 : Version.V1;
        ownGroup(ownGroups, version)
            .map(group -> new CgroupHierarchy(version, folder(mount[4], mount[3], group)))
            .ifPresent(hierarchies::add);
      }
    }
    hierarchies.sort(Comparator.comparing(CgroupHierarchy::version));
    return hierarchies;
  }

  private static boolean accounts(String controllers) {
    return Arrays.asList(controllers.split(",")).contains("cpuacct");
  }

  private static Optional<String> ownGroup(List<String> ownGroups, Version version) {
    return ownGroups.stream()
        .map(line -> line.split(":", 3)) // number:controllers:group
        .filter(parts -> version == Version.V2 ? parts[1].isEmpty() : accounts(parts[1]))
        .map(parts -> parts[2])
        .findFirst();
  }

  /** A container may see its own group as the root of the mount. */
  private static Path folder(String mountPoint, String mountRoot, String group) {
    Path root = Path.of(mountRoot);
    Path path = Path.of(group);
    Path below = path.startsWith(root) ? root.relativize(path) : Path.of("");
    return Path.of(mountPoint).resolve(below.toString()).normalize();
  }
}
