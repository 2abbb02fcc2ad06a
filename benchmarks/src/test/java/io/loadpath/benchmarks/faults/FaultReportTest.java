package io.loadpath.benchmarks.faults;

import static io.loadpath.benchmarks.faults.Findings.export;
import static io.loadpath.benchmarks.faults.Findings.failed;
import static io.loadpath.benchmarks.faults.Findings.promised;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FaultReportTest {
  private static final List<Finding> FINDINGS =
      List.of(
          Finding.of(Fault.MASTER, export(failed("job_1 failed | stopped"), 400L, false), true, ""),
          Finding.of(Fault.SPECULATION, export(null, 1000L, true), true, "no second attempt"),
          Finding.of(Fault.DATANODE, export(null, 1000L, true), false, "needs a second worker"));

  @Test
  void aPairThatWasNotMeasuredShowsNoResult() {
    assertThat(new FaultReport(FINDINGS).lines())
        .hasSize(4)
        .anyMatch(
            line ->
                line.matches(
                    "sqoop-export-jdbc .* the application master is killed +partial: 400 of 1,000"
                        + " rows +1 +job_1 failed \\| stopped"))
        .anyMatch(line -> line.matches(".*\\(no second attempt\\) +exactly once +0 +-"))
        .anyMatch(line -> line.matches(".*started again +not measured +- +needs a second worker"));
    assertThat(new FaultReport(FINDINGS).good()).isFalse();
    assertThat(new FaultReport(FINDINGS.subList(0, 2)).good()).isTrue();
  }

  @Test
  void aPairThatFailedBeforeItsFaultSaysHow() {
    Finding early =
        Finding.of(Fault.MASTER, export(failed("no such table"), 0L, false), false, "no task seen");

    assertThat(FaultReport.line(early)).isEqualTo("not measured, no task seen: no such table");
  }

  @Test
  void aBrokenPromiseIsMarked() {
    Finding doubled = Finding.of(Fault.MASTER_LATE, promised(null, 1500L, false), true, "");

    assertThat(FaultReport.line(doubled))
        .isEqualTo("doubled: 1,500 of 1,000 rows, not as promised, 0");
    assertThat(new FaultReport(List.of(doubled)).good()).isFalse();
  }

  @Test
  void markdownHasTheCommandAboveTheTable() {
    List<String> lines =
        new FaultReport(FINDINGS).markdown("bin/loadpath faults --only 'a b'").lines().toList();

    assertThat(lines)
        .startsWith(
            "`bin/loadpath faults --only 'a b'`",
            "",
            "| Path | Fault | Arrived | Exit code | Last message |",
            "| :--- | :--- | :--- | ---: | :--- |")
        .hasSize(7);
    assertThat(lines.get(4))
        .endsWith(
            "| the application master is killed | partial: 400 of 1,000 rows | 1 | job\\_1 failed"
                + " \\| stopped |");
    assertThat(lines.get(6)).endsWith("| not measured | – | needs a second worker |");
  }
}
