package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.report.Estimate.Spread;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private final Bootstrap bootstrap = new Bootstrap(1);

  @Test
  void oneSampleHasNoSpread() {
    Estimate estimate = bootstrap.median(new double[] {2});
    assertThat(estimate).isEqualTo(new Estimate(2, 2, 2, Spread.NONE, 1));
    assertThat(estimate.spreadText()).isEmpty();
  }

  @Test
  void fewSamplesShowLowestAndHighest() {
    Estimate estimate = bootstrap.median(new double[] {0.66, 0.64, 0.63});
    assertThat(estimate).isEqualTo(new Estimate(0.64, 0.63, 0.66, Spread.RANGE, 3));
    assertThat(estimate.spreadText()).isEqualTo("0.630–0.660");
  }

  @Test
  void theIntervalHoldsTheTrueMedianInAboutNinetyFiveOfHundredCases() {
    Random random = new Random(42);
    int held = 0;
    for (int i = 0; i < 400; i++) {
      double[] values = random.doubles(15).map(u -> 1 + u).toArray();
      Estimate estimate = new Bootstrap(i).median(values);
      held += estimate.low() <= 1.5 && 1.5 <= estimate.high() ? 1 : 0;
    }
    assertThat(held).isBetween(364, 396);
  }

  @Test
  void theSameSeedGivesTheSameInterval() {
    double[] values = new Random(3).doubles(9).toArray();
    assertThat(bootstrap.median(values)).isEqualTo(new Bootstrap(1).median(values));
    assertThat(bootstrap.median(values).spread()).isEqualTo(Spread.INTERVAL_95);
  }
}
