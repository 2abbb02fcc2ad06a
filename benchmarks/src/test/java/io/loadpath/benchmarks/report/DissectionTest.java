package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.html;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DissectionTest {

  @Test
  void namesWhatEachVariantHasOtherThanTheFirstOfItsEngine() {
    assertThat(Dissection.of(Figures.of(DissectedRecord.full())).rows())
        .extracting(row -> row.engine() + ": " + row.shows())
        .containsExactly(
            "mapreduce-q1-textbook: as it is",
            "mapreduce-q1-textbook: without map-side aggregation",
            "mapreduce-q1-textbook: 2 reducers",
            "hive-q1 mr: as it is",
            "hive-q1 mr: without ORDER BY",
            "hive-q1 tez: as it is",
            "hive-q1 tez: without ORDER BY");
  }

  @Test
  void saysNothingThatTheFiguresDoNotShow() {
    List<String> lines =
        Dissection.lines(
            Figures.of(
                new DissectedRecord()
                    .query("hive-q1 engine=mr order=yes aggregation=map reducers=1", 2, 4, 475L)
                    .query("hive-q1 engine=mr order=no aggregation=map reducers=1", 2, 4, 475L)
                    .query("hive-q1 engine=mr order=yes aggregation=reduce reducers=1", 2, 4, 475L)
                    .query("hive-q1 engine=mr order=yes aggregation=map reducers=2", 3, 5, 475L)
                    .query("hive-q1 engine=mr order=no aggregation=reduce reducers=1", 1, 2, 9000L)
                    .build()));

    assertThat(lines).as("names, five rows, and what was not run").hasSize(6).doesNotContain("");
  }

  @Test
  void isASectionOfTheReportOnlyWhereTasksWereCounted() throws IOException {
    assertThat(html(DissectedRecord.full()))
        .contains("Q1 dissected</h2>", "ORDER BY makes hive-q1 mr take 2 jobs instead of 1;")
        .containsPattern(
            "<td class=\"number\" title=\"226 bytes\">226 B</td>.*<td>without ORDER BY</td></tr>");
    assertThat(html(TestRecords.plain())).doesNotContain("Q1 dissected");
  }

  @Test
  void aTerminalShowsALineForEachVariantThenWhatTheyShow() {
    assertThat(String.join("\n", Dissection.lines(Figures.of(DissectedRecord.full()))))
        .containsPattern("^path +jobs +tasks +shuffled +CPU-s +seconds  what it shows\n")
        .containsPattern("(?m)^hive-q1 mr +2 +4 +475 B +18.9 +12.9  as it is$")
        .containsPattern("(?m)^hive-q1 mr +1 +2 +226 B +18.9 +12.9  without ORDER BY$")
        .contains("\n\nORDER BY makes hive-q1 mr take 2 jobs instead of 1;")
        .doesNotContain("duckdb");
    assertThat(Dissection.lines(Figures.of(DissectedRecord.disturbed())))
        .filteredOn(line -> line.endsWith("as it is; disturbed"))
        .hasSize(1);
    assertThat(Dissection.lines(Figures.of(TestRecords.full())))
        .anyMatch(line -> line.startsWith("FAILED: hive-q1 engine=tez types=double"))
        .anyMatch(line -> line.startsWith("not run: "));
  }
}
