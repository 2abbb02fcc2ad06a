package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StartTest {
  private static final Start START = new Start(1000, 70_000, 0.4, 0.3, false);

  private final StartRecord records = new StartRecord();

  @Test
  void theStartIsSubtractedFromTheSeconds() {
    Estimate left =
        START.takenOff(Quantity.TIME, Estimate.of(new double[] {1.5, 1.4, 1.6})).orElseThrow();
    assertThat(left.median()).isCloseTo(1.1, within(1e-12));
    assertThat(left.low()).isCloseTo(1.0, within(1e-12));
    assertThat(left.high()).isCloseTo(1.2, within(1e-12));
    assertThat(START.takenOff(Quantity.CPU, Estimate.single(1)).orElseThrow().median())
        .isCloseTo(0.7, within(1e-12));
  }

  @Test
  void aStartThatLeavesTooLittleHidesTheRest() {
    assertHidden(Quantity.TIME, "start-up is 82 % of its time", 0.49);
    assertHidden(Quantity.TIME, "start-up is 133 % of its time", 0.3);
    assertHidden(Quantity.CPU, "start-up is 97 % of its CPU time", 0.31);
    assertThat(START.hides(Quantity.TIME, Estimate.single(0.52))).isEmpty();
  }

  @Test
  void theRestMustBeMoreThanTheSpread() {
    String reason = "the time of its runs varies by more than the time without start-up";
    assertHidden(Quantity.TIME, reason, 0.6, 0.45, 0.7);
    assertThat(START.hides(Quantity.TIME, Estimate.of(new double[] {0.6, 0.55, 0.7}))).isEmpty();
  }

  @Test
  void cpuTimeThatWasNotCountedIsNoFigure() {
    assertHidden(Quantity.CPU, "its CPU time was not counted", 0);
  }

  private static void assertHidden(Quantity quantity, String reason, double... seconds) {
    assertThat(START.hides(quantity, Estimate.of(seconds))).hasValue(reason);
    assertThat(START.takenOff(quantity, Estimate.of(seconds))).isEmpty();
  }

  @Test
  void theStartIsThatOfAVerifiedRunAndOfAnUndisturbedOneIfThereIsOne() {
    Sample run = TestRecords.sample("x", "start", true, "wallNanos", 400_000_000L);
    Sample faster = Records.with(run, "wallNanos", 300_000_000L, "machine", TestRecords.DISTURBED);
    Sample failed = TestRecords.failed(run, new Sample.RunError("run", 1, "disk full"));
    assertThat(records.start()).isEmpty();
    assertThat(records.start(failed)).isEmpty();
    assertThat(records.start(failed, faster)).hasValue(new Start(1000, 70_000, 0.3, 0, true));
    assertThat(records.start(faster, run)).hasValue(new Start(1000, 70_000, 0.4, 0, false));
  }

  @Test
  void aRunOnAllOfTheDataIsNoStart() {
    Sample run = TestRecords.sample("x", "start", true);
    assertThat(new StartRecord(1000).start(run)).isEmpty();
  }

  /** A variant with 70 bytes per row, and its start runs. */
  private static final class StartRecord extends RecordBuilder {
    private StartRecord() {
      this(1_000_000);
    }

    private StartRecord(long rows) {
      VariantInfo added = add("x", "peer", "load", cards(rows, 70 * rows, "none", 1, 1));
      String few = cards(1000, 70_000, "none", 1, 1);
      variants.set(0, Records.with(added, "startDataset", few));
    }

    private Optional<Start> start(Sample... starts) {
      samples.clear();
      for (Sample start : starts) {
        add(start);
      }
      RunRecord record = build();
      return Start.of(record, record.variants().get(0));
    }
  }
}
