package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.html;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DissectionTest {

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
    assertThat(html(DissectedRecord.full())).contains("Q1 dissected</h2>");
    assertThat(html(TestRecords.plain())).doesNotContain("Q1 dissected");
  }

  @Test
  void aTerminalShowsALineForEachVariantThenWhatTheyShow() throws IOException {
    List<String> lines = Dissection.lines(Figures.of(DissectedRecord.full()));
    Golden.matches("dissection-terminal.txt", String.join("\n", lines) + "\n");
    assertThat(Dissection.lines(Figures.of(DissectedRecord.disturbed())))
        .anyMatch(line -> line.endsWith("as it is; disturbed"));
    assertThat(Dissection.lines(Figures.of(TestRecords.full())))
        .anyMatch(line -> line.startsWith("FAILED: hive-q1 engine=tez types=double"))
        .anyMatch(line -> line.startsWith("not run: "));
  }
}
