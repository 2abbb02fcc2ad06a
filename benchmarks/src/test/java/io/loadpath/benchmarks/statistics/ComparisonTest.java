package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Ratio.Verdict;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private final RoundsRecord rounds = new RoundsRecord().variant("a", null).variant("b", "a");

  private Comparison compared() {
    RunRecord record = rounds.build();
    return Comparison.of(record, record.variants().get(1)).orElseThrow();
  }

  @Test
  void roundsArePairedSoThatADriftCancelsOut() {
    rounds.rounds("a", 1, 2, 4, 8, 16, 32, 64).rounds("b", 1.1, 2.2, 4.4, 8.8, 17.6, 35.2, 70.4);

    Comparison comparison = compared();

    assertThat(comparison.variant()).isEqualTo("b");
    assertThat(comparison.baseline()).isEqualTo("a");
    assertThat(comparison.time().estimate().median()).isCloseTo(1.1, within(1e-9));
    assertThat(comparison.time().verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(comparison.time().estimate().samples()).isEqualTo(7);
  }

  @Test
  void timeAndCpuHaveVerdictsOfTheirOwn() {
    for (int round = 1; round <= 6; round++) {
      rounds
          .sample("a", round, 2, 1, Kind.GOOD)
          .sample("b", round, 1 + 0.01 * round, 1.5, Kind.GOOD);
    }

    Comparison comparison = compared();

    assertThat(comparison.time().verdict()).isEqualTo(Verdict.FASTER);
    assertThat(comparison.cpu().orElseThrow().words()).isEqualTo("more CPU");
    assertThat(comparison.cpu().orElseThrow().estimate().median()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void onlyRoundsInWhichBothAreGoodArePaired() {
    rounds.rounds("a", 1, 1, 1, 1, 1, 1, 1, 1);
    rounds
        .sample("b", 1, 9, 9, Kind.WARMUP)
        .sample("b", 1, 9, 9, Kind.FAILED)
        .sample("b", 2, 9, 9, Kind.DISTURBED)
        .sample("b", 2, 1.2, 1, Kind.GOOD) // the repeated one
        .sample("b", 3, 9, 9, Kind.DISTURBED)
        .sample("b", 4, 1.4, 1, Kind.GOOD)
        .sample("b", 9, 9, 9, Kind.GOOD);

    Estimate time = compared().time().estimate();

    assertThat(time.samples()).isEqualTo(2);
    assertThat(time.low()).isCloseTo(1.2, within(1e-9));
    assertThat(time.high()).isCloseTo(1.4, within(1e-9));
  }

  @Test
  void withoutARoundInCommonOrABaselineThereIsNoComparison() {
    rounds.sample("a", 1, 1, 1, Kind.GOOD).sample("b", 2, 1, 1, Kind.GOOD);
    RunRecord record = rounds.build();

    assertThat(Comparison.of(record, record.variants().get(1))).isEmpty();
    assertThat(Comparison.of(record, record.variants().get(0))).isEmpty();
  }

  @Test
  void cpuThatWasNotCountedIsNotCompared() {
    rounds.sample("a", 1, 1, 0, Kind.GOOD).sample("b", 1, 2, 0, Kind.GOOD);

    assertThat(compared().cpu()).isEmpty();
    assertThat(compared().time().estimate().median()).isEqualTo(2);
  }
}
