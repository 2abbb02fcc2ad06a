package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LimitShareTest {
  private static final String PLAIN = "external-table-postgres files=2 codec=none";
  private static final String GZIP = "external-table-postgres files=2 codec=gzip-3";
  private static final RunRecord RECORD = TestRecords.full();
  private static final String CARDS = "all-card-trans-1000000-2parts";
  private static final String CARDS_GZIP = CARDS + "-gzip3";

  @Test
  void theLowestLimitThatAppliesCounts() {
    Map<String, LimitShare> shares =
        shares(
            limit("page-cache-read", null, 10e9),
            limit("database-copy", CARDS, 1e9),
            limit("inflate-gzip", CARDS_GZIP, 0.2e9),
            limit("inflate-igzip", CARDS_GZIP, 0.4e9));
    assertThat(shares.get(PLAIN).limit().name()).isEqualTo("database-copy");
    assertThat(shares.get(PLAIN).limitTbPerHour()).isCloseTo(3.6, within(1e-9));
    assertThat(shares.get(GZIP).limit().name()).isEqualTo("inflate-igzip");
    assertThat(shares.get("mapreduce-q1 combining=in-mapper").limit().name())
        .isEqualTo("page-cache-read");
    assertThat(shares).doesNotContainKeys("sqoop-import-jdbc mappers=2");
  }

  @Test
  void theWireBytesOfGzipFilesAreFewerThanTheirLogicalBytes() {
    Map<String, LimitShare> shares = shares(limit("page-cache-read", null, 1e9));
    assertThat(shares.get(PLAIN).limitTbPerHour()).isCloseTo(3.6, within(1e-9));
    assertThat(shares.get(GZIP).limitTbPerHour()).isBetween(7.2, 9.0);
  }

  @Test
  void aRateAboveItsLimitByMoreThanNoiseIsAnError() {
    double rate = figures(PLAIN).loadRateTbPerHour().median();
    double bytesPerSecond = rate * 1e12 / 3600;
    assertThat(shares(limit("page-cache-read", null, 1.5 * bytesPerSecond)).get(PLAIN).above())
        .isFalse();
    LimitShare near = shares(limit("page-cache-read", null, 0.999 * bytesPerSecond)).get(PLAIN);
    assertThat(near.percent()).isGreaterThan(100);
    assertThat(near.above()).isFalse();
    LimitShare above = shares(limit("page-cache-read", null, 0.5 * bytesPerSecond)).get(PLAIN);
    assertThat(above.above()).isTrue();
    assertThat(above.percent()).isCloseTo(200, within(0.001));
  }

  private static Measured figures(String variant) {
    return Figures.of(RECORD).measured().stream()
        .filter(f -> f.variant().id().equals(variant))
        .findFirst()
        .orElseThrow()
        .measured()
        .orElseThrow();
  }

  private static Limit limit(String name, String dataset, double bytesPerSecond) {
    return new Limit(
        name, "A limit", 2, dataset, Math.round(bytesPerSecond), List.of(1_000_000_000L));
  }

  private static Map<String, LimitShare> shares(Limit... limits) {
    RunRecord record = Records.with(RECORD, "limits", List.of(limits));
    return Figures.of(record).limits();
  }
}
