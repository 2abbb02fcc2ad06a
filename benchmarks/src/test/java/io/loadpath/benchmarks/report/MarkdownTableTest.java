package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {
  @Test
  void everyLineOfTheTableHasTheSameCells() throws IOException {
    for (RunRecord record :
        List.of(TestRecords.full(), HostileRecord.make(), ReportRecords.full())) {
      List<String> lines = markdown(record).lines().filter(line -> line.startsWith("|")).toList();
      assertThat(lines).hasSizeBetween(15, 19);
      assertThat(lines).extracting(MarkdownTableTest::cells).containsOnly(cells(lines.get(0)));
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

  private static long cells(String line) {
    return line.replace("\\\\", "").replace("\\|", "").chars().filter(c -> c == '|').count();
  }
}
