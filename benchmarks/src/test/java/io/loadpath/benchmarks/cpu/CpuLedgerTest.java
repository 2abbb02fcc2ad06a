package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CpuLedgerTest {

  @Test
  void ofADatabaseOutOfSightItKnowsThePreprocessorsAndAddsThemToTheTotal() {
    Queue<CpuTime> preprocessors = new ArrayDeque<>(List.of(new CpuTime(2, 3), new CpuTime(12, 8)));
    CpuMeter meter = new StoppedMeter();
    CheckedMeter checked = new CheckedMeter(meter, meter.started("client"), Map.of(), 1, 1);
    CpuLedger ledger = new CpuLedger(checked, Map.of(), preprocessors::remove, Set.of());

    CpuLedger.Entry entry = ledger.between(ledger.read(), ledger.read());

    assertThat(entry.stages().keySet()).containsExactly("client", "preprocessor");
    assertThat(entry.stages()).containsEntry("preprocessor", new CpuTime(10, 5));
    assertThat(entry.totalNanos()).isEqualTo(15).isEqualTo(entry.sumNanos());
  }

  /** Sees no process. */
  private static final class StoppedMeter implements CpuMeter {
    private static final CpuReading NOTHING = new CpuReading(0, 0, 0);

    @Override
    public String name() {
      return "stopped";
    }

    @Override
    public CpuStage started(String name) {
      return new CpuStage() {
        @Override
        public List<String> launcher() {
          return List.of();
        }

        @Override
        public CpuReading read() {
          return NOTHING;
        }

        @Override
        public Set<Long> processes() {
          return Set.of();
        }
      };
    }

    @Override
    public CpuStage running(String name, Set<Long> roots) {
      return started(name);
    }

    @Override
    public Optional<CpuReading> total() {
      return Optional.of(NOTHING);
    }

    @Override
    public void close() {}
  }
}
