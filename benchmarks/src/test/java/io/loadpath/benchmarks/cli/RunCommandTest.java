package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.SuiteInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.report.DissectedRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.suite.SuiteDefinition;
import io.loadpath.benchmarks.suite.SuiteDefinition.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The exit code of a run, its budget and its warnings. */
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
  void isOneWhenARunFailedOrAFigureIsAboveItsLimit() {
    assertThat(RunCommand.exitCode(Figures.of(TestRecords.plain()))).isOne();
    assertThat(RunCommand.exitCode(Figures.of(verifiedWithCopyAt(1_000_000)))).isOne();
    assertThat(printed.err().lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("loadpath: ") && line.contains("database-copy"))
        .noneMatch(line -> line.contains("mapreduce-q1") || line.contains("sqoop-jdbc-unload"))
        .anyMatch(line -> line.contains("measured wrongly") && line.contains(" TB/h is "));
  }

  @Test
  void roundsGivenByHandAreAllTakenUnlessABudgetIsGivenToo() {
    SuiteDefinition suite =
        new SuiteDefinition(
            "x",
            3,
            0,
            null,
            "3m",
            null,
            Map.of(),
            null,
            null,
            null,
            List.of(new Entry("p", null, null)),
            null);
    assertThat(RunCommand.budget(null, null, suite)).hasValue(Duration.ofMinutes(3));
    assertThat(RunCommand.budget("90s", null, suite)).hasValue(Duration.ofSeconds(90));
    assertThat(RunCommand.budget(null, 3, suite)).isEmpty();
    assertThat(RunCommand.budget("90s", 3, suite)).hasValue(Duration.ofSeconds(90));
  }

  @Test
  void theVariantsThatTheBudgetLeftWithOneRoundAreCounted() {
    RunRecord record = TestRecords.started(TestRecords.plain());
    assertThat(RunCommand.oneRoundOnly(record)).isEmpty();
    List<Sample> lessOfTwo = new ArrayList<>(record.samples());
    List<String> two = record.variants().stream().limit(2).map(VariantInfo::id).toList();
    lessOfTwo.removeIf(sample -> two.contains(sample.variant()) && sample.round() > 1);
    RunRecord shorter = Records.with(record, "samples", lessOfTwo);
    assertThat(RunCommand.oneRoundOnly(shorter))
        .hasValue("2 variants had one round only (budget 3m)");
    assertThat(RunCommand.oneRoundOnly(shorter.endedAfter(lessOfTwo, Instant.EPOCH, "x")))
        .isEmpty();
    lessOfTwo.removeIf(sample -> sample.variant().equals(two.get(0)));
    assertThat(RunCommand.oneRoundOnly(Records.with(record, "samples", lessOfTwo)))
        .hasValue("1 variant had one round only (budget 3m)");
  }

  @Test
  void theSuiteThatChangesOneThingOfAQueryAtATimePrintsTheJobsToo() {
    RunRecord record = DissectedRecord.full();
    assertThat(RunCommand.lines(Figures.of(record))).noneMatch(line -> line.contains("jobs"));
    SuiteInfo suite = Records.with(record.suite(), "name", "q1-jobs");
    List<String> lines = RunCommand.lines(Figures.of(Records.with(record, "suite", suite)));
    assertThat(lines.get(0)).contains("TB/h");
    assertThat(lines).anyMatch(line -> line.contains("jobs  tasks"));
  }
}
