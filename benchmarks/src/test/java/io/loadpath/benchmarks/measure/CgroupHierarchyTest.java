package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CgroupHierarchyTest {
  private static final String V2 =
      "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
  private static final String V1_CPUACCT =
      "35 25 0:31 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct";
  private static final String V1_MEMORY =
      "36 25 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory";

  @Test
  void findsTheOwnGroupOfVersion2() {
    assertThat(
            CgroupHierarchy.parse(
                List.of("22 1 8:1 / / rw - ext4 /dev/sda1 rw", V2),
                List.of("0::/user.slice/user-1000.slice/session.scope")))
        .containsExactly(
            new CgroupHierarchy(
                CgroupHierarchy.Version.V2,
                Path.of("/sys/fs/cgroup/user.slice/user-1000.slice/session.scope")));
  }

  @Test
  void findsTheAccountingHierarchyOfVersion1() {
    assertThat(
            CgroupHierarchy.parse(
                List.of(V1_MEMORY, V1_CPUACCT), List.of("4:memory:/a", "2:cpu,cpuacct:/b")))
        .containsExactly(
            new CgroupHierarchy(
                CgroupHierarchy.Version.V1, Path.of("/sys/fs/cgroup/cpu,cpuacct/b")));
  }

  @Test
  void prefersVersion2WhereBothAreMounted() {
    assertThat(CgroupHierarchy.parse(List.of(V1_CPUACCT, V2), List.of("2:cpu,cpuacct:/", "0::/")))
        .extracting(CgroupHierarchy::version)
        .containsExactly(CgroupHierarchy.Version.V2, CgroupHierarchy.Version.V1);
  }

  @Test
  void findsTheOwnGroupInAContainerThatSeesOnlyItself() {
    String mount = V1_CPUACCT.replace(" / /sys", " /docker/4711 /sys");

    assertThat(CgroupHierarchy.parse(List.of(mount), List.of("2:cpu,cpuacct:/docker/4711")))
        .containsExactly(
            new CgroupHierarchy(CgroupHierarchy.Version.V1, Path.of("/sys/fs/cgroup/cpu,cpuacct")));
  }

  @Test
  void findsNothingWithoutControlGroups() {
    assertThat(CgroupHierarchy.parse(List.of("22 1 8:1 / / rw - ext4 /dev/sda1 rw"), List.of()))
        .isEmpty();
  }
}
