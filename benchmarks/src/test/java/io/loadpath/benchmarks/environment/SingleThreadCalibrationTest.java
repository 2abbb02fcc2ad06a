package io.loadpath.benchmarks.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Environment;
import org.junit.jupiter.api.Test;

class SingleThreadCalibrationTest {
  @Test
  void givesTheResultOfTheStudy() {
    Environment.Calibration calibration = SingleThreadCalibration.run();

    assertThat(calibration.result()).isEqualTo(873729.72);
    assertThat(calibration.wallNanos()).isPositive();
  }

  @Test
  void anotherResultThanTheExpectedIsAnError() {
    assertThatThrownBy(() -> SingleThreadCalibration.run(87_372_973))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("gave 873729.72 instead of 873729.73")
        .hasMessageContaining("computes wrongly");
  }
}
