package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.report.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The exit code of a run. */
class RunCommandTest {
  @RegisterExtension final Printed printed = new Printed();

  private static RunRecord verifiedWithCopyAt(long bytesPerSecond) {
    RunRecord full = TestRecords.full();
    return Records.with(
        full,
        "samples",
        full.samples().stream().filter(Sample::verified).toList(),
        "limits",
        List.of(
            new Limit(
                "database-copy",
                "COPY",
                2,
                "all-card-trans-1000000-1part",
                bytesPerSecond,
                List.of(1_000_000_000L))));
  }

  @Test
  void isZeroWhenAllIsVerifiedAndWithinItsLimits() {
    assertThat(RunCommand.exitCode(Figures.of(verifiedWithCopyAt(2_000_000_000L)))).isZero();
    assertThat(printed.err()).isEmpty();
  }

  @Test
  void isOneWhenAFigureIsAboveItsLimit() {
    assertThat(RunCommand.exitCode(Figures.of(verifiedWithCopyAt(1_000_000)))).isOne();
    assertThat(printed.err().lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("loadpath: ") && line.contains("database-copy"))
        .noneMatch(line -> line.contains("mapreduce-q1") || line.contains("sqoop-import"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("loadpath: external-table-postgres files=2 codec=none: ")
                    .contains(" TB/h is ", " % of database-copy, 0.00 TB/h", "measured wrongly")
                    .endsWith("run it again on a quiet machine"));
  }

  @Test
  void isOneWhenARunFailed() {
    assertThat(RunCommand.exitCode(Figures.of(TestRecords.plain()))).isOne();
  }
}
