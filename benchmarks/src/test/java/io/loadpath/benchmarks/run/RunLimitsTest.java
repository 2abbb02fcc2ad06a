package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.report.Figures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The second probing, after a path was faster than its limit. */
class RunLimitsTest {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(log, true);

  private static Limit copy(double gigabytesPerSecond) {
    return limit("database-copy", "all-card-trans-1000000-1part", gigabytesPerSecond);
  }

  private static Limit limit(String name, String dataset, double gigabytesPerSecond) {
    return new Limit(
        name, name, 2, dataset, Math.round(1e9 * gigabytesPerSecond), List.of(1_000_000_000L));
  }

  @Test
  void limitsAreNotProbedAgainIfAllRatesAreWithinThem() throws Exception {
    RunRecord record = Records.with(TestRecords.full(), "limits", List.of(copy(2)));
    Figures figures = Figures.of(record);
    RunLimits.Prober never =
        () -> {
          throw new AssertionError("probed again");
        };

    assertThat(RunLimits.checked(figures, never, out)).isSameAs(figures);
    assertThat(log.toString()).isEmpty();
  }

  @Test
  void theFasterOfTwoProbingsCounts() throws Exception {
    Limit loopback = limit("loopback", null, 3);
    Limit otherRows = limit("database-copy", "lineitem-sf1-2parts", 0.1);
    RunRecord record =
        Records.with(TestRecords.full(), "limits", List.of(loopback, copy(0.01), otherRows));
    RunLimits.Prober prober =
        () -> List.of(limit("loopback", null, 2), copy(2), limit("page-cache-read", null, 1));

    assertThat(RunLimits.checked(Figures.of(record), prober, out).record().limits())
        .containsExactly(loopback, copy(2), otherRows, limit("page-cache-read", null, 1));
    assertThat(log.toString()).contains("a path was faster than its limit");
  }
}
