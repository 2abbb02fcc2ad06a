package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.plan.LoadFigures;
import io.loadpath.benchmarks.plan.LoadRecords;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.Rate;
import io.loadpath.benchmarks.plan.RecordFigures;
import io.loadpath.benchmarks.plan.StudyFigures;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plan in words. */
class PlanReportTest {
  private static final LoadFigures FIGURES = RecordFigures.of(LoadRecords.codecs());

  private static Plan plan(LoadFigures figures, String goal, String ingest, double cores) {
    return Plan.of(figures, Rate.parse(goal, ""), Rate.parseIngest(ingest, ""), cores);
  }

  private static String text(String goal, String ingest, int cores) throws IOException {
    return PlanReport.text(plan(FIGURES, goal, ingest, cores));
  }

  private static String text(RunRecord record) throws IOException {
    return PlanReport.text(plan(RecordFigures.of(record), "10MB/s", "1GB/s", 2));
  }

  @Test
  void thePlansAreWordForWordAsTheyWereRead() throws IOException {
    LoadFigures study = StudyFigures.get();
    Golden.matches(
        "plan-study.txt",
        PlanReport.text(plan(study, "1TiB/h", "2x1GbE", Double.POSITIVE_INFINITY)));
    Golden.matches("plan-study-bound.txt", PlanReport.text(plan(study, "1TiB/h", "2x1GbE", 3)));
    Golden.matches("plan-reached.txt", text("50MB/s", "30MB/s", 8));
    Golden.matches("plan-missed.txt", text("80MB/s", "1GB/s", 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "80MB/s | 10MB/s | 8 | 30.8 MB/s of ingest with zstd-3, or a codec that shrinks to 1/8.00 with as little CPU.",
        "80MB/s | 10MB/s | 1 | 4 cores and 30.8 MB/s of ingest with zstd-3.",
      })
  void aGoalOutOfReachIsAnsweredWithWhatWouldHelp(
      String goal, String ingest, int cores, String remedy) throws IOException {
    assertThat(text(goal, ingest, cores)).contains("The goal needs " + remedy + "\n");
  }

  @Test
  void aDifferenceThatTheRunsDoNotShowIsCalledThat() throws IOException {
    LoadRecords one = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.1, 1.2);
    one.load("gzip-3", 2, 2.1, 0.5, 2.1, 1.3);
    LoadRecords two = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.1, 1.2, 1.4);
    two.load("gzip-3", 2, 2.1, 0.5, 2.1, 1.3, 1.5);

    assertThat(text(one.record())).contains("to inflate (one run each), without a gain");
    assertThat(text(two.record())).contains("to inflate (no difference shown), without a gain");
  }

  @Test
  void missingFiguresAreNamed() throws IOException {
    LoadRecords oneFile = new LoadRecords(1_000_000).load("none", 1, 1, 0, 2, 2.1);
    assertThat(text(oneFile.record()))
        .contains("note: the start of loads of none is unknown")
        .contains("loads of more than 70.0 MB are faster")
        .contains("note: no load of none had a file for each of the 2 cores");
    LoadRecords twoFiles = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2, 1.3);
    assertThat(text(twoFiles.record())).contains("note: no load of one file of none:");
    LoadRecords started = new LoadRecords(1_001_000).load("none", 2, 1, 0, 2.6, 1.9, 1.9, 1.95);
    assertThat(text(LoadRecords.started(started)))
        .contains("a load of 2 files takes 0.400 s and 0.300 CPU-s to start", "on 1,000 rows")
        .doesNotContain("is unknown");
  }

  @Test
  void disturbancesOfTheRecordAreNamed() throws IOException {
    RunRecord whole = LoadRecords.codecs();
    assertThat(text(whole.endedAfter(whole.samples().subList(0, 4), whole.finishedAt(), "x")))
        .contains("note: " + whole.id() + " was interrupted: ");
    assertThat(text(ReportRecords.disturbed(whole, "zstd")))
        .contains("note: other programs disturbed all runs of some");
    Limit copy = new Limit("database-copy", "COPY", 2, null, 440, List.of(1_000L, 2_000L));
    assertThat(text(Records.with(TestRecords.full(), "limits", List.of(copy))))
        .contains("with threads: database-copy 440 MB/s by 2");
  }
}
