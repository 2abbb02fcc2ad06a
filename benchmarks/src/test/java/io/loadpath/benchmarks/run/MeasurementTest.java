package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static final long MILLI = 1_000_000;

  @Test
  void theStagesMayMissTheTotalByTwoPercentOrTwoTicks() {
    assertThat(Measurement.addsUp(9801 * MILLI, 10_000 * MILLI)).isTrue();
    assertThat(Measurement.addsUp(10_201 * MILLI, 10_000 * MILLI)).isFalse();
    assertThat(Measurement.addsUp(9799 * MILLI, 10_000 * MILLI)).isFalse();
    assertThat(Measurement.addsUp(115 * MILLI, 100 * MILLI)).isTrue();
    assertThat(Measurement.addsUp(121 * MILLI, 100 * MILLI)).isFalse();
  }
}
