package io.loadpath.mapreduce.load.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleSizeTest {
  @ParameterizedTest
  @CsvSource({
    "1, 0.05, 0.95, 0",
    "2, 0.05, 0.95, 1537",
    "10, 0.05, 0.95, 23886",
    "100, 0.05, 0.95, 428772"
  })
  void numberOfRows(int writers, double overload, double confidence, long rows) {
    assertThat(new SampleSize(writers, overload, confidence).rows()).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.95, 0.999, 0.9999995})
  void quantileOfTheNormalDistribution(double probability) {
    assertThat(SampleSize.quantile(probability))
        .isCloseTo(
            new NormalDistribution().inverseCumulativeProbability(probability), within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "2, 16", "10, 47", "100, 857"})
  void rowsOfAPlace(int writers, long rows) {
    assertThat(new SampleSize(writers, 0.05, 0.95).rowsOfPlace()).isEqualTo(rows);
  }

  @Test
  void readsTwoThousandPlacesAtMost64MB() {
    assertThat(SampleSize.PLACES).isEqualTo(2000);
    assertThat(SampleSize.PLACES * SampleSize.PLACE_BYTES).isLessThanOrEqualTo(64_000_000);
  }

  @Test
  void refusesAConfidenceInPercent() {
    assertThatThrownBy(() -> new SampleSize(10, 0.05, 95))
        .hasMessage("confidence must be between 0 and 1, found 95.0");
  }
}
