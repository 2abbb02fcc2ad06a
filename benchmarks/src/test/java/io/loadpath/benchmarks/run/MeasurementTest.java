package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.measure.CheckedMeter;
import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.measure.CpuMeter;
import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.benchmarks.measure.ProcessTreeMeter;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.service.CountedCpu;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "3600000, 3600000, false",
    "3600900, 3600000, false", // what a time service corrects in an hour
    "4200, 1000, true",
    "-2200, 1000, true"
  })
  void aClockThatIsSetIsNoticedBothWays(long clockMillis, long elapsedMillis, boolean set) {
    assertThat(Measurement.wasSet(clockMillis * MILLI, elapsedMillis * MILLI)).isEqualTo(set);
  }

  @Test
  void aRunInWhichTheClockWasSetIsNotBelieved() {
    AtomicLong shift = new AtomicLong();
    try (Measurement measurement =
        begun(Map.of(), () -> System.currentTimeMillis() + shift.get())) {
      shift.set(-3200);

      assertThatThrownBy(measurement::end)
          .isInstanceOf(StepFailure.class)
          .hasMessageContaining("the system clock was set by -3.2 s");
    }
  }

  /** The instrument's count of a database or a cluster wins over its own count. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, false, false, client",
        "-, true, false, client;database by v$mystat",
        "database, true, false, client;database;background",
        "-, false, true, client;containers by CPU_MILLISECONDS",
        "containers, false, true, client;containers;daemons"
      })
  void aServiceThatTheInstrumentDoesNotSeeIsCountedByItself(
      String seen, boolean database, boolean cluster, String stages) throws Exception {
    Set<Long> processes = Set.of(ProcessHandle.current().pid());
    Optional<CountedCpu> ofDatabase =
        Optional.of(new CountedCpu(5L, "v$mystat")).filter(cpu -> database);
    Optional<CountedCpu> ofCluster =
        Optional.of(new CountedCpu(5L, "CPU_MILLISECONDS")).filter(cpu -> cluster);
    try (Measurement measurement = ended(seen == null ? Map.of() : Map.of(seen, processes))) {
      assertThat(measurement.cpu(ofDatabase, ofCluster))
          .extracting(StageCpu::label)
          .containsExactly(stages.split(";"));
    }
  }

  @Test
  void aDatabaseThatTheInstrumentDoesNotSeeIsNoForeignLoad() throws Exception {
    Optional<CountedCpu> own = Optional.of(new CountedCpu(Long.MAX_VALUE / 2, "v$mystat"));
    Set<Long> processes = Set.of(ProcessHandle.current().pid());
    try (Measurement unseen = ended(Map.of());
        Measurement seen = ended(Map.of(CpuLedger.DATABASE, processes))) {
      assertThat(unseen.load(own).orElseThrow().foreignCpuNanos()).isZero();
      assertThat(seen.load(own)).isEqualTo(seen.load(Optional.empty()));
    }
  }

  private static Measurement begun(Map<String, Set<Long>> servers, LongSupplier systemMillis) {
    ProcessTreeMeter meter = new ProcessTreeMeter(Set::of);
    Map<String, CpuMeter.Stage> stages = new HashMap<>();
    servers.forEach((stage, roots) -> stages.put(stage, meter.running(stage, roots)));
    CheckedMeter checked = new CheckedMeter(meter, meter.started(CpuLedger.CLIENT), stages, 1, 1);
    CpuLedger ledger =
        new CpuLedger(checked, servers, Set.of(), () -> CpuTime.ZERO, Set.of(), Optional.empty());
    return new Measurement(ledger, List.of(), Optional.empty(), List::of, systemMillis);
  }

  private static Measurement ended(Map<String, Set<Long>> servers) throws StepFailure {
    Measurement measurement = begun(servers, System::currentTimeMillis);
    measurement.end();
    return measurement;
  }
}
