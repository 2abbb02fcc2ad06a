package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.loadpath.benchmarks.measure.CheckedMeter;
import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.measure.CpuMeter;
import io.loadpath.benchmarks.measure.CpuReading;
import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.benchmarks.measure.KnownProcesses;
import io.loadpath.benchmarks.measure.MachineCpu;
import io.loadpath.benchmarks.measure.ProcessTreeMeter;
import io.loadpath.benchmarks.measure.StorageTraffic;
import io.loadpath.benchmarks.measure.postgres.CheckedDatabaseMeter;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.service.CountedCpu;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.ProcessStat;
import java.io.UncheckedIOException;
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

  /** A server that has used more at each reading, also for others, on a machine that others use. */
  private static final class BusyServer implements DatabaseMeter {
    private static final long TICK = 10_000_000;
    private long readings;
    private String postmaster = "1 started at 1";

    @Override
    public String name() {
      return "proc-sql";
    }

    @Override
    public Reading read() {
      readings++;
      return new Reading(
          postmaster,
          "2 started at 2",
          CpuReading.ofTicks(readings * 70, readings * 30),
          CpuReading.ofTicks(readings * 10, 0),
          List.of(new Session(session(), session(), true)),
          CpuReading.ofTicks(readings, 0),
          Optional.of(new StorageTraffic(readings * 5, readings * 9)),
          Optional.of(
              new MachineCpu(16, readings * 151 * TICK, readings * 2 * TICK, readings * 3)));
    }

    private ProcessStat session() {
      return new ProcessStat(7, "postgres", 'S', 1, 7, readings * 15, readings * 5, 0, 0, 1);
    }

    @Override
    public Set<Long> processes() {
      return Set.of();
    }

    @Override
    public void close() {}
  }

  private static Measurement withServer(Optional<DatabaseMeter> server, boolean here) {
    ProcessTreeMeter meter = new ProcessTreeMeter(Set::of);
    CheckedMeter checked = new CheckedMeter(meter, meter.started(CpuLedger.CLIENT), Map.of(), 1, 1);
    CpuLedger ledger =
        new CpuLedger(checked, Map.of(), Set.of(), () -> CpuTime.ZERO, Set.of(), server);
    return new Measurement(
        ledger,
        List.of(),
        Optional.of(new CheckedDatabaseMeter(server, 1, 1, List.of(), here)),
        List.of(),
        () -> List.of(ProcessHandle.current().pid()),
        System::currentTimeMillis);
  }

  @Test
  void aServerElsewhereHasItsStagesAndItsOwnForeignLoad() throws Exception {
    try (Measurement measurement = withServer(Optional.of(new BusyServer()), false)) {
      measurement.end();

      assertThat(measurement.cpu(Optional.empty(), Optional.empty()))
          .extracting(StageCpu::label, StageCpu::totalNanos)
          .contains(tuple("database", 700 * MILLI), tuple("background", 100 * MILLI));
      MachineLoad there = measurement.databaseLoad().orElseThrow();
      assertThat(there.foreignCpuNanos()).as("151 - 80 - 1 ticks").isEqualTo(700 * MILLI);
      assertThat(there.stealNanos()).isEqualTo(20 * MILLI);
      assertThat(there.harnessCpuNanos()).as("the session that reads").isEqualTo(10 * MILLI);
      assertThat(there.capacityNanos() % 16).isZero();
      assertThat(measurement.load(Optional.empty())).isPresent();
      assertThat(measurement.resources().peakMemoryBytes()).as("not that of the server").isNull();
      assertThat(measurement.resources().writtenBytes()).isGreaterThanOrEqualTo(9);
    }
  }

  @Test
  void anUncountedServerHereMakesForeignLoadUnknown() throws Exception {
    try (Measurement here = withServer(Optional.empty(), true);
        Measurement elsewhere = withServer(Optional.empty(), false)) {
      here.end();
      elsewhere.end();
      assertThat(here.load(Optional.empty())).isEmpty();
      assertThat(elsewhere.load(Optional.empty())).isPresent();
      assertThat(elsewhere.databaseLoad()).isEmpty();
      assertThat(here.cpu(Optional.empty(), Optional.empty()))
          .extracting(StageCpu::label)
          .containsExactly("client");
      assertThat(here.resources().writtenBytes()).isNull();
    }
  }

  @Test
  void aServerHereIsNoForeignLoad() throws Exception {
    try (Measurement measurement = withServer(Optional.of(new BusyServer()), true)) {
      measurement.end();
      assertThat(measurement.databaseLoad()).isEmpty();
      assertThat(measurement.load(Optional.empty()).orElseThrow().foreignCpuNanos())
          .as("it used a second in a moment")
          .isZero();
    }
  }

  @Test
  void aRestartedServerSpoilsTheFigures() {
    BusyServer server = new BusyServer();
    try (Measurement measurement = withServer(Optional.of(server), false)) {
      server.postmaster = "1 started at 3";
      assertThatThrownBy(measurement::end)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("PostgreSQL was restarted while the step ran");
    }
  }

  @Test
  void theRelayOfALabIsTheHarness() throws Exception {
    Process relay = new ProcessBuilder("bash", "-c", "while :; do :; done").start();
    try (Measurement measurement =
        begun(Map.of(), System::currentTimeMillis, List.of(relay.pid()))) {
      Await.until("CPU time", () -> KnownProcesses.cpuNanos(List.of(relay.pid())) > 600 * MILLI);
      measurement.end();
      assertThat(measurement.load(Optional.empty()).orElseThrow().harnessCpuNanos())
          .isGreaterThan(500 * MILLI);
    } finally {
      relay.destroyForcibly();
    }
    assertThat(KnownProcesses.cpuNanos(List.of(Long.MAX_VALUE))).isZero();
  }

  private static Measurement begun(Map<String, Set<Long>> servers, LongSupplier systemMillis) {
    return begun(servers, systemMillis, List.of());
  }

  private static Measurement begun(
      Map<String, Set<Long>> servers, LongSupplier systemMillis, List<Long> relays) {
    ProcessTreeMeter meter = new ProcessTreeMeter(Set::of);
    Map<String, CpuMeter.Stage> stages = new HashMap<>();
    servers.forEach((stage, roots) -> stages.put(stage, meter.running(stage, roots)));
    CheckedMeter checked = new CheckedMeter(meter, meter.started(CpuLedger.CLIENT), stages, 1, 1);
    CpuLedger ledger =
        new CpuLedger(checked, servers, Set.of(), () -> CpuTime.ZERO, Set.of(), Optional.empty());
    return new Measurement(ledger, List.of(), Optional.empty(), relays, List::of, systemMillis);
  }

  private static Measurement ended(Map<String, Set<Long>> servers) throws StepFailure {
    Measurement measurement = begun(servers, System::currentTimeMillis);
    measurement.end();
    return measurement;
  }
}
