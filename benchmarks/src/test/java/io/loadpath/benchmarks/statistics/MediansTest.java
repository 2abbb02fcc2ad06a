package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.statistics.Estimate.Spread;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediansTest {

  @Test
  void oneSampleHasNoSpread() {
    Estimate estimate = Medians.of(new double[] {2});
    assertThat(estimate).isEqualTo(new Estimate(2, 2, 2, Spread.NONE, 1));
    assertThat(estimate.spreadText()).isEmpty();
  }

  @Test
  void fewSamplesShowLowestAndHighest() {
    Estimate estimate = Medians.of(new double[] {0.66, 0.64, 0.63});
    assertThat(estimate).isEqualTo(new Estimate(0.64, 0.63, 0.66, Spread.RANGE, 3));
    assertThat(estimate.spreadText()).isEqualTo("0.630–0.660");
  }

  /** The table of David and Nagaraja, and of every textbook with the sign test. */
  @ParameterizedTest
  @CsvSource({"6,1,6", "8,1,8", "9,2,8", "10,2,9", "12,3,10", "15,4,12", "20,6,15", "100,40,61"})
  void theIntervalEndsAtTheOrderStatisticsOfTheSignTest(int samples, int low, int high) {
    double[] values = IntStream.rangeClosed(1, samples).asDoubleStream().toArray();
    Estimate estimate = Medians.of(values);
    assertThat(estimate.low()).isEqualTo(low);
    assertThat(estimate.high()).isEqualTo(high);
    assertThat(estimate.spread()).isEqualTo(Spread.INTERVAL_95);
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7, 10, 15, 20, 51})
  void theIntervalHoldsTheTrueMedianInNinetyFiveOfHundredCases(int samples) {
    Random random = new Random(42);
    int cases = 5_000;
    int held = 0;
    for (int i = 0; i < cases; i++) {
      double[] skewed = random.doubles(samples).map(u -> -Math.log(u)).toArray();
      Estimate estimate = Medians.of(skewed);
      held += estimate.low() <= Math.log(2) && Math.log(2) <= estimate.high() ? 1 : 0;
    }
    assertThat(held).isGreaterThan((int) (cases * (0.95 - 0.008))); // 2.6 standard errors
  }

  @Test
  void theOrderOfTheValuesDoesNotMatterAndTheyAreLeftAlone() {
    double[] values = {3, 1, 2, 6, 5, 4, 7};
    assertThat(Medians.of(values))
        .isEqualTo(new Estimate(4, 1, 7, Spread.INTERVAL_95, 7))
        .isEqualTo(Medians.of(new double[] {1, 2, 3, 4, 5, 6, 7}));
    assertThat(values).containsExactly(3, 1, 2, 6, 5, 4, 7);
  }
}
