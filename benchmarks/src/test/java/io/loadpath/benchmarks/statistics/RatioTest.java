package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The promise of a verdict, tried on made-up rounds with the noise of real machines. */
class RatioTest {
  private static final int CASES = 4_000;

  /** A run is up to this much slower in a bad round. */
  private static final double SLOWEST_OUTLIER = 0.5;

  /** Log-normal noise, and now and then a run that is a good deal slower. */
  private record Machine(Random random, double noise, double outliers) {
    double seconds(double typical) {
      double outlier =
          random.nextDouble() < outliers ? 1 + SLOWEST_OUTLIER * random.nextDouble() : 1;
      return typical * Math.exp(noise * random.nextGaussian()) * outlier;
    }

    Ratio compare(int rounds, double slowdown) {
      return Ratio.paired(
          Quantity.TIME,
          IntStream.range(0, rounds).mapToDouble(i -> seconds(slowdown) / seconds(1)).toArray());
    }

    /** The same with the rounds of another run. */
    Ratio compareRuns(int rounds, double slowdown) {
      return Ratio.unpaired(Quantity.TIME, seconds(rounds, slowdown), seconds(rounds, 1));
    }

    private double[] seconds(int rounds, double typical) {
      return IntStream.range(0, rounds).mapToDouble(i -> seconds(typical)).toArray();
    }
  }

  private static double share(Verdict verdict, Supplier<Ratio> comparison) {
    return share(ratio -> ratio.verdict() == verdict, comparison);
  }

  private static double held(double truth, Supplier<Ratio> comparison) {
    return share(
        ratio -> ratio.estimate().low() <= truth && truth <= ratio.estimate().high(), comparison);
  }

  private static double share(Predicate<Ratio> good, Supplier<Ratio> comparison) {
    return Stream.generate(comparison).limit(CASES).filter(good).count() / (double) CASES;
  }

  @ParameterizedTest
  @CsvSource({
    "6, 0.01, 0", "6, 0.05, 0.05", "7, 0.02, 0.05", "9, 0.02, 0.05", "10, 0.01, 0",
    "10, 0.02, 0.05", "10, 0.05, 0.1", "20, 0.01, 0", "20, 0.05, 0.05", "100, 0.03, 0.05"
  })
  void equalPathsShowNoDifference(int rounds, double noise, double outliers) {
    Machine machine = new Machine(new Random(7), noise, outliers);
    double equal = share(Verdict.NO_DIFFERENCE_SHOWN, () -> machine.compare(rounds, 1));

    double promised = rounds == 6 ? 1 - 2 / 64.0 : 0.975;
    assertThat(equal).isGreaterThan(promised - 0.0065); // 2.6 standard errors
  }

  @ParameterizedTest
  @CsvSource({"0.01, 0, 0.99", "0.02, 0, 0.9", "0.01, 0.03, 0.95", "0.02, 0.03, 0.8"})
  void aPathThatIsSlowerByFivePercentIsCaughtInTenRounds(
      double noise, double outliers, double share) {
    Machine machine = new Machine(new Random(7), noise, outliers);

    assertThat(share(Verdict.SLOWER, () -> machine.compare(10, 1.05))).isGreaterThan(share);
    assertThat(share(Verdict.FASTER, () -> machine.compare(10, 1 / 1.05))).isGreaterThan(share);
  }

  @ParameterizedTest
  @CsvSource({"5, 0.02, 0", "6, 0.05, 0.05", "10, 0.02, 0.05", "12, 0.05, 0.1"})
  void equalRunsShowNoDifference(int rounds, double noise, double outliers) {
    Machine machine = new Machine(new Random(7), noise, outliers);

    assertThat(share(Verdict.NO_DIFFERENCE_SHOWN, () -> machine.compareRuns(rounds, 1)))
        .isGreaterThan(0.975 - 0.0065);
  }

  @ParameterizedTest
  @CsvSource({"0.01, 0, 0.99", "0.02, 0, 0.97", "0.02, 0.03, 0.9"})
  void aRunThatIsSlowerByFivePercentIsCaughtInTenRounds(
      double noise, double outliers, double share) {
    Machine machine = new Machine(new Random(7), noise, outliers);

    assertThat(share(Verdict.SLOWER, () -> machine.compareRuns(10, 1.05))).isGreaterThan(share);
  }

  @Test
  void theIntervalBetweenRunsHoldsTheTrueRatio() {
    Machine machine = new Machine(new Random(7), 0.03, 0.05);

    assertThat(held(1.3, () -> machine.compareRuns(10, 1.3))).isGreaterThan(0.95);
  }

  @Test
  void runsOfThreeRoundsAreTooFew() {
    double[] three = {1, 1.1, 1.2};
    double[] four = {2, 2.1, 2.2, 2.3};

    Ratio ratio = Ratio.unpaired(Quantity.TIME, new double[] {2, 2.2, 2.4}, three);
    assertThat(ratio.words()).isEqualTo("too few rounds");
    assertThat(ratio.text()).isEqualTo("2.00 (1.67–2.40)");
    assertThat(Ratio.unpaired(Quantity.TIME, four, new double[] {1, 1, 1, 1}).words())
        .isEqualTo("slower");
    assertThat(Ratio.unpaired(Quantity.TIME, new double[] {3}, new double[] {2}).text())
        .isEqualTo("1.50");
  }

  @ParameterizedTest
  @CsvSource({"6", "10", "20"})
  void theIntervalHoldsTheTrueRatio(int rounds) {
    Machine machine = new Machine(new Random(7), 0.03, 0.05);

    assertThat(held(1.3, () -> machine.compare(rounds, 1.3))).isGreaterThan(0.95);
  }

  @Test
  void fiveRoundsAreTooFew() {
    Ratio ratio = Ratio.paired(Quantity.TIME, new double[] {1.5, 1.5, 1.6, 1.5, 1.4});

    assertThat(ratio.words()).isEqualTo("too few rounds");
    assertThat(ratio.text()).isEqualTo("1.50 (1.40–1.60)");
  }

  @Test
  void theWordsFitTheQuantity() {
    double[] less = {0.9, 0.9, 0.9, 0.9, 0.9, 0.9};
    double[] more = {1.2, 1.2, 1.2, 1.2, 1.2, 1.2};
    double[] both = {0.9, 1.2, 0.9, 1.2, 0.9, 1.2};

    assertThat(Ratio.paired(Quantity.TIME, less).words()).isEqualTo("faster");
    assertThat(Ratio.paired(Quantity.CPU, less).words()).isEqualTo("less CPU");
    assertThat(Ratio.paired(Quantity.TIME, more).words()).isEqualTo("slower");
    assertThat(Ratio.paired(Quantity.CPU, more).words()).isEqualTo("more CPU");
    assertThat(Ratio.paired(Quantity.TIME, both).words()).isEqualTo("no difference shown");
    assertThat(Ratio.paired(Quantity.TIME, new double[] {1.1}).text()).isEqualTo("1.10");
  }
}
