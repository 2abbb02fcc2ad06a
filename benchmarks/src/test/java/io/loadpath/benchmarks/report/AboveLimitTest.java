package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.List;
import org.junit.jupiter.api.Test;

class AboveLimitTest {
  private static RunRecord withCopyOf(long seconds) {
    String dataset = "all-card-trans-1000000-1part";
    return Records.with(
        TestRecords.full(),
        "limits",
        List.of(
            new Limit(
                "database-copy",
                "COPY",
                2,
                dataset,
                1_000_000_000,
                List.of(seconds * 1_000_000_000))));
  }

  @Test
  void ratesBelowTheirLimitsAreFine() {
    assertThat(Figures.of(withCopyOf(1)).aboveTheirLimits()).isEmpty();
    assertThat(Figures.of(TestRecords.plain()).aboveTheirLimits()).isEmpty();
  }

  @Test
  void aRateAboveItsLimitIsNamedWithBoth() {
    assertThat(Figures.of(withCopyOf(60)).aboveTheirLimits())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("external-table-postgres files=2 codec=none: ")
                    .contains(" TB/h is ", " % of database-copy, 0.06 TB/h", "measured wrongly")
                    .endsWith("run it again on a quiet machine"))
        .noneMatch(line -> line.startsWith("mapreduce-q1") || line.startsWith("sqoop-import"));
  }
}
