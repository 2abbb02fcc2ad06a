package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CpuLedgerTest {

  @Test
  void thePreprocessorsOfAnInvisibleDatabaseAreAddedToTheTotal() {
    Queue<CpuTime> preprocessors = new ArrayDeque<>(List.of(new CpuTime(2, 3), new CpuTime(12, 8)));
    CpuMeter meter = new StoppedMeter();
    CheckedMeter checked = new CheckedMeter(meter, meter.started("client"), Map.of(), 1, 1);
    CpuLedger ledger =
        new CpuLedger(
            checked, Map.of(), Set.of(), preprocessors::remove, Set.of(), Optional.empty());

    CpuLedger.Entry entry = ledger.between(ledger.read(), ledger.read());

    assertThat(entry.stages().keySet()).containsExactly("client", "preprocessor");
    assertThat(entry.stages()).containsEntry("preprocessor", new CpuTime(10, 5));
    assertThat(entry.totalNanos()).isEqualTo(15).isEqualTo(entry.sumNanos());
  }

  @Test
  void theContainersOfAClusterThatTheRunDoesNotUseAreForeignLoad() {
    Queue<CpuReading> cluster =
        new ArrayDeque<>(List.of(new CpuReading(0, 0, 0), new CpuReading(900, 800, 100)));
    Queue<CpuReading> all = new ArrayDeque<>(cluster);
    CpuMeter meter = new StoppedMeter();
    CpuMeter.Stage containers = new KnownStage(cluster::remove);
    CpuMeter whole =
        new StoppedMeter() {
          @Override
          public Optional<CpuReading> total() {
            return Optional.of(all.remove());
          }
        };
    CheckedMeter checked =
        new CheckedMeter(
            whole, meter.started("client"), Map.of(CpuLedger.CONTAINERS, containers), 1, 1);
    CpuLedger ledger =
        new CpuLedger(
            checked,
            Map.of(),
            Set.of(Long.MAX_VALUE),
            () -> CpuTime.ZERO,
            Set.of(),
            Optional.empty());

    CpuLedger.Entry entry = ledger.between(ledger.read(), ledger.read());

    assertThat(entry.idleNanos()).as("the daemons used nothing").isZero();
    assertThat(entry.totalNanos()).as("the client used nothing").isZero();
  }

  /** Sees no process. */
  static class StoppedMeter implements CpuMeter {
    boolean closed;
    private static final CpuReading NOTHING = new CpuReading(0, 0, 0);

    @Override
    public String name() {
      return "stopped";
    }

    @Override
    public CpuMeter.Stage started(String name) {
      return new KnownStage(() -> NOTHING);
    }

    @Override
    public CpuMeter.Stage running(String name, Set<Long> roots) {
      return started(name);
    }

    @Override
    public Optional<CpuReading> total() {
      return Optional.of(NOTHING);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A meter with fixed readings. */
  record KnownStage(Supplier<CpuReading> readings) implements CpuMeter.Stage {
    @Override
    public List<String> launcher() {
      return List.of();
    }

    @Override
    public CpuReading read() {
      return readings.get();
    }

    @Override
    public Set<Long> processes() {
      return Set.of();
    }
  }
}
