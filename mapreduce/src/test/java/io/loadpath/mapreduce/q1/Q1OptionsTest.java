package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.mapreduce.q1.Q1Options.Aggregation;
import io.loadpath.mapreduce.q1.Q1Options.UsageException;
import java.time.LocalDate;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Q1OptionsTest {
  private static Q1Options with(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    return Q1Options.from(conf);
  }

  @Test
  void hasTheDocumentedDefaults() {
    assertThat(Q1Options.from(new Configuration(false)))
        .isEqualTo(new Q1Options(90, Aggregation.COMBINER, 0));
  }

  @ParameterizedTest
  @CsvSource({"90,1998-09-02", "112,1998-08-11", "0,1998-12-01", "2556,1991-12-02"})
  void deltaReachesBackFromTheFirstOfDecember1998(String days, LocalDate lastDay) {
    assertThat(with(Q1Options.DELTA_DAYS, days).lastShipDay()).isEqualTo(lastDay);
  }

  @ParameterizedTest
  @CsvSource({
    "loadpath.q1.delta-days, -1, must be 0 to 2556",
    "loadpath.q1.delta-days, 2557, must be 0 to 2556",
    "loadpath.q1.delta-days, 4294967386, must be 0 to 2556",
    "loadpath.q1.delta-days, ninety, 'must be a whole number, 0 to 2556'",
    "loadpath.q1.aggregation, mapper, 'must be one of combiner, in-mapper, none'",
    "loadpath.q1.reject-limit, -1, must be 0 or more",
    "loadpath.q1.reject-limit, 1.5, 'must be a whole number, 0 or more'",
    "loadpath.q1.reject-limit, '', 'must be a whole number, 0 or more'"
  })
  void refusesOtherValuesWithKeyValueAndRange(String key, String value, String allowed) {
    assertThatThrownBy(() -> with(key, value))
        .isInstanceOf(UsageException.class)
        .hasMessage(key + "=" + value + ": " + allowed);
  }

  @Test
  void anOldKeyAnswersWithTodays() {
    assertThatThrownBy(() -> with("loadpath.q1.max-malformed", "1"))
        .isInstanceOf(UsageException.class)
        .hasMessage("loadpath.q1.max-malformed is called loadpath.q1.reject-limit now");
  }

  @Test
  void refusesAKeyThatItDoesNotKnow() {
    assertThatThrownBy(() -> with("loadpath.q1.delta", "90"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("unknown key loadpath.q1.delta;", "loadpath.q1.delta-days, ");
  }
}
