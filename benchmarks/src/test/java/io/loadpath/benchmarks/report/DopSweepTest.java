package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.RunRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class DopSweepTest {
  private static List<DopSweep> of(RunRecord record) {
    return DopSweep.of(Figures.of(record));
  }

  private final RunRecord record = SweepRecord.dops(new SweepRecord()).build();
  private final DopSweep sweep = of(record).get(0);

  @Test
  void setsEachNumberOfFilesAgainstOneFileAndAgainstTheIdeal() {
    assertThat(sweep.title()).isEqualTo("dop-load");
    assertThat(sweep.rows())
        .extracting(row -> row.codec() + " " + row.files())
        .containsExactly(
            "none 1", "none 2", "none 4", "none 8", "gzip-3 1", "gzip-3 2", "gzip-3 4", "gzip-3 8");
    DopSweep.Row two = sweep.rows().get(1);
    assertThat(two.speedUp().median()).isCloseTo(15 / 7.7, within(0.06));
    assertThat(two.speedUp().low()).isLessThanOrEqualTo(two.speedUp().median());
    assertThat(two.efficiency().median()).isCloseTo(two.speedUp().median() / 2, within(1e-9));
    assertThat(two.coresBusy()).isCloseTo(11 / 7.7, within(0.03));
    assertThat(sweep.rows().get(0).speedUp().textWithSpread()).isEqualTo("1.00");
  }

  @Test
  void saysHowFarTheCoresCarryAndWhatMoreFilesBring() {
    int cores = record.environment().logicalCores();
    assertThat(sweep.findings()).hasSize(2);
    assertThat(sweep.findings().get(0))
        .startsWith("plain files: " + cores + " load at 1.9")
        .contains("× the rate of one, 9", " % of the ideal; 8, more than there are cores, at ");
    assertThat(sweep.findings().get(1)).startsWith("gzip-3 files: ");
  }

  @Test
  void theIdealLineGoesThroughTheLoadOfOneFileAndEndsInsideTheChart() {
    CurveChart.Guide ideal = sweep.chart().guides().get(0);
    CurveChart.Dot one = sweep.chart().curves().get(0).dots().get(0);
    assertThat(ideal.y2() / ideal.x2()).isCloseTo(one.y(), within(1e-9));
    assertThat(sweep.chart().y().holds(ideal.y2())).isTrue();
    assertThat(sweep.chart().uprights())
        .containsExactly(
            new CurveChart.Upright(
                record.environment().logicalCores() + " cores",
                record.environment().logicalCores()));
  }

  @Test
  void namesOnTheAxisTheCountsThatHaveRoom() {
    assertThat(sweep.chart().xTicks())
        .extracting(CurveChart.Tick::text)
        .containsExactly("1", "2", "4", "8");
    assertThat(DopSweep.ticks(List.of(1, 2, 3, 4, 5, 8, 16, 32, 64, 128), Axis.between(0, 128)))
        .extracting(CurveChart.Tick::text)
        .containsExactly("4", "8", "16", "32", "64", "128");
  }

  @Test
  void withoutALoadOfOneFileThereIsNoIdeal() {
    assertThat(
            of(
                new SweepRecord()
                    .load("x files=2", "none", 8, 11, 0, 0)
                    .load("x files=4", "none", 8, 11, 0, 0)
                    .load("x files=8", "none", 8, 11, 0, 0)
                    .build()))
        .isEmpty();
  }
}
