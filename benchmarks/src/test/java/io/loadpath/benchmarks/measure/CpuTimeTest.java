package io.loadpath.benchmarks.measure;

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
}
