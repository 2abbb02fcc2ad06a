package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StragglersTest {
  private static final double[] RUNS = {10, 11, 9};

  @Test
  void oneDrawIsTheMean() {
    assertThat(Stragglers.factor(RUNS, 1)).isCloseTo(1, within(1e-12));
  }

  @Test
  void theSlowerOfTwoDrawsFollowsFromAllNinePairs() {
    // 9 of 1 pair, 10 of 3, 11 of 5: 94/9, and the mean is 10
    assertThat(Stragglers.factor(RUNS, 2)).isCloseTo(9.4 / 9, within(1e-12));
  }

  @Test
  void manyDrawsEndWithTheSlowestRun() {
    assertThat(Stragglers.factor(RUNS, 1000)).isCloseTo(1.1, within(1e-12));
  }

  @Test
  void oneRunKnowsOfNoStraggler() {
    assertThat(Stragglers.factor(new double[] {7}, 1000)).isCloseTo(1, within(1e-12));
  }
}
