package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WithoutStartTest {
  /** The bytes of a gigabyte's 14,000,000 rows without a thousand of them. */
  private static final double GB = 1 - 71_428e-9;

  /** A gigabyte in 10 s (9.9 to 10.2) and 20 CPU-s, and a start. */
  private static VariantFigures started(double seconds, double cpuSeconds) {
    SweepRecord record = new SweepRecord().load("x files=2", "none", 10, 20, 0, 0);
    return Figures.of(record.start(seconds, cpuSeconds).build()).measured().get(0);
  }

  @Test
  void rateAndCostAreThoseOfWhatTheStartLeaves() {
    WithoutStart without = started(2, 4).withoutStart().orElseThrow();
    assertThat(without.start().rows()).isEqualTo(1000);
    assertThat(without.loadRateTbPerHour().orElseThrow())
        .satisfies(
            rate -> {
              assertThat(rate.median()).isCloseTo(3.6 * GB / 8, within(1e-9));
              assertThat(rate.low()).isCloseTo(3.6 * GB / 8.2, within(1e-9));
              assertThat(rate.high()).isCloseTo(3.6 * GB / 7.9, within(1e-9));
              assertThat(rate.samples()).isEqualTo(3);
            });
    assertThat(without.cpuCostSecondsPerGb().orElseThrow().median())
        .isCloseTo(16 / GB, within(1e-6));
    assertThat(without.reasons()).isEmpty();
    assertThat(started(2, 4).rate()).as("as measured").isEqualTo(started(9, 4).rate());
  }

  @Test
  void aFigureThatTheStartHidesIsEmptyAndTheOtherIsNot() {
    WithoutStart slow = started(9, 4).withoutStart().orElseThrow();
    assertThat(slow.loadRateTbPerHour()).isEmpty();
    assertThat(slow.cpuCostSecondsPerGb()).isPresent();
    assertThat(slow.reasons()).containsExactly("start-up is 90 % of its time");

    WithoutStart dear = started(2, 19).withoutStart().orElseThrow();
    assertThat(dear.loadRateTbPerHour()).isPresent();
    assertThat(dear.cpuCostSecondsPerGb()).isEmpty();
    assertThat(dear.reasons()).containsExactly("start-up is 95 % of its CPU time");
  }
}
