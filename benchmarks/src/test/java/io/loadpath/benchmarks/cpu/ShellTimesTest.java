package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellTimesTest {

  @Test
  void addsUpTheTimesOfTheShellAndItsChildren() {
    assertThat(ShellTimes.parse("0m0.381s 0m0.004s\n1m0.500s 0m0.015s\n"))
        .isEqualTo(new CpuTime(60_881_000_000L, 19_000_000L));
  }

  @Test
  void addsUpTheLinesOfSeveralShells() {
    assertThat(ShellTimes.parse("0m0.1s 0m0s\n0m0.010s 0m0.001s\n0m0.020s 0m0.002s\n"))
        .isEqualTo(new CpuTime(30_000_000L, 3_000_000L));
    assertThat(ShellTimes.parse("")).isEqualTo(CpuTime.ZERO);
  }
}
