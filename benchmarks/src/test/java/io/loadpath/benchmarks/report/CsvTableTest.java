package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTableTest {
  @Test
  void eachVariantIsALineWithUnroundedNumbers() throws IOException {
    String csv = ReportRecords.rendered(Report::csv, Figures.of(ReportRecords.started()));
    Golden.matches("report.csv", csv);
  }

  @Test
  void theColumnsDoNotDependOnWhatTheRecordHas() throws IOException {
    assertThat(lines(TestRecords.plain()).get(0).keySet())
        .isEqualTo(lines(ReportRecords.full()).get(0).keySet());
    assertThat(lines(TestRecords.plain()).get(0)).containsEntry("durable_seconds", "");
  }

  @Test
  void linesEndAndFieldsAreQuotedAsTheRfcSays() throws IOException {
    assertThat(csv(Table.of(List.of("x,y", "say \"hi\"\nthere", 1e-7)).text("a", cell -> cell)))
        .isEqualTo("a\r\n\"x,y\"\r\n\"say \"\"hi\"\"\nthere\"\r\n0.00000010\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=", "+", "-", "@", "\t", "\r"})
  void aTextIsNoFormulaOfASpreadsheet(String start) throws IOException {
    Table<String> table =
        Table.of(List.of(start + "1+cmd()")).text("name", text -> text).number("number", x -> -1.5);
    assertThat(parsed(csv(table)).get(0))
        .containsEntry("name", "'" + start + "1+cmd()")
        .containsEntry("number", "-1.5");
  }

  @Test
  void textOfARecordDoesNotLeaveItsCell() throws IOException {
    List<Map<String, String>> lines = lines(HostileRecord.make());
    assertThat(lines).hasSize(14);
    assertThat(lines).anyMatch(line -> line.get("path").equals("hive-q1" + HostileRecord.TEXT));
  }

  private static List<Map<String, String>> lines(RunRecord record) throws IOException {
    return parsed(ReportRecords.rendered(Report::csv, Figures.of(record)));
  }

  private static String csv(Table<?> table) throws IOException {
    return ReportRecords.rendered(Table::csv, table);
  }

  private static List<Map<String, String>> parsed(String csv) throws IOException {
    try (MappingIterator<Map<String, String>> lines =
        new CsvMapper()
            .readerFor(Map.class)
            .with(CsvSchema.emptySchema().withHeader())
            .readValues(csv)) {
      return lines.readAll();
    }
  }
}
