package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.cpu.CheckedMeter;
import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.cpu.ProcessTreeMeter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
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

  @Test
  void aRunInWhichTheClockWasSetIsNotBelieved() {
    AtomicLong system = new AtomicLong(1_800_000_000_000L);
    ProcessTreeMeter meter = new ProcessTreeMeter(Set::of);
    CheckedMeter checked =
        new CheckedMeter(meter, meter.started(CpuLedger.CLIENT), Optional.empty(), 1, 1);
    CpuLedger ledger = new CpuLedger(checked, Optional.empty(), Set.of());
    ClockWatch clock = new ClockWatch(system::get, () -> 0);
    try (Measurement measurement = new Measurement(ledger, OptionalLong.empty(), List::of, clock)) {
      system.addAndGet(-3200);

      assertThatThrownBy(measurement::end)
          .isInstanceOf(LedgerException.class)
          .hasMessageContaining("the system clock was set by -3.2 s while it ran")
          .hasMessageEndingWith("run it again");
    }
  }
}
