package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import io.loadpath.benchmarks.statistics.Ratio.Verdict;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests verdicts on made-up rounds with the noise of real machines. */
class RatioTest {
  private static final int CASES = 4_000;

  /** A run is up to this much slower in a bad round. */
  private static final double SLOWEST_OUTLIER = 0.5;

  /** How the two sides were measured: in the same rounds, or in two runs. */
  enum Sides {
    PAIRED,
    UNPAIRED
  }

  /** Log-normal noise, with an occasional run that is much slower. */
  private record Machine(Sides sides, Random random, double noise, double outliers) {
    Machine(Sides sides, double noise, double outliers) {
      this(sides, new Random(7), noise, outliers);
    }

    private double[] seconds(int rounds, double typical) {
      return IntStream.range(0, rounds).mapToDouble(i -> seconds(typical)).toArray();
    }

    private double seconds(double typical) {
      double outlier =
          random.nextDouble() < outliers ? 1 + SLOWEST_OUTLIER * random.nextDouble() : 1;
      return typical * Math.exp(noise * random.nextGaussian()) * outlier;
    }

    private Ratio compare(int rounds, double slowdown) {
      double[] values = seconds(rounds, slowdown);
      double[] others = seconds(rounds, 1);
      return sides == Sides.UNPAIRED
          ? Ratio.unpaired(Quantity.TIME, values, others)
          : Ratio.paired(
              Quantity.TIME,
              IntStream.range(0, rounds).mapToDouble(i -> values[i] / others[i]).toArray());
    }

    /** The share of comparisons that are good. */
    double share(int rounds, double slowdown, Predicate<Ratio> good) {
      Stream<Ratio> drawn = Stream.generate(() -> compare(rounds, slowdown)).limit(CASES);
      return drawn.filter(good).count() / (double) CASES;
    }

    double share(int rounds, double slowdown, Verdict verdict) {
      return share(rounds, slowdown, ratio -> ratio.verdict() == verdict);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PAIRED, 6, 0.01, 0",
    "PAIRED, 6, 0.05, 0.05",
    "PAIRED, 7, 0.02, 0.05",
    "PAIRED, 9, 0.02, 0.05",
    "PAIRED, 10, 0.05, 0.1",
    "PAIRED, 20, 0.01, 0",
    "PAIRED, 100, 0.03, 0.05",
    "UNPAIRED, 5, 0.02, 0",
    "UNPAIRED, 6, 0.05, 0.05",
    "UNPAIRED, 10, 0.02, 0.05",
    "UNPAIRED, 12, 0.05, 0.1"
  })
  void equalPathsShowNoDifference(Sides sides, int rounds, double noise, double outliers) {
    Machine machine = new Machine(sides, noise, outliers);

    double promised = sides == Sides.PAIRED && rounds == 6 ? 1 - 2 / 64.0 : 0.975;
    assertThat(machine.share(rounds, 1, Verdict.NO_DIFFERENCE_SHOWN))
        .isGreaterThan(promised - 0.0065); // 2.6 standard errors
  }

  @ParameterizedTest
  @CsvSource({
    "PAIRED, 0.01, 0, 0.99",
    "PAIRED, 0.02, 0, 0.9",
    "PAIRED, 0.01, 0.03, 0.95",
    "PAIRED, 0.02, 0.03, 0.8",
    "UNPAIRED, 0.01, 0, 0.99",
    "UNPAIRED, 0.02, 0, 0.97",
    "UNPAIRED, 0.02, 0.03, 0.9"
  })
  void fivePercentAreCaughtInTenRounds(Sides sides, double noise, double outliers, double share) {
    Machine machine = new Machine(sides, noise, outliers);

    assertThat(machine.share(10, 1.05, Verdict.SLOWER)).isGreaterThan(share);
    assertThat(machine.share(10, 1 / 1.05, Verdict.FASTER)).isGreaterThan(share);
  }

  @ParameterizedTest
  @CsvSource({"PAIRED, 6", "PAIRED, 10", "PAIRED, 20", "UNPAIRED, 10"})
  void theIntervalHoldsTheTrueRatio(Sides sides, int rounds) {
    Machine machine = new Machine(sides, 0.03, 0.05);

    assertThat(
            machine.share(
                rounds, 1.3, r -> r.estimate().low() <= 1.3 && 1.3 <= r.estimate().high()))
        .isGreaterThan(0.95);
  }

  /** The printed tables of the two-sided test at 0.05 give the largest U that is significant. */
  @ParameterizedTest
  @CsvSource({
    "5,5,2",
    "6,6,5",
    "5,8,6",
    "8,10,17",
    "10,10,23",
    "15,15,64",
    "20,20,127",
    "4,4,0",
    "3,3,-1"
  })
  void theRankSumAgreesWithThePrintedTables(int samples, int others, int significant) {
    assertThat(Ratio.largestBelow(samples, others, 0.05)).isEqualTo(significant + 1);
    assertThat(Ratio.largestBelow(others, samples, 0.05)).isEqualTo(significant + 1);
  }

  @Test
  void theApproximationGoesOnWhereTheExactCountEnds() {
    int exact = Ratio.largestBelow(50, 50, 0.05);

    assertThat(exact).isEqualTo(966); // mean 1250, deviation 145.1
    assertThat(Ratio.largestBelow(51, 50, 0.05)).isBetween(exact + 15, exact + 25);
  }

  @Test
  void threeRoundsOfTwoRunsOrFivePairedOnesAreTooFew() {
    Ratio three =
        Ratio.unpaired(Quantity.TIME, new double[] {2, 2.2, 2.4}, new double[] {1, 1.1, 1.2});
    Ratio five = Ratio.paired(Quantity.TIME, new double[] {1.5, 1.5, 1.6, 1.5, 1.4});
    Ratio four =
        Ratio.unpaired(Quantity.TIME, new double[] {2, 2.1, 2.2, 2.3}, new double[] {1, 1, 1, 1});

    assertThat(Stream.of(three, five).map(Ratio::words)).containsOnly("too few rounds");
    assertThat(three.text()).isEqualTo("2.00 (1.67–2.40)");
    assertThat(five.text()).isEqualTo("1.50 (1.40–1.60)");
    assertThat(four.words()).isEqualTo("slower");
    assertThat(Ratio.unpaired(Quantity.TIME, new double[] {3}, new double[] {2}).text())
        .isEqualTo("1.50");
  }

  @ParameterizedTest
  @CsvSource({
    "TIME, 0.9, 0.9, faster",
    "CPU, 0.9, 0.9, less CPU",
    "TIME, 1.2, 1.2, slower",
    "CPU, 1.2, 1.2, more CPU",
    "TIME, 0.9, 1.2, no difference shown"
  })
  void theWordsFitTheQuantity(Quantity quantity, double one, double other, String words) {
    double[] ratios = {one, other, one, other, one, other};

    assertThat(Ratio.paired(quantity, ratios).words()).isEqualTo(words);
  }
}
