package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.html;
import static io.loadpath.benchmarks.report.ReportRecords.markdown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordSchema;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.RecordComparison;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The full text of every section of the report, see {@link Golden}. */
class SectionsTest {
  private static final RunRecord FULL = ReportRecords.started();

  private static void matches(RunRecord record, String section) throws IOException {
    Golden.matches("report-" + section + ".txt", Golden.section(html(record), section + "-title"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scatter", "stages", "paths", "planner", "rounds", "machine", "not-run"})
  void aFullRecord(String section) throws IOException {
    matches(FULL, section);
  }

  @Test
  void theHeadOfThePage() throws IOException {
    Golden.matches("report-head.txt", Golden.section(html(FULL), null));
  }

  @Test
  void theQueries() throws IOException {
    Golden.matches("report-query.txt", Golden.section(html(FULL), "query-0"));
    matches(DissectedRecord.full(), "dissection");
  }

  @ParameterizedTest
  @ValueSource(strings = {"models", "codecs", "dop", "ingest"})
  void theSweeps(String section) throws IOException {
    matches(ReportRecords.sweeps(), section);
  }

  @Test
  void theSharesOfTheWriters() throws IOException {
    RunRecord shares = SharesRecord.full();
    String json = RecordFile.toJson(shares);

    matches(shares, "shares");
    assertThat(RecordSchema.violations(json)).isEmpty();
    assertThat(RecordFile.parse(json, "test")).isEqualTo(shares);
    assertThat(WriterShares.lines(Figures.of(shares)))
        .contains(
            "mapreduce-load-postgres, sorted: The heaviest of 2 writers got 1.02 × an even share; planned were 1.04.")
        .hasSize(2);
    assertThat(html(FULL)).doesNotContain("Shares of the writers");
  }

  @Test
  void theTablesForMarkdownAndTerminal() throws IOException {
    Golden.matches("report.md", markdown(FULL));
    String lines = String.join("\n", ResultTable.lines(Figures.of(FULL)));
    Golden.matches("report-terminal.txt", lines + "\n");
  }

  @Test
  void saysNothingThatTheFiguresDoNotShow() {
    List<String> lines =
        Dissection.lines(
            Figures.of(
                new DissectedRecord()
                    .query(
                        "hive-q1 engine=mr order=yes aggregation=in-mapper reducers=1", 2, 4, 475L)
                    .query(
                        "hive-q1 engine=mr order=no aggregation=in-mapper reducers=1", 2, 4, 475L)
                    .query("hive-q1 engine=mr order=yes aggregation=none reducers=1", 2, 4, 475L)
                    .query(
                        "hive-q1 engine=mr order=yes aggregation=in-mapper reducers=2", 3, 5, 475L)
                    .query("hive-q1 engine=mr order=no aggregation=none reducers=1", 1, 2, 9000L)
                    .build()));

    assertThat(lines).as("names and five rows").hasSize(6).doesNotContain("");
  }

  @Test
  void isASectionOfTheReportOnlyWhereTasksWereCounted() throws IOException {
    assertThat(html(DissectedRecord.full())).contains("The jobs of Q1</h2>");
    assertThat(html(TestRecords.plain())).doesNotContain("The jobs of Q1");
  }

  @Test
  void aTerminalShowsALineForEachVariantThenWhatTheyShow() throws IOException {
    List<String> lines = Dissection.lines(Figures.of(DissectedRecord.full()));
    Golden.matches("dissection-terminal.txt", String.join("\n", lines) + "\n");
    assertThat(Dissection.lines(Figures.of(DissectedRecord.disturbed())))
        .anyMatch(line -> line.endsWith("as it is; disturbed"));
    assertThat(Dissection.lines(Figures.of(TestRecords.plain()))).isEmpty();
  }

  private static final List<List<String>> EXACT =
      List.of(List.of("A", "F", "37734107.00", "25.52"), List.of("N", "F", "991417.00", "25.52"));

  @Test
  void theSameNumbersInAnotherFormAreIdentical() {
    AnswerDiff diff =
        AnswerDiff.of(
            EXACT,
            List.of(
                List.of("A", "F", "37734107", "25.522005853257337"),
                List.of("N", "F", "991417.0", "25.516471920522985")));
    assertThat(diff.verdict()).isEqualTo("identical");
  }

  @Test
  void theOrderOfTheGroupsDoesNotMatter() {
    assertThat(AnswerDiff.of(EXACT, List.of(EXACT.get(1), EXACT.get(0))).identical()).isTrue();
  }

  @Test
  void differencesOfDoubleArithmeticAreNotCalledWrong() {
    AnswerDiff diff =
        AnswerDiff.of(EXACT, List.of(List.of("A", "F", "37734107.01", "25.52"), EXACT.get(1)));
    assertThat(diff.identical()).isFalse();
    assertThat(diff.verdict()).isEqualTo("equal within 2.7e-10");
  }

  @Test
  void wrongMissingAndUnexpectedValuesAreCounted() {
    AnswerDiff diff =
        AnswerDiff.of(
            EXACT,
            List.of(List.of("A", "F", "37734108.00", "25.52"), List.of("R", "F", "1.00", "1.00")));
    assertThat(diff.rows()).hasSize(3);
    assertThat(diff.rows().get(0).get(2).note()).isEqualTo("exact: 37734107.00");
    assertThat(diff.rows().get(1)).allMatch(AnswerDiff.Cell::wrong);
    assertThat(diff.verdict()).isEqualTo("9 values are wrong");
  }

  private static final PlaceInfo BUNDLED =
      new PlaceInfo(
          "cluster", "hdfs://127.0.0.1:8020", "127.0.0.1:8032", 1, 4_000_000_000L, 2, "3.4.3");
  private static final PlaceInfo OFFICE =
      new PlaceInfo("nn1", "hdfs://nn1", "rm1,rm2", 12, 400_000_000_000L, 96, null);

  /** Three variants of one path, with two values of a parameter on the cluster. */
  private static final class PlacesRecord extends RecordBuilder {
    private PlacesRecord() {
      String data = cards(1_000_000, 70_000_000, "none", 2, 1);
      place("load files=2", null, data, List.of(new StageCpu("client", 1_000_000_000, 0)));
      List<StageCpu> stages =
          List.of(
              new StageCpu("client", 1_000_000_000, 0),
              new StageCpu("containers", 2_000_000_000, 0),
              new StageCpu("daemons", 100_000_000, 0));
      place("load@cluster files=2", "cluster", data, stages);
      place("load@cluster files=1", "cluster", data, stages);
      place(
          "load@nn1 files=2",
          "nn1",
          data,
          List.of(
              new StageCpu("client", 1_000_000_000, 0),
              new StageCpu("containers", 7_000_000_000L, 0, "CPU_MILLISECONDS")));
    }

    private void place(String id, String on, String data, List<StageCpu> cpu) {
      VariantInfo added = add(id, "hive", "load", data);
      VariantInfo placed = Records.with(added, "path", "load", "on", on);
      variants.set(variants.size() - 1, placed);
      add(TestRecords.sample(id, "cpu", cpu));
    }

    @Override
    public RunRecord build() {
      return copy().set("places", List.of(BUNDLED, OFFICE)).make();
    }
  }

  private final RunRecord record = new PlacesRecord().build();
  private final Figures figures = Figures.of(record);

  @Test
  void itsFormIsThatOfTheSchema() throws IOException {
    String json = RecordFile.toJson(record);

    assertThat(RecordSchema.violations(json)).isEmpty();
    assertThat(RecordFile.parse(json, "test")).isEqualTo(record);
  }

  @Test
  void aVariantOnlyRunsInAPlaceOfTheRecord() {
    assertThatThrownBy(() -> Records.with(record, "places", List.of(BUNDLED)))
        .hasMessage("on of variant 'load@nn1 files=2' is 'nn1', expected an id in places");
  }

  @Test
  void everyFormTellsThePlacesAndTheSourceOfTheStages() throws IOException {
    String page = ReportRecords.html(record);
    Golden.matches("places-head.txt", Golden.section(page, null));
    Golden.matches("places-stages.txt", Golden.section(page, "stages-title"));
    Golden.matches("places.md", ReportRecords.markdown(record));
    Golden.matches("places.csv", ReportRecords.rendered(Report::csv, figures));
    Golden.matches("places-terminal.txt", String.join("\n", ResultTable.lines(figures)) + "\n");
    assertThat(page).contains("hdfs://nn1, 12 workers with 96 vcores</dd>");
  }

  @Test
  void twoRecordsAreComparedPlaceByPlace() {
    assertThat(RecordComparison.of(record, record).toString())
        .contains("load@cluster files=2", "load@nn1 files=2");
  }
}
