package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.CurveChart.Curve;
import io.loadpath.benchmarks.report.IngestSweep.Point;
import io.loadpath.benchmarks.report.IngestSweep.State;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sweeps over one parameter; {@link SectionsTest} has their texts. */
class SweepsTest {
  private static String section(SweepRecord record, String id) throws IOException {
    return Golden.section(ReportRecords.html(record.build()), id + "-title");
  }

  private static List<String> best(CodecSweep sweep) {
    return sweep.rows().stream().filter(CodecSweep.Row::best).map(CodecSweep.Row::name).toList();
  }

  private static List<CodecSweep> codecs(SweepRecord record) {
    return CodecSweep.of(Figures.of(record.build()));
  }

  private static IngestSweep ingest(SweepRecord record) {
    return IngestSweep.of(Figures.of(record.build())).get(0);
  }

  private static List<State> states(IngestSweep.Line line) {
    return line.points().stream().map(Point::state).toList();
  }

  /** Adds a load that takes this rate of file bytes, in MB/s. */
  private static SweepRecord load(SweepRecord record, String ingest, String codec, double taken) {
    double ratio = codec.equals("none") ? 1 : 2.1;
    return record.load(
        "x ingest=%s codec=%s".formatted(ingest, codec), codec, 1000 / ratio / taken, 11, 1, 0);
  }

  @Test
  void aDifferenceWithinTheSpreadBeatsNoOther() {
    SweepRecord close =
        new SweepRecord()
            .load("x codec=none", "none", 8, 11, 0, 0)
            .load("x codec=gzip-3 inflater=igzip", "gzip-3", 8, 12.00, 1, 0)
            .load("x codec=gzip-3 inflater=gzip", "gzip-3", 8, 12.05, 1, 0)
            .load("x codec=gzip-1 inflater=gzip", "gzip-1", 8, 12.10, 1, 0);

    assertThat(best(codecs(close).get(0)))
        .containsExactly("plain", "gzip-3 by igzip", "gzip-3 by gzip");
  }

  @Test
  void tooFewLoadsAreNoSweep() {
    SweepRecord two = new SweepRecord().load("x codec=none files=2", "none", 8, 11, 0, 0);
    two.load("x codec=gzip-3 files=4", "gzip-3", 8, 12, 1, 0);
    two.load("x codec=none files=8", "none", 8, 12, 1, 0);
    load(two, "10MB/s", "none", 10);
    load(two, "unlimited", "none", 100);
    two.load("y model=heap compression=zlib", "none", 10, 20, 0, 0);
    two.load("y model=heap compression=zstd", "none", 10, 20, 0, 0);
    Figures figures = Figures.of(two.build());

    assertThat(CodecSweep.of(figures)).isEmpty();
    assertThat(DopSweep.of(figures)).as("no load of one file").isEmpty();
    assertThat(IngestSweep.of(figures)).as("one limit").isEmpty();
    assertThat(LoadModels.of(figures)).as("one kind of model").isEmpty();
  }

  @Test
  void saysOfEachLoadWhetherTheNetworkOrTheMachineBoundsIt() {
    IngestSweep sweep = IngestSweep.of(Figures.of(ReportRecords.sweeps())).get(0);
    State[] plain = {
      State.NETWORK, State.NETWORK, State.NETWORK, State.NETWORK, State.MACHINE, State.UNLIMITED
    };
    assertThat(states(sweep.lines().get(0))).containsExactly(plain);
    Point ten = sweep.lines().get(1).points().get(0);
    assertThat(ten.achieved().median()).isCloseTo(9.95, within(0.15));
    assertThat(ten.ideal()).isCloseTo(10 * 2.1, within(0.03));
    assertThat(sweep.crossings().get(0).at().orElseThrow().median()).isCloseTo(95, within(2.0));
    assertThat(sweep.chart().guides().get(1).at()).isCloseTo(2.1, within(1e-5));
    Curve curve = sweep.chart().curves().get(0);
    assertThat(curve.knee().x()).as("up to the unlimited rate").isCloseTo(110, within(2.0));
    assertThat(curve.knee().y()).isEqualTo(curve.dots().get(5).y());
  }

  @Test
  void namesTheCrossingThatIsNotReached() throws IOException {
    SweepRecord record = new SweepRecord();
    for (int limit : new int[] {10, 20}) {
      load(record, limit + "MB/s", "none", limit);
      load(record, limit + "MB/s", "gzip-3", limit);
    }
    assertThat(section(record, "ingest"))
        .contains(
            "plain files is network-bound up to 20 MB/s: this run does not reach the crossing")
        .contains("become faster than gzip-3 files: gzip-3 files are faster up to 20 MB/s.");
    load(record, "unlimited", "none", 40);
    load(record, "unlimited", "gzip-3", 40);
    assertThat(section(record, "ingest")).contains("are faster without a limit too.");
    assertThat(ingest(record).loads()).hasSize(6);
  }

  @Test
  void aLoadThatIsSlowEverywhereIsBoundByTheMachine() throws IOException {
    SweepRecord record = new SweepRecord();
    load(record, "10MB/s", "none", 8);
    load(record, "20MB/s", "none", 8);

    assertThat(section(record, "ingest"))
        .contains("is not network-bound even at 10 MB/s; it becomes machine-bound at 8.00");
  }

  @Test
  void startUpIsNoReasonToCallALoadNotNetworkBound() throws IOException {
    SweepRecord record = new SweepRecord();
    load(record, "10MB/s", "none", 9.5).start(5.2, 4);
    load(record, "20MB/s", "none", 18).start(5.4, 4);
    load(record, "unlimited", "none", 60).start(5.2, 4);

    assertThat(section(record, "ingest"))
        .contains("up to 20 MB/s, and reads 87.2 (84.7–88.5) MB/s without a limit:")
        .contains("Its start-up of 5.20 to 5.40 s is not counted");
    assertThat(ingest(record).lines().get(0).points().get(0).achieved().median())
        .isCloseTo(10, within(0.1));
    assertThat(ingest(record).chart().y().name()).contains("without start-up");
  }

  @Test
  void anIngestRateThatIsNotTheWantedOneIsFlagged() {
    SweepRecord record = new SweepRecord();
    load(record, "10MB/s", "none", 11);
    load(record, "20MB/s", "none", 18);
    load(record, "40MB/s", "none", 40);
    load(record, "unlimited", "none", 100);

    assertThat(states(ingest(record).lines().get(0)))
        .containsExactly(State.TOO_FAST, State.TOO_SLOW, State.NETWORK, State.UNLIMITED);
  }

  /** Adds a load of files that cross a link, at this rate of file bytes in MB/s. */
  private static SweepRecord over(SweepRecord record, String net, String codec, double taken) {
    double ratio = codec.equals("none") ? 1 : 2.1;
    return record.load(
        "fetch files=2 codec=%s net=%s".formatted(codec, net),
        codec,
        1000 / ratio / taken,
        11,
        1,
        0);
  }

  /** Files over links; plain ones take 100 MB/s at most, and gzip-3 files 40 MB/s. */
  private static SweepRecord links() {
    SweepRecord record = new SweepRecord();
    record.load("read files=2 codec=none", "none", 9, 11, 0, 0);
    record.load("read files=2 codec=gzip-3", "gzip-3", 11, 16, 5, 0);
    record.link("100Mbit", 11.9, null).link("1GbE", 119, null).link("10GbE", 1190, null);
    record.link("unlimited", 3000, 1_000_000L);
    for (String codec : List.of("none", "gzip-3")) {
      double most = codec.equals("none") ? 100 : 40;
      over(record, "100Mbit", codec, 11.9);
      over(record, "1GbE", codec, most);
      over(record, "10GbE", codec, most);
    }
    return record;
  }

  @Test
  void loadsOverLinksAreASweepOfTheirMeasuredRates() throws IOException {
    SweepRecord record = links();
    over(record, "100Mbit+20ms", "none", 5);
    record.link("100Mbit+20ms", 11.9, null);

    IngestSweep sweep = ingest(record);

    assertThat(sweep.byLink()).isTrue();
    assertThat(sweep.loads()).as("without the one with a delay").hasSize(6);
    for (IngestSweep.Line line : sweep.lines()) {
      assertThat(states(line)).containsExactly(State.NETWORK, State.MACHINE, State.MACHINE);
    }
    assertThat(sweep.crossings().get(0).at().orElseThrow().median()).isCloseTo(84, within(2.0));
    Golden.matches("report-ingest-links.txt", section(record, "ingest"));
  }

  @Test
  void aLinkWithoutAFigureAndATextThatIsSentInAnotherFormAreNotInASweep() {
    SweepRecord unknown = over(new SweepRecord().link("1GbE", 119, null), "1GbE", "none", 100);
    over(unknown, "10GbE", "none", 100);
    SweepRecord sent = new SweepRecord().link("1GbE", 119, null).link("10GbE", 1190, null);
    sent.load("hive-load files=2 codec=none net=1GbE", "none", 10, 11, 1, 0);
    sent.load("hive-load files=2 codec=none net=10GbE", "none", 9, 11, 1, 0);

    for (SweepRecord record : List.of(unknown, sent)) {
      assertThat(IngestSweep.of(Figures.of(record.build()))).isEmpty();
    }
  }

  @Test
  void withoutLoadsThatUseNoLinkThereIsNoForecast() throws IOException {
    SweepRecord record = new SweepRecord().link("1GbE", 119, null).link("10GbE", 1190, null);
    over(record, "1GbE", "none", 100);
    over(record, "10GbE", "none", 100);

    assertThat(ingest(record).forecastsOff()).isEmpty();
    assertThat(section(record, "ingest")).doesNotContain("orecast");
  }

  @Test
  void aPromiseIsComparedWithTheStockStatement() throws IOException {
    String load = "hive-load-orc compression=%s checks=%s";
    SweepRecord record = new SweepRecord();
    record.load(load.formatted("zlib", "yes"), "none", 11, 22, 0, 0);
    record.load(load.formatted("zlib", "no"), "none", 10, 20, 0, 0);
    record.load(load.formatted("none", "yes"), "none", 9, 20, 0, 0);

    assertThat(section(record, "paths"))
        .containsOnlyOnce("The cost of the promise: ")
        .contains("by zlib takes 1.11 (1.07–1.12) × the time and 1.11 (1.07–1.12) × the CPU");
  }

  @Test
  void aSweepOfDisturbedLoadsSaysSo() throws IOException {
    RunRecord busy = ReportRecords.disturbed(ReportRecords.sweeps(), "gzip");
    assertThat(ReportRecords.html(busy)).contains("disturbed every run of 4 of these 8 loads");
  }
}
