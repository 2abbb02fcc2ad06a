package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.plan.ClusterRecords;
import io.loadpath.benchmarks.plan.RecordJobs;
import org.junit.jupiter.api.Test;

class NodesCheckTest {
  @Test
  void eachNumberOfContainersIsForecastFromTheOthers() {
    NodesCheck check = NodesCheck.of(RecordJobs.query(ClusterRecords.nodes()));

    assertThat(check.lines("Q1"))
        .containsExactly(
            "Q1, each line forecast from the runs of the other lines:",
            "  containers  maps  waves  forecast  measured  off by    forecast    measured  off by",
            // 80 MB/s of a container instead of 100: 6 + 12 × (1.5 + 1.5) s
            "           1    12     12    42.0 s    38.4 s  +9.4 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "           2    12      6    24.0 s    24.0 s  +0.0 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "           4    12      3    24.0 s    24.0 s  +0.0 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "           4    12      3    24.0 s    24.0 s  +0.0 %  51.0 CPU-s  51.0 CPU-s  +0.0 %",
            "the time that is furthest off is off by 9.4 %, within the 20 % allowed");
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
  void oneNumberOfContainersCannotBeChecked() {
    NodesCheck check = NodesCheck.of(RecordJobs.query(ClusterRecords.oneWidth()));

    assertThat(check.lines("Q1"))
        .containsExactly(
            "Q1: the record has runs with one number of containers only, and a check needs two: run"
                + " 'bin/loadpath run nodes'");
    assertThat(check.passed()).isFalse();
  }
}
