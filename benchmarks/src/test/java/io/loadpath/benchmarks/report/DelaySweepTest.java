package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.report.DelaySweep.Line;
import io.loadpath.benchmarks.statistics.Estimate.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The section about links with a delay. */
class DelaySweepTest {
  private static final long BYTES = 1_000_000_000;

  /** A record of loads over links; its figures are made up. */
  private static final class DelayRecord extends RecordBuilder {
    private static final double[] WAVE = {1, 0.99, 1.02};
    private final List<LinkInfo> network = new ArrayList<>();

    /** Adds a link by its name and its measured round trips, there and back. */
    DelayRecord link(String net, double there, double back) {
      network.add(new LinkInfo(net, "hadoop", "database", 119, 125, Math.round(there * 1e6), null));
      network.add(new LinkInfo(net, "database", "hadoop", 119, 125, Math.round(back * 1e6), null));
      return this;
    }

    DelayRecord links() {
      return link("1GbE+0.2ms", 2.1, 0.3).link("1GbE+2ms", 2.2, 2.2).link("1GbE+20ms", 20, 20.4);
    }

    /** Adds three runs. */
    DelayRecord runs(String path, String measures, String net, double seconds) {
      String id = path + " net=" + net;
      String tool = path.startsWith("sqoop") ? "sqoop" : "peer";
      add(id, tool, measures, cards(14_000_000, BYTES, "none", 1, 1));
      for (int round = 1; round <= WAVE.length; round++) {
        add(
            Records.change(TestRecords.sample(id))
                .set("round", round)
                .set("wallNanos", Math.round(seconds * WAVE[round - 1] * 1e9))
                .set("rows", 14_000_000L)
                .make());
      }
      return this;
    }

    /** Gives the last load a start run on a thousand rows. */
    DelayRecord start(double seconds) {
      addStart(seconds, 1);
      return this;
    }

    @Override
    public RunRecord build() {
      return copy().set("network", network).make();
    }
  }

  private static DelayRecord full() {
    return new DelayRecord()
        .links()
        .runs("sqoop-jdbc-load-postgres", "export", "1GbE+0.2ms", 20)
        .runs("sqoop-jdbc-load-postgres", "export", "1GbE+2ms", 40)
        .runs("sqoop-jdbc-load-postgres", "export", "1GbE+20ms", 200)
        .runs("copy-load-postgres", "load", "1GbE+20ms", 10)
        .runs("copy-load-postgres", "load", "1GbE+0.2ms", 9.9)
        .runs("copy-unload-postgres", "import", "1GbE+0.2ms", 9)
        .runs("copy-unload-postgres", "import", "1GbE+20ms", 10);
  }

  private static List<DelaySweep> sweeps(DelayRecord record) {
    return DelaySweep.of(Figures.of(record.build()));
  }

  @Test
  void aSweepHasEachPathOfOneDirectionAndTheShareThatItKeeps() throws IOException {
    RunRecord record = full().build();
    String html = ReportRecords.html(record);

    Golden.matches("report-delay.txt", Golden.section(html, "delay-title"));
    assertThat(html).contains("\"delay-0\"", "\"delay-1\"");
  }

  @Test
  void theRoundTripIsTheMeasuredOne() {
    DelaySweep loads = sweeps(full()).get(0);

    assertThat(loads.roundTrips()).containsExactly(0.3, 2.2, 20.0);
    assertThat(loads.chart().curves().get(1).dots())
        .extracting(CurveChart.Dot::x)
        .containsExactly(0.3, 2.2, 20.0);
    assertThat(loads.chart().x().logFrom()).isZero();
  }

  @Test
  void theIntervalOfTheShareHoldsTheSpreadsOfBothRates() {
    Line jdbc = sweeps(full()).get(0).lines().get(1);

    assertThat(jdbc.name()).isEqualTo("sqoop-jdbc-load-postgres");
    assertThat(jdbc.kept().median()).isCloseTo(0.1, within(1e-9));
    assertThat(jdbc.kept().low()).isCloseTo(0.1 * 0.99 / 1.02, within(1e-9));
    assertThat(jdbc.kept().high()).isCloseTo(0.1 * 1.02 / 0.99, within(1e-9));
    assertThat(jdbc.kept().spread()).isEqualTo(Spread.RANGE);
  }

  @Test
  void startUpDoesNotCountWhereEachLoadHasAStartRun() {
    DelayRecord record =
        new DelayRecord()
            .links()
            .runs("sqoop-connector-load-postgres", "export", "1GbE+0.2ms", 14)
            .start(4)
            .runs("sqoop-connector-load-postgres", "export", "1GbE+20ms", 15)
            .start(5);
    Line known = sweeps(record).get(0).lines().get(0);
    assertThat(known.startKnown()).isTrue();
    assertThat(known.kept().median()).isCloseTo(1, within(1e-9));

    Line unknown =
        sweeps(record.runs("sqoop-connector-load-postgres", "export", "1GbE+2ms", 15))
            .get(0)
            .lines()
            .get(0);
    assertThat(unknown.startKnown()).isFalse();
    assertThat(unknown.kept().median()).isCloseTo(14.0 / 15, within(1e-9));
  }

  @Test
  void linksOfOtherRatesAndWithoutADelayAreNoPartOfASweep() {
    DelayRecord record =
        new DelayRecord()
            .link("1GbE", 0.1, 0.1)
            .link("100Mbit+20ms", 20, 20)
            .links()
            .runs("copy-load-postgres", "load", "1GbE", 9)
            .runs("copy-load-postgres", "load", "1GbE+0.2ms", 9)
            .runs("copy-load-postgres", "load", "100Mbit+20ms", 90);
    assertThat(sweeps(record)).isEmpty();

    record.runs("copy-load-postgres", "load", "1GbE+20ms", 10);
    assertThat(sweeps(record).get(0).lines().get(0).points()).hasSize(2);
    assertThat(sweeps(record).get(0).sweep().title()).isEqualTo("1GbE, into the database");
  }
}
