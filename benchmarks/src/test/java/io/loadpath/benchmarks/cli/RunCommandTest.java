package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.report.Figures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the end of a run says by its exit code. */
class RunCommandTest {
  private final PrintStream realErr = System.err;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void capture() {
    System.setErr(new PrintStream(err, true));
  }

  @AfterEach
  void release() {
    System.setErr(realErr);
  }

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
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void isOneWhenAFigureIsAboveItsLimit() {
    assertThat(RunCommand.exitCode(Figures.of(verifiedWithCopyAt(1_000_000)))).isOne();
    assertThat(err.toString().lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("loadpath: ") && line.contains("database-copy"));
  }

  @Test
  void isOneWhenARunFailed() {
    assertThat(RunCommand.exitCode(Figures.of(TestRecords.plain()))).isOne();
  }
}
