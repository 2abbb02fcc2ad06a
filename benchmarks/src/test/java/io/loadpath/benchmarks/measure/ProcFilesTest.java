package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.ProgramOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcFilesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres: checkpointer",
        "postgres: checkpointer ",
        "postgres: background writer",
        "postgres: walwriter",
        "postgres: main: walwriter",
        "postgres: autovacuum launcher",
        "postgres: autovacuum worker loadpath",
        "postgres: archiver last was 000000010000000000000003"
      })
  void worksForAllBackends(String title) {
    assertThat(KnownProcesses.isPostgresBackground(title)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres: loadpath loadpath 127.0.0.1(40312) INSERT",
        "postgres: checkpointer loadpath 127.0.0.1(40312) idle",
        "postgres: parallel worker for PID 4711",
        "postgres: io worker 0",
        "/usr/lib/postgresql/bin/postgres -D data",
        "sh -c /opt/inflate-gzip.sh '/data/checkpointer'"
      })
  void worksForOne(String title) {
    assertThat(KnownProcesses.isPostgresBackground(title)).isFalse();
  }

  @Test
  void aDaemonIsKnownByItsMainClass() {
    String name = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    assertThat(KnownProcesses.isHadoopDaemon(List.of("java", "-Xmx1g", name))).isTrue();
    assertThat(KnownProcesses.isHadoopDaemon(List.of("grep", name + ".log"))).isFalse();
    assertThat(
            KnownProcesses.isHadoopDaemon(
                List.of("java", "org.apache.hadoop.util.RunJar", "q1.jar")))
        .isFalse();
  }

  @Test
  @Timeout(60)
  void aClusterIsInSightOnlyIfAllOfItsWorkersAre() throws IOException {
    String name = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
    Process worker = new ProcessBuilder("bash", "-c", "read -r word", name).start();
    try {
      Await.until(
          "its arguments show", () -> KnownProcesses.hadoopDaemons().contains(worker.pid()));
      assertThat(KnownProcesses.hadoopDaemons().removeAll(Set.of(worker.pid())))
          .as("a run takes its own daemons out")
          .isTrue();
      Set<Long> pids = Set.of(worker.pid(), ProcessHandle.current().pid());
      assertThat(KnownProcesses.ofCluster(pids, 1)).isEqualTo(pids);
      assertThat(KnownProcesses.ofCluster(pids, 3)).as("two are elsewhere").isEmpty();
    } finally {
      worker.destroyForcibly();
    }
  }

  @Test
  void idlenessIsNotWorkAndGuestsAreNotCountedTwice() {
    MachineCpu machine =
        MachineCpu.parse(
            List.of(
                "cpu  100 20 30 4000 500 6 7 80 50 0",
                "cpu0 50 10 15 2000 250 3 4 40 25 0",
                "cpu1 50 10 15 2000 250 3 3 40 25 0",
                "intr 1 2 3",
                "ctxt 987654"));

    assertThat(machine)
        .isEqualTo(
            new MachineCpu(
                2, 163 * CpuReading.NANOS_PER_TICK, 80 * CpuReading.NANOS_PER_TICK, 987_654));
  }

  @Test
  void theMachineWorksWhileItIsAsked() {
    MachineCpu before = MachineCpu.read();
    long end = System.nanoTime() + 100_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    MachineCpu after = MachineCpu.read();

    assertThat(after.cores()).isEqualTo(before.cores()).isPositive();
    assertThat(after.busyNanos()).isGreaterThan(before.busyNanos());
    assertThat(after.contextSwitches()).isGreaterThan(before.contextSwitches());
  }

  @Test
  void aPartIsTakenOut() {
    assertThat(new CpuTime(90, 10).minus(new CpuTime(30, 4))).isEqualTo(new CpuTime(60, 6));
  }

  @Test
  void theTotalCountsWhereTheClocksDifferOnUserAndSystem() {
    assertThat(new CpuTime(90, 10).minus(new CpuTime(20, 15))).isEqualTo(new CpuTime(65, 0));
    assertThat(new CpuTime(10, 90).minus(new CpuTime(15, 20))).isEqualTo(new CpuTime(0, 65));
    assertThat(new CpuTime(1, 1).minus(new CpuTime(2, 2))).isEqualTo(CpuTime.ZERO);
  }

  @Test
  void theTimesOfShellsAndTheirChildrenAreAddedUp() {
    assertThat(CpuTime.ofShell("0m0.381s 0m0.004s\n1m0.500s 0m0.015s\n0m0.020s 0m0.001s\n"))
        .isEqualTo(new CpuTime(60_901_000_000L, 20_000_000L));
    assertThat(CpuTime.ofShell("")).isEqualTo(CpuTime.ZERO);
  }

  @Test
  void theExactTotalIsSplitByTheCoarseProportion() {
    CpuReading before = new CpuReading(1_000_000_000, 100, 0);
    CpuReading after = new CpuReading(2_003_000_000, 175, 25);

    assertThat(after.since(before)).isEqualTo(new CpuTime(752_250_000, 250_750_000));
  }

  @Test
  void aTimeTooShortForATickCountsAsUserMode() {
    CpuReading before = new CpuReading(1_000, 5, 5);

    assertThat(new CpuReading(4_000, 5, 5).since(before)).isEqualTo(new CpuTime(3_000, 0));
    assertThat(before.since(before)).isEqualTo(CpuTime.ZERO);
  }

  @TempDir Path folder;

  @Test
  void onlyWhatReachesStorageCounts() {
    String text =
        """
        rchar: 111
        wchar: 222
        syscr: 1
        syscw: 2
        read_bytes: 4096
        write_bytes: 8192
        cancelled_write_bytes: 16384
        """;
    assertThat(StorageTraffic.parse(text)).isEqualTo(new StorageTraffic(4096, 8192));
  }

  @Test
  void theTrafficOfAnEndedChildIsInItsParentsAccount() throws Exception {
    long own = ProcessHandle.current().pid();
    StorageTraffic before = StorageTraffic.of(own).orElseThrow();
    Path file = folder.resolve("written");
    ProgramOutput.of(
        List.of("dd", "if=/dev/zero", "of=" + file, "bs=1000000", "count=8", "conv=fsync"),
        Duration.ofMinutes(1));
    StorageTraffic since = StorageTraffic.of(own).orElseThrow().since(before);

    assertThat(Files.size(file)).isEqualTo(8 * MEGABYTE);
    if (!Files.getFileStore(file).type().equals("tmpfs")) {
      assertThat(since.writtenBytes()).isGreaterThanOrEqualTo(8 * MEGABYTE);
    }
  }

  @Test
  void aProcessThatIsGoneHasNone() {
    assertThat(StorageTraffic.of(Long.MAX_VALUE)).isEmpty();
  }

  private static final long MEGABYTE = 1_000_000;

  @Test
  void ownPagesAddUpAndSharedPagesCountOnce() throws Exception {
    // each holds a text of 40 MB, and both share the program bash and its libraries
    String hold = "x=$(head -c 40000000 /dev/zero | tr '\\0' x); echo ready; read -r end";
    Process one = new ProcessBuilder("bash", "-c", hold).start();
    Process two = new ProcessBuilder("bash", "-c", hold).start();
    try {
      assertThat(one.inputReader().readLine()).isEqualTo("ready");
      assertThat(two.inputReader().readLine()).isEqualTo("ready");
      long first = MemoryWatch.held(List.of(one.pid()));
      long both = MemoryWatch.held(List.of(one.pid(), two.pid(), Long.MAX_VALUE));

      assertThat(first).isBetween(40 * MEGABYTE, 200 * MEGABYTE);
      assertThat(both).isBetween(first + 40 * MEGABYTE, 2 * first - MEGABYTE);
    } finally {
      one.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      two.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void thePeakStaysWhenTheProcessIsGone() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    try (MemoryWatch watch = MemoryWatch.start(() -> List.of(process.pid()))) {
      Await.until("a look", () -> watch.peakBytes() > 0);
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      assertThat(watch.peakBytes()).isPositive();
    } finally {
      process.destroyForcibly();
    }
  }

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
