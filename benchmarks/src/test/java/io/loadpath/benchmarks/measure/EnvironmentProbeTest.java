package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentProbeTest {
  @TempDir private Path system;

  private void write(String file, String text) throws IOException {
    Path path = system.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void readsWhatLinuxShows() throws IOException {
    write("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7B13\nflags\t: fpu\n");
    write("proc/meminfo", "MemTotal:       24683664 kB\nMemFree:  1 kB\n");
    write("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
    write("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
    write("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,64\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    write("sys/devices/system/cpu/cpufreq/boost", "1\n");
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write("sys/devices/system/node/online", "0-1\n");

    EnvironmentProbe machine = new EnvironmentProbe(system);
    assertThat(machine.cpuModel()).isEqualTo("AMD EPYC 7B13");
    assertThat(machine.memoryBytes()).isEqualTo(24683664L * 1024);
    assertThat(machine.kernel()).isEqualTo("6.1.0-18-amd64");
    assertThat(machine.os()).isEqualTo("Debian GNU/Linux 12 (bookworm)");
    assertThat(machine.threadsPerCore()).isEqualTo(2);
    assertThat(machine.governor()).isEqualTo("performance");
    assertThat(machine.turbo()).isTrue();
    assertThat(machine.hugePages()).isEqualTo("madvise");
    assertThat(machine.numaNodes()).isEqualTo(2);
  }

  @Test
  void aMissingFactIsNull() {
    EnvironmentProbe machine = new EnvironmentProbe(system);

    assertThat(machine.threadsPerCore()).isNull();
    assertThat(machine.governor()).isNull();
    assertThat(machine.turbo()).isNull();
    assertThat(machine.numaNodes()).isNull();
    assertThat(machine.hugePages()).isNull();
    assertThat(machine.cpuModel()).isNotBlank();
  }

  @Test
  void countsTheMembersOfAList() {
    assertThat(EnvironmentProbe.countOfList("0")).isEqualTo(1);
    assertThat(EnvironmentProbe.countOfList("0-3,8,10-11")).isEqualTo(7);
  }

  @Test
  void theCalibrationGivesTheResultOfTheStudy() {
    Environment.Calibration calibration = EnvironmentProbe.calibrate(87_372_972);

    assertThat(calibration.result()).isEqualTo(873729.72);
    assertThat(calibration.wallNanos()).isPositive();
    assertThatThrownBy(() -> EnvironmentProbe.calibrate(87_372_973))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContainingAll("873729.72 instead of 873729.73", "computes wrongly");
  }
}
