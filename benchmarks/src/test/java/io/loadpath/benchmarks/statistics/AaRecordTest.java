package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.Ratio.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests verdicts on the rounds of a real machine: {@code aa.json} is the record of one run of an
 * external table against itself, kept as it was written. Its noise is large, about 15 % from run to
 * run, and some of its samples were disturbed.
 */
class AaRecordTest {
  private static final String A = "external-table-load-postgres files=1 codec=none as=a";
  private static final String B = "external-table-load-postgres files=1 codec=none as=b";

  private RunRecord record;
  private List<Sample[]> rounds;

  /** The rounds in which both were undisturbed. */
  @BeforeEach
  void readRecord() {
    record = TestRecords.named("aa.json");
    rounds = new ArrayList<>();
    for (int round = 1; round <= record.suite().rounds(); round++) {
      List<Sample> a = good(A, round);
      List<Sample> b = good(B, round);
      if (!a.isEmpty() && !b.isEmpty()) {
        rounds.add(new Sample[] {a.get(0), b.get(0)});
      }
    }
  }

  private List<Sample> good(String variant, int round) {
    return record.samples().stream()
        .filter(s -> !s.warmup() && s.verified() && !s.disturbed())
        .filter(s -> s.variant().equals(variant) && s.round() == round)
        .toList();
  }

  /**
   * Draws rounds with replacement; a coin decides which of the two is called a.
   *
   * @param noise the part of the recorded differences that is kept
   * @param slowdown of b
   */
  private Comparison resampled(int seed, int count, double noise, double slowdown) {
    Random random = new Random(seed);
    double[] secondsOfA = new double[count];
    double[] secondsOfB = new double[count];
    for (int i = 0; i < count; i++) {
      Sample[] drawn = rounds.get(random.nextInt(rounds.size()));
      int a = random.nextInt(2);
      double ratio = (double) drawn[1 - a].wallNanos() / drawn[a].wallNanos();
      secondsOfA[i] = drawn[a].wallNanos() / 1e9;
      secondsOfB[i] = secondsOfA[i] * Math.pow(ratio, noise) * slowdown;
    }
    RunRecord built =
        new RoundsRecord()
            .variant("a", null)
            .variant("b", "a")
            .rounds("a", secondsOfA)
            .rounds("b", secondsOfB)
            .build();
    return Comparison.of(built, built.variants().get(1)).orElseThrow();
  }

  private long resamplings(Verdict verdict, int count, double noise, double slowdown) {
    return IntStream.rangeClosed(1, 100)
        .mapToObj(seed -> resampled(seed, count, noise, slowdown).time().verdict())
        .filter(verdict::equals)
        .count();
  }

  @Test
  void aPathAgainstItselfShowsNoDifference() {
    Comparison comparison = Comparison.of(record, B, A).orElseThrow();

    assertThat(comparison.time().words()).isEqualTo("no difference shown");
    assertThat(comparison.cpu().orElseThrow().words()).isEqualTo("no difference shown");
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 10, 20})
  void atLeastNinetyFiveOfHundredResamplingsShowNoDifference(int count) {
    assertThat(resamplings(Verdict.NO_DIFFERENCE_SHOWN, count, 1, 1)).isBetween(95L, 100L);
  }

  /**
   * Ten rounds with the noise of this record do not show 5 %; with a tenth of that noise, they do.
   */
  @Test
  void aSideThatIsSlowedByFivePercentIsCalledSlowerWhenTheNoiseAllowsIt() {
    assertThat(noiseOfARun()).isBetween(0.1, 0.2);
    assertThat(resampled(1, 10, 0.1, 1.05).time().words()).isEqualTo("slower");
    assertThat(resamplings(Verdict.SLOWER, 10, 0.1, 1.05)).isGreaterThanOrEqualTo(95);
  }

  private double noiseOfARun() {
    double sumOfSquares =
        rounds.stream()
            .mapToDouble(pair -> Math.log((double) pair[1].wallNanos() / pair[0].wallNanos()))
            .map(difference -> difference * difference)
            .sum();
    return Math.sqrt(sumOfSquares / rounds.size() / 2);
  }
}
