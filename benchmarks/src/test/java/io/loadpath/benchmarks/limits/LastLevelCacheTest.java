package io.loadpath.benchmarks.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastLevelCacheTest {
  @TempDir private Path cpus;

  private void cache(int cpu, int index, String level, String size, String cores)
      throws IOException {
    Path folder = Files.createDirectories(cpus.resolve("cpu" + cpu + "/cache/index" + index));
    Files.writeString(folder.resolve("level"), level + "\n");
    Files.writeString(folder.resolve("size"), size + "\n");
    Files.writeString(folder.resolve("shared_cpu_list"), cores + "\n");
  }

  @Test
  void cachesThatCoresShareCountOnce() throws IOException {
    for (int cpu = 0; cpu < 4; cpu++) {
      cache(cpu, 0, "1", "32K", "" + cpu);
      cache(cpu, 3, "3", "32768K", cpu < 2 ? "0-1" : "2-3");
    }
    Files.createDirectories(cpus.resolve("cpufreq"));

    assertThat(LastLevelCache.bytes(cpus)).isEqualTo(2 * 32768L * 1024);
  }

  @Test
  void aMachineThatShowsNoCacheIsTakenToHaveACommonOne() {
    assertThat(LastLevelCache.bytes(cpus.resolve("none"))).isEqualTo(64L << 20);
    assertThat(LastLevelCache.bytes(cpus)).isEqualTo(64L << 20);
  }
}
