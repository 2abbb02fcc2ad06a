package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.plan.ClusterRecords;
import io.loadpath.benchmarks.plan.RecordJobs;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodesCheckTest {
  @Test
  void eachNumberOfContainersIsForecastFromTheOthers() {
    NodesCheck check = NodesCheck.of(RecordJobs.query(ClusterRecords.nodes()));

    assertThat(check.lines("Q1"))
        .containsExactly(
            "Q1, forecast from the runs with other numbers of containers and from all start runs:",
            "  containers  maps  waves  forecast  measured   off by    forecast    measured  off by",
            // 80 MB/s of a container instead of 100: 6 + 12 × (1.5 + 1.5) s
            "           1    12     12    33.0 s    29.4 s  +12.2 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "           2    12      6    24.0 s    24.0 s   +0.0 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "           4    12      3    24.0 s    24.0 s   +0.0 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "           4    12      3    24.0 s    24.0 s   +0.0 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "what is furthest off is off by 12.2 %, within the 20 % allowed");
    assertThat(check.passed()).isTrue();
  }

  @Test
  void aForecastBeyondTheBoundFails() {
    NodesCheck check = NodesCheck.of(RecordJobs.load(ClusterRecords.nodes()));

    // one session is forecast at half of what two do: 8 + 17.5 s instead of 22
    assertThat(check.lines("A load")).anyMatch(line -> line.contains("25.5 s    22.0 s  +15.9 %"));
    assertThat(check.passed()).isTrue();
    NodesCheck slow = NodesCheck.of(RecordJobs.load(ClusterRecords.slowExport()));
    assertThat(slow.passed()).isFalse();
    assertThat(slow.lines("A load")).anyMatch(line -> line.endsWith("beyond the 20 % allowed"));
  }

  @Test
  void aCpuTimeBeyondTheBoundFailsToo() {
    RunRecord record = ClusterRecords.nodes();
    RunRecord dear =
        Records.with(
            record,
            "samples",
            record.samples().stream()
                .map(s -> s.start() || !s.variant().endsWith("=1") ? s : dearer(s))
                .toList());
    NodesCheck check = NodesCheck.of(RecordJobs.query(dear));

    // 51 CPU-s were 71; two and four containers take 51
    assertThat(check.lines("Q1"))
        .anyMatch(line -> line.endsWith("51.0 CPU-s  71.0 CPU-s  -28.2 %"))
        .contains("what is furthest off is off by 28.2 %, beyond the 20 % allowed");
    assertThat(check.passed()).isFalse();
  }

  private static Sample dearer(Sample sample) {
    return Records.with(
        sample, "cpu", List.of(new StageCpu("containers", 20_000_000_000L, 51_000_000_000L)));
  }

  @Test
  void oneNumberOfContainersCannotBeChecked() {
    NodesCheck check = NodesCheck.of(RecordJobs.query(ClusterRecords.oneWidth()));

    assertThat(check.lines("Q1"))
        .containsExactly(
            "Q1: the record has runs with one number of containers only, and a check needs two: run"
                + " 'bin/loadpath run nodes'");
    assertThat(check.passed()).isFalse();
  }
}
