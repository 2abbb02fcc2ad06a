package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.benchmarks.plan.LoadRecords;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Records;
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

    assertThat(printed.out()).contains("15 files with a session", "no limit; --cores N sets one");
    assertThat(printed.err()).isEmpty();
  }

  @Test
  void aPlanForProgramsHasNullForWhatHasNoBound() throws IOException {
    assertThat(Commands.execute("plan", "--goal", "1TiB/h", "--ingest", "2x1GbE", "--json"))
        .isZero();

    JsonNode plan = new ObjectMapper().readTree(printed.out());
    assertThat(plan.get("cores").isNull()).isTrue();
    assertThat(plan.get("codecs")).hasSizeGreaterThan(1);
    assertThat(plan.get("codecs").findValuesAsText("codec")).contains(plan.get("chosen").asText());
  }

  @Test
  void aRecordGivesThePlanOfItsMachine() throws IOException {
    assertThat(planned(LoadRecords.codecs(), "--goal", "50MB/s", "--ingest", "30MB/s")).isZero();
    assertThat(printed.out()).contains("cores    2\n", " of external-table-load-postgres\n");

    planned(LoadRecords.codecs(), "--goal", "50MB/s", "--ingest", "30MB/s", "--cores", "3");
    assertThat(printed.out()).contains("cores    3\n");
  }

  @Test
  void aRecordThatCannotBePlannedFromIsExitCode1AndSaysWhatMakesAnother() throws IOException {
    assertThat(
            planned(new LoadRecords(1_000_000).record(), "--goal", "50MB/s", "--ingest", "30MB/s"))
        .isEqualTo(1);

    assertThat(printed.err())
        .contains("nothing to plan from; 'bin/loadpath run codec' makes a usable record");
    assertThat(printed.out()).isEmpty();
  }

  @Test
  void aTableOfTheUsersIsPlannedFromButNotCheckedOnOtherRows() throws IOException {
    RunRecord own = TestRecords.own(LoadRecords.codecs());
    assertThat(planned(own, "--goal", "50MB/s", "--ingest", "30MB/s")).isZero();
    assertThat(printed.out()).contains("gzip-3 in 2 files gives 46.4 MB/s");

    assertThat(planned(own, "--goal", "50MB/s", "--ingest", "30MB/s", "--check")).isEqualTo(1);
    assertThat(printed.err())
        .contains("--check loads all-card-trans, but " + own.id() + " is about your table sales")
        .contains("check with: " + own.command());
  }

  @Test
  void aRecordOfTheUsersServerIsNotCheckedOnTheBundledOne() throws IOException {
    RunRecord made = LoadRecords.codecs();
    Environment theirs =
        made.environment().with(new Environment.UsersPostgres("15.19", "db.example:5432"));
    RunRecord record = Records.with(made, "environment", theirs);

    assertThat(planned(record, "--goal", "50MB/s", "--ingest", "30MB/s")).isZero();
    assertThat(planned(record, "--goal", "50MB/s", "--ingest", "30MB/s", "--check")).isEqualTo(1);
    assertThat(printed.err()).contains("is about 15.19 at db.example:5432", record.command());
  }

  private int planned(RunRecord record, String... options) throws IOException {
    Path file = folder.resolve("record.json");
    RecordFile.write(record, file);
    return Commands.execute(
        Stream.concat(Stream.of("plan", "--record", file.toString()), Stream.of(options))
            .toArray(String[]::new));
  }
}
