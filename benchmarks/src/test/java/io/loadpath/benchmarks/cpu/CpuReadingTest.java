package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuReadingTest {

  @Test
  void splitsTheExactTotalByTheCoarseProportion() {
    CpuReading before = new CpuReading(1_000_000_000, 100, 0);
    CpuReading after = new CpuReading(2_003_000_000, 175, 25);

    assertThat(after.since(before)).isEqualTo(new CpuTime(752_250_000, 250_750_000));
  }

  @Test
  void countsATimeTooShortForATickAsUserMode() {
    CpuReading before = new CpuReading(1_000, 5, 5);

    assertThat(new CpuReading(4_000, 5, 5).since(before)).isEqualTo(new CpuTime(3_000, 0));
    assertThat(before.since(before)).isEqualTo(CpuTime.ZERO);
  }
}
