package io.loadpath.benchmarks.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A mounted control group hierarchy that accounts CPU time.
 *
 * @param version its generation
 * @param own the folder of the group that the asking process is in
 */
public record CgroupHierarchy(CgroupVersion version, Path own) {

  /** Returns the hierarchies of this machine, the newer generation first. */
  public static List<CgroupHierarchy> mounted() {
    return seenBy("self");
  }

  /** Returns the folder of the group that the process {@code pid} is in. */
  Path groupOf(long pid) {
    return seenBy(Long.toString(pid)).stream()
        .filter(other -> other.version() == version)
        .map(CgroupHierarchy::own)
        .findFirst()
        .orElse(own);
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
      boolean v1 =
          type[0].equals("cgroup") && Arrays.asList(type[2].split(",")).contains("cpuacct");
      if (v1 || v2) {
        CgroupVersion version = v2 ? CgroupVersion.V2 : CgroupVersion.V1;
        ownGroup(ownGroups, version)
            .map(group -> new CgroupHierarchy(version, folder(mount[4], mount[3], group)))
            .ifPresent(hierarchies::add);
      }
    }
    hierarchies.sort((a, b) -> a.version().compareTo(b.version()));
    return hierarchies;
  }

  private static Optional<String> ownGroup(List<String> ownGroups, CgroupVersion version) {
    return ownGroups.stream()
        .map(line -> line.split(":", 3)) // number:controllers:group
        .filter(
            parts ->
                version == CgroupVersion.V2
                    ? parts[1].isEmpty()
                    : Arrays.asList(parts[1].split(",")).contains("cpuacct"))
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
