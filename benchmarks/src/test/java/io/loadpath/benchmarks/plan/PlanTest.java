package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.plan.CodecPlan.Bound;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanTest {
  private static final double MIB = Rate.BYTES_PER_MIB;
  private static final double MB = 1e6;

  @Test
  void theFiguresOfTheStudyGiveTheAnswersOfTheStudy() {
    Plan plan = plan(StudyFigures.get(), "1TiB/h", "2x1GbE", Double.POSITIVE_INFINITY);

    CodecPlan gzip = plan.chosen();
    assertThat(gzip.codec().name()).isEqualTo("gzip-3");
    assertThat(gzip.reached()).isTrue();
    assertThat(gzip.inboundForGoal() / MIB).isCloseTo(138.7, within(0.01));
    assertThat(gzip.units()).isEqualTo(15);
    assertThat(gzip.coresForGoal().median()).isCloseTo(3.64, within(0.01));
    CodecPlan plain = plan.weaker().orElseThrow();
    assertThat(plain.bottleneck()).isEqualTo(Bound.INGEST);
    assertThat(plain.minutesOver()).isCloseTo(15.98, within(0.01));
    assertThat(plan.stronger()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // a unit delivers 30 MB/s with either codec; 40 and 50 core-seconds for a GB
    "100MB/s, 20MB/s,  64, gzip-3, INGEST,    42, 2",
    "100MB/s, 1GB/s,    2, none,   CPU,       50, 2",
    "100MB/s, 1GB/s,   64, none,   DATABASE, 120, 4",
    "100MB/s, 60MB/s,  64, gzip-3, DATABASE, 120, 4",
    "100MB/s, 60MB/s,   4, gzip-3, CPU,       80, 3",
    "10MB/s,  1GB/s,   64, none,   DATABASE,  30, 1",
  })
  void theSmallestOfFourRatesBoundsTheLoad(
      String goal, String ingest, int cores, String codec, Bound bound, double rate, long units) {
    LoadFigures figures =
        figures(codec("none", 1, 30, 0, 30, 40), codec("gzip-3", 2.1, 30, 10, 30, 50));

    CodecPlan chosen = plan(figures, goal, ingest, cores).chosen();

    assertThat(chosen.codec().name()).isEqualTo(codec);
    assertThat(chosen.bottleneck()).isEqualTo(bound);
    assertThat(chosen.bytesPerSecond() / MB).isCloseTo(rate, within(1e-6));
    assertThat(chosen.units()).isEqualTo(units);
  }

  @Test
  void aGoalThatNeedsMoreCoresAndACodecIsPlannedWithThatCodec() {
    LoadFigures figures =
        figures(codec("none", 1, 30, 0, 30, 40), codec("gzip-3", 2.1, 30, 10, 30, 50));

    assertThat(plan(figures, "100MB/s", "60MB/s", 2).chosen().codec().name()).isEqualTo("none");
    assertThat(plan(figures, "100MB/s", "60MB/s", 2).forGoal().codec().name()).isEqualTo("gzip-3");
    assertThat(plan(figures, "100MB/s", "40MB/s", 2).forGoal().codec().name()).isEqualTo("none");
    assertThat(plan(figures, "100MB/s", "1GB/s", 64).forGoal().codec().name()).isEqualTo("none");
  }

  @Test
  void anInflaterThatIsBusierThanItsSessionBoundsTheLoad() {
    Plan plan = plan(figures(codec("bzip2-9", 2.9, 9, 110, 30, 150)), "50MB/s", "1GB/s", 64);

    assertThat(plan.chosen().bottleneck()).isEqualTo(Bound.INFLATE);
    assertThat(plan.chosen().units()).isEqualTo(6);
    assertThat(plan.chosen().rates().get(Bound.INFLATE) / MB).isCloseTo(54, within(1e-6));
    assertThat(plan.chosen().rates().get(Bound.DATABASE) / MB).isCloseTo(198, within(1e-6));
  }

  @Test
  void theIntervalIsThePlanAtTheEndsOfTheFiguresIntervals() {
    Estimate unit = estimate(30 * MB, 25 * MB, 40 * MB);
    CodecFigures codec = codec("none", 1, unit, 0, 30, 40, estimate(50e-9, 40e-9, 80e-9));
    CodecPlan chosen = plan(figures(codec), "100MB/s", "1GB/s", 4).chosen();

    assertThat(chosen.unitsForGoal()).isEqualTo(4);
    assertThat(chosen.lowUnitsForGoal()).isEqualTo(3);
    assertThat(chosen.highUnitsForGoal()).isEqualTo(4);
    assertThat(chosen.coresForGoal().low()).isCloseTo(4, within(1e-9));
    assertThat(chosen.coresForGoal().high()).isCloseTo(8, within(1e-9));
    assertThat(chosen.units()).isEqualTo(3);
    assertThat(chosen.lowBytesPerSecond() / MB).isCloseTo(50, within(1e-6));
    assertThat(chosen.highBytesPerSecond() / MB).isCloseTo(100, within(1e-6));
  }

  @Test
  void codecsOfTheSameStrengthAreNoStep() {
    Plan plan =
        plan(
            figures(
                codec("none", 1, 30, 0, 30, 40),
                codec("gzip-3", 2.1, 30, 10, 30, 50),
                codec("gzip-6", 2.105, 30, 9, 30, 49),
                codec("bzip2-9", 2.9, 9, 110, 30, 150)),
            "100MB/s",
            "60MB/s",
            64);

    assertThat(plan.chosen().codec().name()).isEqualTo("gzip-6");
    assertThat(plan.stronger().orElseThrow().codec().name()).isEqualTo("bzip2-9");
    assertThat(plan.weaker().orElseThrow().codec().name()).isEqualTo("none");
  }

  /**
   * @param unit MB/s
   * @param inflate CPU-s/GB
   * @param database CPU-s/GB
   * @param core core-seconds for a GB
   */
  private static CodecFigures codec(
      String name, double ratio, double unit, double inflate, double database, double core) {
    return codec(
        name,
        ratio,
        estimate(unit * MB, 0.9 * unit * MB, 1.1 * unit * MB),
        inflate,
        database,
        inflate + database,
        estimate(core * 1e-9, 0.95 * core * 1e-9, 1.05 * core * 1e-9));
  }

  private static CodecFigures codec(
      String name,
      double ratio,
      Estimate unit,
      double inflate,
      double database,
      double cpu,
      Estimate core) {
    double in = inflate * 1e-9;
    double out = database * 1e-9;
    var rates = new TreeMap<Integer, Estimate>();
    return new CodecFigures(
        name, null, ratio, unit, in, out, single(cpu * 1e-9), core, 1, 2, rates, Optional.empty());
  }

  private static Estimate single(double value) {
    return estimate(value, value, value);
  }

  private static Estimate estimate(double median, double low, double high) {
    return new Estimate(median, low, high, Estimate.Spread.RANGE, 2);
  }

  private static LoadFigures figures(CodecFigures... codecs) {
    return new LoadFigures(
        null, "test", Map.of(), 2, List.of(codecs), 1_000_000, 70_000_000, false);
  }

  private static Plan plan(LoadFigures figures, String goal, String ingest, double cores) {
    return Plan.of(figures, Rate.parse(goal, ""), Rate.parseIngest(ingest, ""), cores);
  }
}
