package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {

  @ParameterizedTest
  @CsvSource({"0,0:00", "58400000000,0:58", "130000000000,2:10", "3600000000000,60:00"})
  void showsMinutesAndSeconds(long nanos, String shown) {
    assertThat(Progress.clock(nanos)).isEqualTo(shown);
  }
}
