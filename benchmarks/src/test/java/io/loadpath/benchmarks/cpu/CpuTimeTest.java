package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuTimeTest {

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
}
