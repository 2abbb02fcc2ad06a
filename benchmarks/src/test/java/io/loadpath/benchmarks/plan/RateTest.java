package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.UsageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
  @ParameterizedTest
  @CsvSource({
    "1TiB/h, 305419896.604",
    "1 TB/h, 277777777.778",
    "2.5TB/h, 694444444.444",
    "300MiB/s, 314572800",
    "0.3GB/s, 300000000",
    "60GB/min, 1000000000",
    "5kB/s, 5000",
    "5KiB/s, 5120",
    "100000B/s, 100000",
    "10Gbit/s, 1250000000",
  })
  void readsUnitsAsTheyAreWritten(String text, double bytesPerSecond) {
    assertThat(Rate.parse(text, "--goal").bytesPerSecond()).isCloseTo(bytesPerSecond, within(1e-2));
  }

  @ParameterizedTest
  @CsvSource({
    "2x1GbE, 241172480",
    "2 X 1 gbe, 241172480",
    "2×1GbE, 241172480",
    "10GbE, 1205862400",
    "4x2.5GbE, 1205862400",
    "230MiB/s, 241172480",
    "1Gbit/s, 125000000",
  })
  void readsIngestAsLinksOrAsARate(String text, double bytesPerSecond) {
    assertThat(Rate.parseIngest(text, "--ingest").bytesPerSecond()).isEqualTo(bytesPerSecond);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fast",
        "1",
        "1TiB",
        "1 TiB per h",
        "-1TiB/h",
        "1,5TB/h",
        "1tb/h",
        "1Gb/s",
        "1iB/s",
        "1e3MB/s",
        "NaN",
        "2x1GbE"
      })
  void anInvalidRateIsRefusedWithExamples(String text) {
    assertThatThrownBy(() -> Rate.parse(text, "--goal"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--goal: '" + text + "' is not a rate")
        .hasMessageContaining("1TiB/h, 1.5TB/h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0TiB/h", "1B/s", "5000000PB/h"})
  void aRateBeyondReasonIsRefused(String text) {
    assertThatThrownBy(() -> Rate.parse(text, "--goal"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is not from 1kB/s to 1PB/s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0x1GbE", "2x0GbE", "2xGbE", "99999x1GbE", "1GigE"})
  void linksThatAreNoneAreRefusedWithExamples(String text) {
    assertThatThrownBy(() -> Rate.parseIngest(text, "--ingest"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("2x1GbE, 10GbE");
  }
}
