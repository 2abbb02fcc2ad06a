package io.loadpath.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankSumTest {

  /** The printed tables of the two-sided test at 0.05 give the largest U that is significant. */
  @ParameterizedTest
  @CsvSource({"5,5,2", "6,6,5", "5,8,6", "8,10,17", "10,10,23", "15,15,64", "20,20,127", "4,4,0"})
  void agreesWithThePrintedTables(int samples, int others, int significant) {
    assertThat(RankSum.largestBelow(samples, others, 0.05)).isEqualTo(significant + 1);
    assertThat(RankSum.largestBelow(others, samples, 0.05)).isEqualTo(significant + 1);
  }

  @Test
  void threeAgainstThreeAreNeverSignificant() {
    assertThat(RankSum.largestBelow(3, 3, 0.05)).isZero();
  }

  @Test
  void theApproximationGoesOnWhereTheExactCountEnds() {
    int exact = RankSum.largestBelow(50, 50, 0.05);
    int more = RankSum.largestBelow(51, 50, 0.05);

    assertThat(exact).isEqualTo(966); // mean 1250, deviation 145.1
    assertThat(more).isBetween(exact + 15, exact + 25);
  }
}
