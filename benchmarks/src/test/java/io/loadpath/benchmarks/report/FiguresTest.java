package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.Sample.Resources;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final Sample.RunError WRONG = new Sample.RunError("verify", 0, "1 row lost");
  private static final Sample.RunError CRASHED = new Sample.RunError("run", 1, "disk full");

  private final List<Sample> samples = new ArrayList<>();

  @Test
  void ratesAndCostsComeFromLogicalBytes() {
    verified("a", 36_000_000_000L, new StageCpu("client", 3_000_000_000L, 1_000_000_000L));
    Measured measured = only(figures("a")).measured().orElseThrow();
    assertThat(measured.loadRateTbPerHour().median()).isCloseTo(0.2, within(1e-12));
    assertThat(measured.cpuCostSecondsPerGb().median()).isCloseTo(2, within(1e-12));
    assertThat(measured.commitSeconds().median()).isEqualTo(36);
  }

  @Test
  void theStagesAddUpToTheMedianCost() {
    for (long n = 1; n <= 3; n++) {
      verified(
          "a",
          1_000_000_000,
          new StageCpu("client", n * 1_000_000_000, 0),
          new StageCpu("database", 500_000_000, 500_000_000));
    }
    Measured measured = only(figures("a")).measured().orElseThrow();
    assertThat(measured.cpuCostSecondsPerGb().median()).isCloseTo(1.5, within(1e-12));
    assertThat(measured.stages())
        .hasEntrySatisfying(
            "client", cost -> assertThat(cost.secondsPerGb()).isCloseTo(1.0, within(1e-12)))
        .hasEntrySatisfying(
            "database", cost -> assertThat(cost.secondsPerGb()).isCloseTo(0.5, within(1e-12)));
  }

  @Test
  void warmupsAreNotCounted() {
    sample("a", true, 90_000_000_000L, null);
    verified("a", 36_000_000_000L);
    VariantFigures figures = only(figures("a"));
    assertThat(figures.samples()).hasSize(1);
    assertThat(figures.measured().orElseThrow().commitSeconds().median()).isEqualTo(36);
  }

  @Test
  void oneFailedRunSpoilsTheVerdictAndNotTheFiguresOfTheOthers() {
    verified("a", 2_000_000_000);
    sample("a", false, 1_000_000L, WRONG);
    VariantFigures figures = only(figures("a"));
    assertThat(figures.verified()).isFalse();
    assertThat(figures.verdict()).isEqualTo("✗ 1/2");
    assertThat(figures.rank()).isEqualTo(1);
    assertThat(figures.measured().orElseThrow().commitSeconds().median()).isEqualTo(2);
    assertThat(figures.errors()).containsExactly(WRONG);
  }

  @Test
  void aDisturbedRunDoesNotCountIfThereIsAnUndisturbedOne() {
    disturbed("a", 1, 9_000_000_000L, 0.2);
    disturbed("a", 1, 2_000_000_000L, 0.01);
    VariantFigures figures = only(figures("a"));
    assertThat(figures.measured().orElseThrow().commitSeconds().median()).isEqualTo(2);
    assertThat(figures.disturbed()).isFalse();
    assertThat(figures.disturbedRuns()).isEqualTo(1);
    assertThat(figures.repeatedRuns()).isEqualTo(1);
  }

  @Test
  void disturbedRunsAloneCountAndMarkTheVariant() {
    disturbed("a", 1, 9_000_000_000L, 0.2);
    disturbed("a", 2, 7_000_000_000L, 0.06);
    VariantFigures figures = only(figures("a"));
    assertThat(figures.measured().orElseThrow().commitSeconds().median()).isEqualTo(8);
    assertThat(figures.disturbed()).isTrue();
    assertThat(figures.repeatedRuns()).isZero();
  }

  @Test
  void memoryAndStorageAreMediansOfTheRunsThatShowThem() {
    disturbed("a", 1, 1_000_000_000L, 0);
    verified("a", 1_000_000_000L);
    Measured measured = only(figures("a")).measured().orElseThrow();
    assertThat(measured.usage()).isEqualTo(new Measured.Usage(5_000L, null, 70L, 42L, 0.0));
    assertThat(measured.durableSeconds()).as("not of every run").isEmpty();
  }

  @Test
  void theCalibratedCostIsInSecondsOfTheCalibration() {
    verified("a", 1_000_000_000L, new StageCpu("client", 3_000_000_000L, 1_000_000_000L));
    long nanos = TestRecords.plain().environment().calibration().wallNanos();
    assertThat(only(figures("a")).measured().orElseThrow().calibratedCpuCost().orElseThrow())
        .isCloseTo(2 / (nanos / 1e9), within(1e-12));
  }

  @Test
  void figuresWithoutProofAreKeptApartAndOnlyForRunsThatEnded() {
    sample("a", false, 1_000_000_000L, WRONG);
    sample("b", false, 1_000_000L, CRASHED);
    Figures figures = figures("a", "b");
    assertThat(figures.measured()).isEmpty();
    assertThat(figures.failed()).hasSize(2);
    assertThat(figures.variants().get(0).unproven()).isPresent();
    assertThat(figures.variants().get(1).unproven()).isEmpty();
    assertThat(figures.winners()).isEmpty();
  }

  @Test
  void theWayIntoTheDatabaseTheWayOutAndQueriesHaveTheirOwnWinners() {
    assertThat(Figures.of(TestRecords.plain()).winners())
        .extracting(w -> w.way().toString(), w -> w.fastest().variant().path())
        .containsExactly(
            tuple("into the database", "postgres-copy"),
            tuple("out of the database", "sqoop-direct-unload-postgres"),
            tuple("query", "mapreduce-q1"));
  }

  private static VariantFigures only(Figures figures) {
    assertThat(figures.variants()).hasSize(1);
    return figures.variants().get(0);
  }

  private void add(String variant, Object... changes) {
    Sample next = TestRecords.sample(variant, "position", samples.size() + 1);
    samples.add(Records.with(next, changes));
  }

  private void verified(String variant, long wallNanos, StageCpu... cpu) {
    add(variant, "wallNanos", wallNanos, "cpu", List.of(cpu), "rows", 10L);
  }

  private void disturbed(String variant, int round, long wallNanos, double foreignShare) {
    long capacity = 2 * wallNanos;
    add(
        variant,
        "round",
        round,
        "wallNanos",
        wallNanos,
        "durableNanos",
        wallNanos,
        "machine",
        new MachineLoad(capacity, Math.round(foreignShare * capacity), 0, 0, 42),
        "resources",
        new Resources(5_000L, null, 70L),
        "rows",
        10L);
  }

  private void sample(String variant, boolean warmup, Long wallNanos, Sample.RunError error) {
    Sample.Status status = error == null ? Sample.Status.VERIFIED : Sample.Status.FAILED;
    add(variant, "warmup", warmup, "wallNanos", wallNanos, "status", status, "error", error);
  }

  /** A record of the samples over two billion logical bytes. */
  private Figures figures(String... variantIds) {
    RunRecord sample = TestRecords.plain();
    DatasetInfo dataset =
        Records.with(
            sample.datasets().get(0), "id", "d", "rows", 10L, "logicalBytes", 2_000_000_000L);
    List<VariantInfo> variants = new ArrayList<>();
    for (String id : variantIds) {
      variants.add(
          new VariantInfo(
              id, id, id, "peer", "load", Map.of(), null, "d", null, "command", null, null));
    }
    return Figures.of(
        Records.change(sample)
            .set("datasets", List.of(dataset))
            .set("variants", variants)
            .set("samples", samples)
            .set("notRun", List.of())
            .make());
  }

  @Test
  void withFewRunsAnOutlierIsAFifthOffTheMedian() {
    assertThat(outliers(100, 119, 81)).isEmpty();
    assertThat(outliers(100, 121, 100)).containsExactly(1);
    assertThat(outliers(100, 79, 100)).containsExactly(1);
  }

  @Test
  void withMoreRunsAnOutlierIsFarOutsideTheQuartiles() {
    assertThat(outliers(100, 101, 102, 103, 104, 106)).isEmpty();
    assertThat(outliers(100, 101, 102, 103, 104, 109)).containsExactly(5);
  }

  /** Places of the outliers among runs of these milliseconds. */
  private static List<Integer> outliers(int... millis) {
    RunRecord first = TestRecords.plain();
    Sample like = first.samples().stream().filter(Sample::verified).findFirst().orElseThrow();
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < millis.length; i++) {
      samples.add(
          Records.change(like)
              .set("round", i + 1)
              .set("position", i + 1)
              .set("wallNanos", millis[i] * 1_000_000L)
              .make());
    }
    RunRecord record = Records.with(first, "samples", samples);
    List<Rounds.Point> points = Rounds.of(Figures.of(record)).points();
    return points.stream().filter(Rounds.Point::outlier).map(points::indexOf).toList();
  }

  /** The bytes of a gigabyte's 14,000,000 rows without a thousand of them. */
  private static final double GB = 1 - 71_428e-9;

  /** A gigabyte in 10 s (9.9 to 10.2) and 20 CPU-s, and a start. */
  private static VariantFigures started(double seconds, double cpuSeconds) {
    SweepRecord record = new SweepRecord().load("x files=2", "none", 10, 20, 0, 0);
    return Figures.of(record.start(seconds, cpuSeconds).build()).measured().get(0);
  }

  @Test
  void rateAndCostAreThoseOfWhatTheStartLeaves() {
    WithoutStart without = started(2, 4).withoutStart().orElseThrow();
    assertThat(without.start().rows()).isEqualTo(1000);
    assertThat(without.loadRateTbPerHour().orElseThrow())
        .satisfies(
            rate -> {
              assertThat(rate.median()).isCloseTo(3.6 * GB / 8, within(1e-9));
              assertThat(rate.low()).isCloseTo(3.6 * GB / 8.2, within(1e-9));
              assertThat(rate.high()).isCloseTo(3.6 * GB / 7.9, within(1e-9));
              assertThat(rate.samples()).isEqualTo(3);
            });
    assertThat(without.cpuCostSecondsPerGb().orElseThrow().median())
        .isCloseTo(16 / GB, within(1e-6));
    assertThat(without.reasons()).isEmpty();
    assertThat(started(2, 4).rate()).as("as measured").isEqualTo(started(9, 4).rate());
  }

  @Test
  void aFigureThatTheStartHidesIsEmptyAndTheOtherIsNot() {
    WithoutStart slow = started(9, 4).withoutStart().orElseThrow();
    assertThat(slow.loadRateTbPerHour()).isEmpty();
    assertThat(slow.cpuCostSecondsPerGb()).isPresent();
    assertThat(slow.reasons()).containsExactly("start-up is 90 % of its time");

    WithoutStart costly = started(2, 19).withoutStart().orElseThrow();
    assertThat(costly.loadRateTbPerHour()).isPresent();
    assertThat(costly.cpuCostSecondsPerGb()).isEmpty();
    assertThat(costly.reasons()).containsExactly("start-up is 95 % of its CPU time");
  }

  private final Scatter scatter = Scatter.of(Figures.of(TestRecords.plain()), Optional.empty());

  @Test
  void theShapeTellsCodecAndQuery() {
    assertThat(scatter.marks())
        .filteredOn(mark -> mark.label().startsWith("external-table-load-postgres, 2 files"))
        .extracting(Scatter.Mark::shape)
        .containsExactly("circle", "diamond");
    assertThat(scatter.marks())
        .filteredOn(mark -> mark.path().endsWith("q1"))
        .extracting(Scatter.Mark::shape)
        .containsOnly("rect");
  }

  @Test
  void theDatabasesOwnCopyIsShownUnlessItIsFarAway() {
    Figures figures = Figures.of(TestRecords.plain());
    Scatter near = Scatter.of(figures, Optional.of(2.5));
    assertThat(near.limit()).as("MB/s").isCloseTo(694.444, within(0.001));
    assertThat(near.limitText()).isEqualTo("694 MB/s, 2.50 TB/h");
    assertThat(Scatter.of(figures, Optional.of(25.0)).limit()).isNull();
  }

  @Test
  void withoutStartUpOnlyVariantsWithBothFiguresHaveAMark() {
    Figures figures = Figures.of(ReportRecords.started());
    Scatter without = Scatter.withoutStart(figures).orElseThrow();
    assertThat(without.marks())
        .hasSameSizeAs(figures.measured().stream().filter(f -> f.startReasons().isEmpty()).toList())
        .allSatisfy(
            mark -> {
              VariantFigures f = figures.measured().get(mark.rank() - 1);
              assertThat(mark.label()).isEqualTo(f.label());
              assertThat(mark.rate().median())
                  .isGreaterThan(1.2 * f.rate().inMbPerSecond().median());
              assertThat(mark.cost().median()).isLessThan(0.8 * f.cost().median());
            });
    assertThat(without.limit()).isNull();
    assertThat(Scatter.withoutStart(Figures.of(ReportRecords.full()))).isEmpty();
  }
}
