package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.IngestSweep.State;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class IngestSweepTest {
  private static List<IngestSweep> of(RunRecord record) {
    return IngestSweep.of(Figures.of(record));
  }

  private final IngestSweep sweep = of(SweepRecord.ingests(new SweepRecord()).build()).get(0);

  /** Adds a load that takes this rate of file bytes, in MB/s. */
  private static SweepRecord load(SweepRecord record, String ingest, String codec, double taken) {
    double ratio = codec.equals("none") ? 1 : 2.1;
    return record.load(
        "x ingest=%s codec=%s".formatted(ingest, codec), codec, 1000 / ratio / taken, 11, 1, 0);
  }

  @Test
  void saysOfEachLoadWhetherTheNetworkOrTheMachineBoundsIt() {
    assertThat(sweep.lines())
        .extracting(IngestSweep.Line::name)
        .containsExactly("plain files", "gzip-3 files");
    assertThat(sweep.lines().get(0).points())
        .extracting(IngestSweep.Point::state)
        .containsExactly(
            State.NETWORK,
            State.NETWORK,
            State.NETWORK,
            State.NETWORK,
            State.MACHINE,
            State.UNLIMITED);
    assertThat(sweep.lines().get(1).points())
        .extracting(IngestSweep.Point::state)
        .containsExactly(
            State.NETWORK,
            State.NETWORK,
            State.NETWORK,
            State.MACHINE,
            State.MACHINE,
            State.UNLIMITED);
    IngestSweep.Point ten = sweep.lines().get(1).points().get(0);
    assertThat(ten.achieved().median()).isCloseTo(9.95, within(0.15));
    assertThat(ten.ideal()).isCloseTo(10 * 2.1 * 3600 / 1e6, within(1e-4));
    assertThat(ten.offText()).matches("-0\\.\\d %");
  }

  @Test
  void saysWhereTheLoadLeavesTheLineAndWhereTheCurvesCross() {
    assertThat(sweep.findings())
        .hasSize(3)
        .satisfiesExactly(
            text ->
                assertThat(text)
                    .startsWith(
                        "The load from plain files is network-bound up to 80 MB/s, no longer at 160"
                            + " MB/s, and takes 110 ("),
            text ->
                assertThat(text)
                    .startsWith(
                        "The load from gzip-3 files is network-bound up to 40 MB/s, no longer at 80"
                            + " MB/s, and takes 45."),
            text ->
                assertThat(text)
                    .startsWith(
                        "gzip-3 files load faster than plain ones up to 80 MB/s, plain ones from 160"
                            + " MB/s on; the curves cross at 95.")
                    .endsWith(") MB/s."));
    assertThat(sweep.chart().uprights()).extracting(CurveChart.Upright::x).hasSize(1);
    assertThat(sweep.chart().uprights().get(0).x()).isCloseTo(95, within(2.0));
  }

  @Test
  void saysWhatIsNotReached() {
    SweepRecord record = new SweepRecord();
    for (int limit : new int[] {10, 20}) {
      load(record, limit + "MB/s", "none", limit);
      load(record, limit + "MB/s", "gzip-3", limit);
    }
    IngestSweep low = of(record.build()).get(0);

    assertThat(low.findings())
        .containsExactly(
            "The load from plain files is network-bound up to 20 MB/s: the crossing is not reached"
                + " in this run.",
            "The load from gzip-3 files is network-bound up to 20 MB/s: the crossing is not reached"
                + " in this run.",
            "Where plain files get faster than gzip-3 files is not reached in this run: gzip-3 files"
                + " are faster up to 20 MB/s.");
    assertThat(low.chart().uprights()).isEmpty();
    load(record, "unlimited", "none", 40);
    load(record, "unlimited", "gzip-3", 40);
    assertThat(of(record.build()).get(0).findings().get(2))
        .endsWith("gzip-3 files are faster without a limit too.");
    assertThat(of(record.build()).get(0).loads()).hasSize(6);
  }

  @Test
  void aLoadThatIsSlowEverywhereIsBoundByTheMachine() {
    SweepRecord record = new SweepRecord();
    load(record, "10MB/s", "none", 8);
    load(record, "20MB/s", "none", 8);

    assertThat(of(record.build()).get(0).findings())
        .containsExactly("The load from plain files is not network-bound even at 10 MB/s.");
  }

  @Test
  void startUpIsNoReasonToCallALoadNotNetworkBound() {
    SweepRecord record = new SweepRecord();
    load(record, "10MB/s", "none", 9.5).start(5.2, 4);
    load(record, "20MB/s", "none", 18).start(5.4, 4);
    load(record, "unlimited", "none", 60).start(5.2, 4);
    IngestSweep sweep = of(record.build()).get(0);

    assertThat(sweep.findings())
        .containsExactly(
            "The load from plain files is network-bound up to 20 MB/s, and takes 87.2 (84.7–88.5)"
                + " MB/s without a limit: the crossing is not reached in this run. Its start-up of"
                + " 5.20 to 5.40 s is not counted in this.");
    assertThat(sweep.lines().get(0).points().get(0).achieved().median()).isCloseTo(10, within(0.1));
    assertThat(sweep.chart().yName()).isEqualTo("TB/h without start-up (log)");
    assertThat(sweep.chart().curves().get(0).dots().get(0).tip())
        .anyMatch(line -> line.contains("TB/h without start-up, 5.20 s"));
  }

  @Test
  void anIngestRateThatIsNotTheWantedOneIsFlagged() {
    SweepRecord record = new SweepRecord();
    load(record, "10MB/s", "none", 11);
    load(record, "20MB/s", "none", 18);
    load(record, "40MB/s", "none", 40);
    load(record, "unlimited", "none", 100);
    IngestSweep off = of(record.build()).get(0);

    assertThat(off.lines().get(0).points())
        .extracting(IngestSweep.Point::state)
        .containsExactly(State.TOO_FAST, State.TOO_SLOW, State.NETWORK, State.UNLIMITED);
    assertThat(off.lines().get(0).points())
        .extracting(point -> point.state().off())
        .containsExactly(true, true, false, false);
  }

  @Test
  void theLineOfTheNetworkIsTheLimitTimesTheRatio() {
    CurveChart.Guide network = sweep.chart().guides().get(1);
    assertThat(network.name()).isEqualTo("network, gzip-3");
    assertThat(network.y1() / network.x1()).isCloseTo(2.1 * 3600 / 1e6, within(1e-8));
    assertThat(sweep.chart().x().log()).isTrue();
    assertThat(sweep.chart().xTicks())
        .extracting(CurveChart.Tick::text)
        .containsExactly("10", "20", "40", "80", "160", "unlimited");
    assertThat(String.format(Locale.ROOT, "%.0f", sweep.chart().xTicks().get(5).at()))
        .isEqualTo("320");
  }

  @Test
  void betweenTheMarksTheCurveFollowsTheNetworkUpToTheUnlimitedRate() {
    CurveChart.Curve plain = sweep.chart().curves().get(0);
    assertThat(plain.dots()).hasSize(6);
    assertThat(plain.path()).hasSize(7);
    assertThat(plain.path().get(4).x()).isCloseTo(110, within(2.0));
    assertThat(plain.path().get(4).y()).isEqualTo(plain.dots().get(5).y());
  }

  @Test
  void oneLimitIsNoSweep() {
    SweepRecord record = new SweepRecord();
    load(record, "10MB/s", "none", 10);
    load(record, "unlimited", "none", 100);

    assertThat(of(record.build())).isEmpty();
  }
}
