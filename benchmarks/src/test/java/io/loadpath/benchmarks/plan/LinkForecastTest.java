package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Forecasts of loads over a link from loads without one. */
class LinkForecastTest {
  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** Returns the forecast for two files of {@code codec} in MB/s of text. */
  private static double forecast(RunRecord record, String codec, double linkBytesPerSecond) {
    DatasetInfo data =
        record.datasets().stream()
            .filter(each -> each.codec().equals(codec) && each.files() == 2)
            .findFirst()
            .orElseThrow();
    return LinkForecast.of(record).orElseThrow().bytesPerSecond(data, linkBytesPerSecond).get()
        / 1e6;
  }

  private static RunRecord withFetch(long cpuNanosPerMb) {
    LinkInfo link = new LinkInfo("unlimited", "files", "database", 1, 1, 1, cpuNanosPerMb);
    return Records.with(LoadRecords.codecs(), "network", List.of(link));
  }

  @Test
  void aSlowLinkBringsItsRateTimesTheRatio() {
    RunRecord record = LoadRecords.codecs();
    assertThat(forecast(record, "none", 1e6)).isCloseTo(1, within(0.001));
    assertThat(forecast(record, "gzip-3", 1e6)).isCloseTo(2.1, within(0.001));
  }

  @Test
  void aLinkAsFastAsTheMachineMakesALoadSlowerThanEither() {
    RunRecord record = LoadRecords.codecs();
    assertThat(forecast(record, "none", 70e6 / 1.26)).isCloseTo(0.794 * 70 / 1.26, within(0.05));
    assertThat(forecast(record, "none", 2 * 70e6 / 1.26))
        .isCloseTo(0.961 * 70 / 1.26, within(0.05));
  }

  @Test
  void aFastLinkLeavesTheRateWithoutANetwork() {
    assertThat(forecast(LoadRecords.codecs(), "none", UNLIMITED))
        .as("70 MB in 1.26 s")
        .isCloseTo(70 / 1.26, within(0.01));
  }

  /** 70 MB take two cores for 1.26 s; to fetch them takes 0.14 CPU-s more, or the ratio less. */
  @Test
  void theFetchTakesCpuTimeForEachByteOfAFile() {
    RunRecord record = withFetch(2_000_000);
    assertThat(forecast(record, "none", UNLIMITED))
        .isCloseTo(2 * 70 / (2 * 1.26 + 0.14), within(0.01));
    assertThat(forecast(record, "gzip-3", UNLIMITED))
        .isCloseTo(2 * 70 / (2 * 1.51 + 0.14 / 2.1), within(0.01));
    assertThat(forecast(record, "none", 1e6)).isCloseTo(1, within(0.001));
  }

  @Test
  void loadsOverALinkDoNotChangeTheForecast() {
    LoadRecords both = new LoadRecords(1_000_000).load("none", 2, 1.0, 0, 2.1, 1.25, 1.27);
    both.with(Map.of("net", "1GbE")).load("gzip-3", 2, 2.1, 1, 2.1, 5.0, 5.1);
    RunRecord record =
        both.with(Map.of("net", "1GbE")).load("none", 2, 1.0, 0, 2.1, 5.0, 5.1).record();
    assertThat(forecast(record, "none", UNLIMITED)).isCloseTo(70 / 1.26, within(0.01));
  }

  @Test
  void onlyLoadsOverALinkGiveNoForecast() {
    RunRecord record =
        new LoadRecords(1_000_000)
            .with(Map.of("net", "1GbE"))
            .load("none", 2, 1.0, 0, 2.1, 1.25)
            .record();
    assertThat(LinkForecast.of(record)).isEmpty();
  }
}
