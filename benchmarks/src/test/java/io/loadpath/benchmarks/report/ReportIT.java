package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser; skipped where no Chromium is on the PATH. */
class ReportIT {
  private static final Pattern MARK = Pattern.compile("<path[^>]* transform=\"matrix\\(");
  private static final Pattern BAR = Pattern.compile("<path[^>]* fill=\"#(34506b|93aabf|d98c5f)\"");

  @TempDir Path folder;
  private Chromium browser;

  @BeforeEach
  void findABrowser() {
    Optional<Chromium> found = Chromium.find(folder);
    assumeTrue(
        found.isPresent(),
        "no chromium, chromium-browser or google-chrome on the PATH: the page was not opened");
    browser = found.get();
  }

  @Test
  void theChartsAreDrawnWithoutAConsoleMessage() throws Exception {
    Chromium.Page page = open(TestRecords.firstVersion());
    assertThat(page.console()).isEmpty();
    assertThat(MARK.matcher(chart(page, "chart-scatter")).results()).hasSize(14);
    assertThat(chart(page, "chart-scatter"))
        .contains(">1 mapreduce-q1</text>", ">✗ hive-q1, tez, double</text>")
        .doesNotContain("class=\"picture\"");
    assertThat(MARK.matcher(chart(page, "chart-rounds")).results()).hasSize(42);
    assertThat(BAR.matcher(chart(page, "chart-stages")).results()).hasSize(4 * 3 + 5 * 2 + 4);
  }

  @Test
  void theChartsAreDrawnInDarkColoursToo() throws Exception {
    Chromium.Page page =
        open(TestRecords.firstVersion(), "--blink-settings=preferredColorScheme=0");
    assertThat(page.console()).isEmpty();
    assertThat(chart(page, "chart-scatter")).contains("#4aa3df").doesNotContain("#0072b2");
  }

  @Test
  void textOfARecordNeverRuns() throws Exception {
    Chromium.Page page = open(HostileRecord.make());
    assertThat(page.console()).isEmpty();
    assertThat(page.dom()).doesNotContain("id=\"hacked\"");
    assertThat(chart(page, "chart-scatter")).contains("&lt;/script&gt;");
    assertThat(MARK.matcher(chart(page, "chart-scatter")).results()).hasSize(14);
  }

  private Chromium.Page open(RunRecord record, String... more) throws Exception {
    Path page = folder.resolve("report.html");
    Report.write(record, page);
    return browser.open(page, more);
  }

  /** The picture inside the chart's box. */
  private static String chart(Chromium.Page page, String id) {
    int box = page.dom().indexOf("id=\"" + id + "\"");
    assertThat(box).as("box of " + id).isPositive();
    return page.dom().substring(box, page.dom().indexOf("</svg>", box));
  }
}
