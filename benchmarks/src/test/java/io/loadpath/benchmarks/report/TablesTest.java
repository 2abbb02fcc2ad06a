package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.RoundsRecord;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablesTest {
  @Test
  void saysHowEachPathComparesWithItsBaseline() {
    RoundsRecord rounds =
        new RoundsRecord()
            .variant("plain", null)
            .variant("slow", "plain")
            .variant("same", "plain")
            .rounds("plain", 1, 1, 1, 1, 1, 1)
            .rounds("slow", 1.2, 1.2, 1.2, 1.2, 1.2, 1.2)
            .rounds("same", 1.02, 0.98, 1.02, 0.98, 1.02, 0.98);

    assertThat(String.join("\n", ResultTable.lines(Figures.of(rounds.build()))))
        .containsPattern("(?m)^plain .* verified; baseline$")
        .containsPattern("(?m)^slow .* verified; time 1.20 slower; CPU 1.20 more CPU$")
        .containsPattern(
            "(?m)^same .* verified; time 1.00 no difference shown; CPU 1.00 no difference shown$");
  }

  @Test
  void saysNothingOfThatAfterTooFewRounds() {
    RoundsRecord rounds =
        new RoundsRecord()
            .variant("plain", null)
            .variant("slow", "plain")
            .rounds("plain", 1, 1)
            .rounds("slow", 1.2, 1.2);

    assertThat(ResultTable.lines(Figures.of(rounds.build())))
        .filteredOn(line -> line.endsWith("verified"))
        .hasSize(2);
  }

  @Test
  void saysWhyItSaysNothingAfterMany() {
    RoundsRecord rounds =
        new RoundsRecord()
            .variant("plain", null)
            .variant("busy", "plain")
            .rounds("plain", 1, 1, 1, 1, 1, 1)
            .sample("busy", 1, 1, 1, Kind.DISTURBED);
    assertThat(String.join("\n", ResultTable.lines(Figures.of(rounds.build()))))
        .containsPattern("(?m)^busy .*; no undisturbed round together with the baseline$");

    rounds.sample("busy", 2, 1, 1, Kind.GOOD);
    assertThat(String.join("\n", ResultTable.lines(Figures.of(rounds.build()))))
        .containsPattern(
            "(?m)^busy .* verified, 1 round; time 1.00 only 1 round; CPU 1.00 only 1 round$");
  }

  @Test
  void namesWhatWentWrongInAStartRun() throws IOException {
    RunRecord record =
        new RoundsRecord()
            .variantWithStart("lost", Kind.FAILED_START)
            .rounds("lost", 1, 1)
            .variantWithStart("leaking", Kind.LEAKING_START)
            .rounds("leaking", 1, 1)
            .variantWithStart("worse", Kind.FAILED_START)
            .sample("worse", 1, 1, 1, Kind.FAILED)
            .build();
    assertThat(String.join("\n", ResultTable.lines(Figures.of(record))))
        .containsPattern("(?m)^lost .* verified, start run failed$")
        .containsPattern("(?m)^leaking .* verified, left processes$")
        .containsPattern("(?m)^worse .* FAILED 1 of 1, start run failed$");
    assertThat(ReportRecords.rendered(Report::csv, Figures.of(record)))
        .containsPattern("(?m)^1,lost,.*,start run: 1 row lost,")
        .containsPattern("(?m)^2,leaking,.*,java \\(4711\\),,");
  }

  @Test
  void namesWhatAnInterruptedRunDidNotReach() {
    RunRecord whole =
        new RoundsRecord().variant("x", null).variant("y", null).rounds("x", 1).build();
    assertThat(ResultTable.lines(Figures.of(whole)))
        .element(2)
        .asString()
        .startsWith("y ")
        .endsWith("not run: the run ended before its turn");
  }

  @Test
  void theTableOfARunEndsWithItsWinners() {
    RoundsRecord rounds =
        new RoundsRecord().variant("x", null).variant("y", null).rounds("x", 2).rounds("y", 1);
    assertThat(ResultTable.lines(Figures.of(rounds.build())))
        .last()
        .asString()
        .matches("Fastest .*: y, \\S+ MB/s, \\S+ TB/h, \\S+ CPU-s/GB");

    rounds.variant("busy", null).sample("busy", 1, 0.1, 1, Kind.DISTURBED);
    assertThat(ResultTable.lines(Figures.of(rounds.build())))
        .last()
        .asString()
        .endsWith(": every run of busy was disturbed: no winner; end other programs and run again");
  }

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
    assertThat(
            csv(PrintedTable.of(List.of("x,y", "say \"hi\"\nthere", 1e-7)).text("a", cell -> cell)))
        .isEqualTo("a\r\n\"x,y\"\r\n\"say \"\"hi\"\"\nthere\"\r\n0.00000010\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=", "+", "-", "@", "\t", "\r"})
  void aTextIsNoFormulaOfASpreadsheet(String start) throws IOException {
    PrintedTable<String> table =
        PrintedTable.of(List.of(start + "1+cmd()"))
            .text("name", text -> text)
            .number("number", x -> -1.5);
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

  private static String csv(PrintedTable<?> table) throws IOException {
    return ReportRecords.rendered(PrintedTable::csv, table);
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

  @Test
  void textOfARecordIsNoMarkup() throws IOException {
    String text = markdown(HostileRecord.make());
    assertThat(text.replace("<code>", "").replace("</code>", "")).doesNotContain("<");
    assertThat(text).contains("&lt;script&gt;", "hive-q1\"'&gt;&lt;/script&gt;");
  }

  @Test
  void signsOfMarkdownAreEscaped() {
    assertThat(MarkdownFormat.INSTANCE.escapePlainText("a|b\n# *c* [d](e) `f` hive-q1 0.64 @g"))
        .isEqualTo("a\\|b \\# \\*c\\* \\[d\\](e) \\`f\\` hive-q1 0.64 @<!-- -->g");
    assertThat(MarkdownFormat.INSTANCE.escapePlainText("x://y")).isEqualTo("x:\\//y");
  }
}
