package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.statistics.Estimate.Spread;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EstimateTest {
  @Test
  void fewSamplesShowLowestAndHighestAndOneShowsNothing() {
    Estimate one = Estimate.of(new double[] {2});
    Estimate few = Estimate.of(new double[] {0.66, 0.64, 0.63});

    assertThat(one).isEqualTo(new Estimate(2, 2, 2, Spread.NONE, 1));
    assertThat(one.spreadText()).isEmpty();
    assertThat(few).isEqualTo(new Estimate(0.64, 0.63, 0.66, Spread.RANGE, 3));
    assertThat(few.spreadText()).isEqualTo("0.630–0.660");
  }

  /** The table of David and Nagaraja, and of every textbook with the sign test. */
  @ParameterizedTest
  @CsvSource({"6,1,6", "8,1,8", "9,2,8", "10,2,9", "12,3,10", "15,4,12", "20,6,15", "100,40,61"})
  void theIntervalEndsAtTheOrderStatisticsOfTheSignTest(int samples, int low, int high) {
    double[] values = IntStream.rangeClosed(1, samples).map(i -> -i).asDoubleStream().toArray();
    Estimate estimate = Estimate.of(values).times(-1);

    assertThat(estimate.high()).isEqualTo(low);
    assertThat(estimate.low()).isEqualTo(high);
    assertThat(estimate.spread()).isEqualTo(Spread.INTERVAL_95);
    assertThat(values[0]).as("the values are left alone").isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7, 10, 15, 20, 51})
  void theIntervalHoldsTheTrueMedianInNinetyFiveOfHundredCases(int samples) {
    Random random = new Random(42);
    int cases = 5_000;
    int held = 0;
    for (int i = 0; i < cases; i++) {
      double[] skewed = random.doubles(samples).map(u -> -Math.log(u)).toArray();
      Estimate estimate = Estimate.of(skewed);
      held += estimate.low() <= Math.log(2) && Math.log(2) <= estimate.high() ? 1 : 0;
    }
    assertThat(held).isGreaterThan((int) (cases * (0.95 - 0.008))); // 2.6 standard errors
  }

  @ParameterizedTest
  @CsvSource({
    "0.6391, 0.639",
    "0.64, 0.640",
    "11, 11.0",
    "9.996, 10.0",
    "99.96, 100",
    "123.4, 123",
    "1234.5, 1230",
    "0.001234, 0.00123",
    "0, 0",
    "NaN, –"
  })
  void threeSignificantDigitsInPlainNotation(double value, String text) {
    assertThat(Numbers.threeDigits(value)).isEqualTo(text);
  }

  @Test
  void roundsAShareOnce() {
    assertThat(Numbers.fixed(45.46, 0)).isEqualTo("45");
    assertThat(Numbers.fixed(1234.5, 0)).isEqualTo("1230");
  }

  @ParameterizedTest
  @CsvSource({"999, 999 B", "1000, 1.00 kB", "69104231, 69.1 MB", "999600, 1.00 MB"})
  void bytesAreDecimal(long bytes, String text) {
    assertThat(Numbers.bytes(bytes)).isEqualTo(text);
  }

  @Test
  void countsHaveThousandsAndRawFiguresEveryDigit() {
    assertThat(Numbers.count(6_001_215)).isEqualTo("6,001,215");
    assertThat(Numbers.raw(1.0E-7)).isEqualTo("0.00000010");
    assertThat(Numbers.raw(0.639123456789)).isEqualTo("0.639123456789");
  }
}
