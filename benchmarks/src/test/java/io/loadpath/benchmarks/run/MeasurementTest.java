package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.cpu.CheckedMeter;
import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.cpu.CpuMeter;
import io.loadpath.benchmarks.cpu.CpuTime;
import io.loadpath.benchmarks.cpu.ProcessTreeMeter;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    CheckedMeter checked = new CheckedMeter(meter, meter.started(CpuLedger.CLIENT), Map.of(), 1, 1);
    CpuLedger ledger = new CpuLedger(checked, Map.of(), Set.of(), () -> CpuTime.ZERO, Set.of());
    ClockWatch clock = new ClockWatch(system::get, () -> 0);
    try (Measurement measurement = new Measurement(ledger, List.of(), List::of, clock)) {
      system.addAndGet(-3200);

      assertThatThrownBy(measurement::end)
          .isInstanceOf(StepFailure.class)
          .hasMessageContaining("the system clock was set by -3.2 s while it ran")
          .hasMessageEndingWith("run it again");
    }
  }

  @Test
  void aDatabaseThatTheInstrumentDoesNotSeeIsCountedByItselfAndIsNoForeignLoad() throws Exception {
    Optional<CountedCpu> own = Optional.of(new CountedCpu(Long.MAX_VALUE / 2, "v$mystat"));
    try (Measurement measurement = ended(Map.of())) {
      assertThat(measurement.cpu(Optional.empty(), Optional.empty()))
          .extracting(StageCpu::stage)
          .containsExactly("client");
      assertThat(measurement.cpu(own, Optional.empty()))
          .extracting(StageCpu::label)
          .containsExactly("client", "database by v$mystat");
      assertThat(measurement.cpu(own, Optional.empty()).get(1))
          .isEqualTo(new StageCpu("database", own.get().nanos(), 0, "v$mystat"));
      assertThat(measurement.load(own).foreignCpuNanos()).isZero();
    }
  }

  @Test
  void aDatabaseThatTheInstrumentSeesIsCountedByTheInstrument() throws Exception {
    Optional<CountedCpu> own = Optional.of(new CountedCpu(Long.MAX_VALUE / 2, "v$mystat"));
    long pid = ProcessHandle.current().pid();
    try (Measurement measurement = ended(Map.of(CpuLedger.DATABASE, Set.of(pid)))) {
      assertThat(measurement.cpu(own, Optional.empty()))
          .isEqualTo(measurement.cpu(Optional.empty(), Optional.empty()));
      assertThat(measurement.load(own)).isEqualTo(measurement.load(Optional.empty()));
    }
  }

  @Test
  void aClusterThatTheInstrumentDoesNotSeeIsCountedByItsCounters() throws Exception {
    Optional<CountedCpu> own = Optional.of(new CountedCpu(5L, "CPU_MILLISECONDS"));
    try (Measurement measurement = ended(Map.of())) {
      assertThat(measurement.cpu(Optional.empty(), own))
          .extracting(StageCpu::label)
          .containsExactly("client", "containers by CPU_MILLISECONDS");
    }
  }

  @Test
  void aClusterThatTheInstrumentSeesIsCountedByTheInstrument() throws Exception {
    Optional<CountedCpu> own = Optional.of(new CountedCpu(5L, "CPU_MILLISECONDS"));
    long pid = ProcessHandle.current().pid();
    try (Measurement measurement = ended(Map.of(CpuLedger.CONTAINERS, Set.of(pid)))) {
      assertThat(measurement.cpu(Optional.empty(), own))
          .extracting(StageCpu::label)
          .containsExactly("client", "containers", "daemons");
    }
  }

  private static Measurement ended(Map<String, Set<Long>> servers) throws StepFailure {
    ProcessTreeMeter meter = new ProcessTreeMeter(Set::of);
    Map<String, CpuMeter.Stage> stages = new HashMap<>();
    servers.forEach((stage, roots) -> stages.put(stage, meter.running(stage, roots)));
    CheckedMeter checked = new CheckedMeter(meter, meter.started(CpuLedger.CLIENT), stages, 1, 1);
    CpuLedger ledger = new CpuLedger(checked, servers, Set.of(), () -> CpuTime.ZERO, Set.of());
    ClockWatch clock = new ClockWatch(() -> 0, () -> 0);
    Measurement measurement = new Measurement(ledger, List.of(), List::of, clock);
    measurement.end();
    return measurement;
  }
}
