package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.html;
import static io.loadpath.benchmarks.report.ReportRecords.markdown;

import io.loadpath.benchmarks.record.RunRecord;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every section of the report, word for word, see {@link Golden}. */
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
    matches(SweepRecord.full(), section);
  }

  @Test
  void theTablesForMarkdownAndTerminal() throws IOException {
    Golden.matches("report.md", markdown(FULL));
    String lines = String.join("\n", ResultTable.lines(Figures.of(FULL)));
    Golden.matches("report-terminal.txt", lines + "\n");
  }
}
