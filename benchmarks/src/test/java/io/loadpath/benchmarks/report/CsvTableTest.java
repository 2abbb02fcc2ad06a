package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTableTest {
  @Test
  void eachVariantIsALineWithUnroundedNumbers() throws IOException {
    List<Map<String, String>> lines = lines(TestRecords.full());
    Figures figures = Figures.of(TestRecords.full());
    assertThat(lines).hasSize(14);
    for (VariantFigures f : figures.measured()) {
      Measured measured = f.measured().orElseThrow();
      assertThat(lines.get(f.rank() - 1))
          .containsEntry("variant", f.variant().id())
          .containsEntry(
              "load_rate_tb_per_hour", Numbers.raw(measured.loadRateTbPerHour().median()))
          .containsEntry(
              "cpu_cost_high_seconds_per_gb", Numbers.raw(measured.cpuCostSecondsPerGb().high()))
          .containsEntry(
              "durable_seconds", Numbers.raw(measured.durableSeconds().orElseThrow().median()))
          .containsEntry("peak_memory_bytes", "512000000")
          .containsEntry("context_switches", "4321");
    }
    assertThat(lines.get(13)).containsEntry("rank", "").containsEntry("runs", "3");
    assertThat(lines.get(13).get("error")).startsWith("answer differs from the exact one");
  }

  @Test
  void theComparisonWithTheBaselineIsInTheLine() throws IOException {
    Map<String, String> line =
        lines(ReportRecords.full()).stream()
            .filter(l -> l.get("variant").equals(ReportRecords.GZIP))
            .findFirst()
            .orElseThrow();
    assertThat(line)
        .containsEntry("baseline", ReportRecords.COPY)
        .containsEntry("time_verdict", "slower")
        .containsEntry("limit", "database-copy")
        .containsEntry("disturbed_runs", "1")
        .containsEntry("repeated_runs", "1");
    assertThat(Double.parseDouble(line.get("time_low_ratio_to_baseline"))).isGreaterThan(1);
    assertThat(line.get("calibrated_cpu_cost_per_gb")).isNotEmpty();
    assertThat(line.get("stage_background_user_seconds_per_gb")).isNotEmpty();
  }

  @Test
  void theStartAndTheFiguresWithoutItAreInTheLine() throws IOException {
    List<Map<String, String>> lines = lines(ReportRecords.started());
    for (VariantFigures f : Figures.of(ReportRecords.started()).measured()) {
      Map<String, String> line = lines.get(f.rank() - 1);
      String seconds = f.withoutStart().map(w -> Numbers.raw(w.start().seconds())).orElse("");
      assertThat(line).containsEntry("start_seconds", seconds);
      assertThat(line.get("start_rows")).isEqualTo(seconds.isEmpty() ? "" : "1000");
      assertThat(line)
          .containsEntry(
              "load_rate_without_start_tb_per_hour",
              f.withoutStart()
                  .flatMap(WithoutStart::loadRateTbPerHour)
                  .map(e -> Numbers.raw(e.median()))
                  .orElse(""));
    }
    assertThat(lines).anyMatch(l -> !l.get("cpu_cost_without_start_high_seconds_per_gb").isEmpty());
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
