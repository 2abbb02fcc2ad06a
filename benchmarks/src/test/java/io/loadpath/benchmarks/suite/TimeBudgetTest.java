package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeBudgetTest {
  @ParameterizedTest
  @CsvSource({
    "1s,1,1s",
    "90s,90,90s",
    "60s,60,1m",
    "3m,180,3m",
    "120m,7200,2h",
    "90m,5400,90m",
    "1h,3600,1h"
  })
  void isReadInThreeUnitsAndShownInTheLargestThatFits(String text, long seconds, String shown) {
    assertThat(TimeBudget.parse(text)).hasSeconds(seconds);
    assertThat(TimeBudget.text(seconds)).isEqualTo(shown);
  }
}
