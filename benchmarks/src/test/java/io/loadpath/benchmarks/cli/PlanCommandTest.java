package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.plan.LoadRecords;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  @RegisterExtension final Printed printed = new Printed();

  @TempDir private Path folder;

  @Test
  void theFiguresOfTheStudyGiveItsAnswers() {
    assertThat(Commands.execute("plan", "--goal", "1TiB/h", "--ingest", "2x1GbE")).isZero();

    assertThat(printed.out())
        .contains("goal     1TiB/h = 291.3 MiB/s", "ingest   2x1GbE = 230.0 MiB/s")
        .contains("138 MB/s inbound, 15 units, about 4 cores, 16 minutes over budget uncompressed.")
        .contains("gzip-3 reaches the goal: 15 files with a session and an inflater each; 4 cores;")
        .contains("inbound = 291.3 MiB/s ÷ 2.10 = 138.7 MiB/s")
        .contains("units   = 291.3 MiB/s ÷ 20.00 MiB/s = 14.6, so 15")
        .contains("cores   = 291.3 MiB/s × 12.8 CPU-s/GiB ÷ 1024 = 3.64, so 4");
    assertThat(printed.err()).isEmpty();
  }

  @Test
  void aBoundOnTheCoresOfTheStudyIsABound() {
    assertThat(Commands.execute("plan", "--goal", "1TiB/h", "--ingest", "2x1GbE", "--cores", "3"))
        .isZero();

    assertThat(printed.out())
        .contains("The goal is out of reach: gzip-3 in 12 files gives 240 MiB/s, 82 % of it,")
        .contains("It would take 4 cores and 15 files")
        .containsPattern("CPU +240 MiB/s +82 % +3 cores, 100 % busy ÷ 12.8 CPU-s/GiB  <- the smal");
  }

  @Test
  void aRecordGivesThePlanOfItsMachine() throws IOException {
    assertThat(planned(LoadRecords.codecs(), "--goal", "50MB/s", "--ingest", "30MB/s")).isZero();

    assertThat(printed.out())
        .contains("cores    2", "figures  20261121T220000Z-rows1000000 of external-table-postgres")
        .contains("The goal is out of reach: gzip-3 in 2 files gives 46.4 MB/s (46.1–46.7), 93 %")
        .contains("It would take 3 cores and 2 files with a session and an inflater each")
        .containsPattern("none +1.00 +50.0 +34.3 +2 +34.3 +0 +1.80 +30.0  ingest-bound")
        .containsPattern(
            "gzip-3 +2.10 +23.8 +33.2 +2 +41.4 +7.14 +2.16 +46.4  CPU-bound  <- chosen")
        .containsPattern("zstd-3 +2.60 +19.2 +33.0 +2 +44.3 +10.0 +2.30 +43.5  CPU-bound");
  }

  @Test
  void aRecordThatCannotBePlannedFromIsExitCode1AndSaysWhatMakesAnother() throws IOException {
    assertThat(
            planned(new LoadRecords(1_000_000).record(), "--goal", "50MB/s", "--ingest", "30MB/s"))
        .isEqualTo(1);

    assertThat(printed.err())
        .contains("nothing to plan from; 'bin/loadpath run codec' makes a record");
    assertThat(printed.out()).isEmpty();
  }

  @Test
  void aTableOfTheUsersIsPlannedFromButNotCheckedOnOtherRows() throws IOException {
    RunRecord own = TestRecords.own(LoadRecords.codecs());
    assertThat(planned(own, "--goal", "50MB/s", "--ingest", "30MB/s")).isZero();
    assertThat(printed.out()).contains("gzip-3 in 2 files gives 46.4 MB/s");

    assertThat(planned(own, "--goal", "50MB/s", "--ingest", "30MB/s", "--check")).isEqualTo(1);
    assertThat(printed.err())
        .contains("--check loads all-card-trans, but " + own.id() + " is of your table sales")
        .contains("check with: " + own.command());
  }

  private int planned(RunRecord record, String... options) throws IOException {
    Path file = folder.resolve("record.json");
    RecordFile.write(record, file);
    return Commands.execute(
        Stream.concat(Stream.of("plan", "--record", file.toString()), Stream.of(options))
            .toArray(String[]::new));
  }
}
