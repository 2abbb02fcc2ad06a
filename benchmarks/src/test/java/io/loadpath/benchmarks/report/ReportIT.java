package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page in a real browser; skipped where no Chromium is on the PATH. */
@Timeout(180)
class ReportIT extends InBrowser {
  private static final int PHONE_WIDTH = 390;
  private static final int PAPER_WIDTH = 720;

  /** How many marks of the chart the SVG library drew: they alone are moved to their place. */
  private static final String MARKS =
      "[...document.querySelectorAll('#chart-%s svg path[transform^=matrix]')]"
          + ".filter(p => p.getBoundingClientRect().width > 2).length";

  /** Every control that a reader can use, in the order of the page. */
  private static final String CONTROLS =
      "[...document.querySelectorAll('button, input, summary, [tabindex=\"0\"]')]"
          + ".filter(e => e.checkVisibility() && e.getClientRects().length > 0)";

  @Test
  void theChartsOfTheFirstVersionAreDrawn() throws Exception {
    open(TestRecords.plain());
    assertThat(number(MARKS.formatted("scatter"))).isEqualTo(14);
    assertThat(texts("chart-scatter")).contains("1 mapreduce-q1", "✗ hive-q1, tez, double");
    assertThat(number(MARKS.formatted("rounds"))).isEqualTo(42);
    assertThat(number(bars())).isEqualTo(4 * 3 + 5 * 2 + 4);
    assertThat(number("document.querySelectorAll('.picture').length")).isZero();
  }

  @Test
  void theChartsOfAFullRecordAreDrawn() throws Exception {
    RunRecord record = ReportRecords.full();
    open(record);
    Rounds rounds = Rounds.of(Figures.of(record));
    long around =
        rounds.points().stream().filter(Rounds.Point::outlier).count()
            + rounds.points().stream().filter(Rounds.Point::disturbed).count();
    assertThat(around).isGreaterThan(9);
    assertThat(number(MARKS.formatted("scatter"))).isEqualTo(18);
    assertThat(number(MARKS.formatted("rounds")))
        .isEqualTo(record.samples().size() + Math.toIntExact(around));
    assertThat(texts("chart-scatter")).contains("faster than the database copies");
    assertThat(texts("chart-rounds")).contains("warm-up 1", "foreign %");
    assertThat(number("document.querySelectorAll('#chart-stages pattern').length"))
        .as("patterns beside the colours")
        .isGreaterThanOrEqualTo(4);
    assertThat(
            number(
                "[...document.querySelectorAll('.model-bar rect')]"
                    + ".filter(r => r.getBoundingClientRect().width > 5).length"))
        .isEqualTo(8);
  }

  @Test
  void theCurvesOfTheSweepsAreDrawn() throws Exception {
    RunRecord record = SweepRecord.full();
    open(record);
    assertThat(number(MARKS.formatted("codec-0"))).as("12 loads, 11 of them inflate").isEqualTo(23);
    assertThat(texts("chart-codec-0")).contains("gzip-3", "zstd-3", "bzip2-9", "CPU-s/GB (log)");
    assertThat(number(MARKS.formatted("dop-0"))).isEqualTo(8);
    assertThat(texts("chart-dop-0")).contains("ideal, plain", "2 cores", "TB/h");
    assertThat(number(MARKS.formatted("ingest-0"))).isEqualTo(12);
    assertThat(texts("chart-ingest-0"))
        .contains("unlimited", "160", "network, gzip-3")
        .anySatisfy(text -> assertThat(text).startsWith("plain = gzip-3 at 9"));
    for (String chart : List.of("codec-0", "dop-0", "ingest-0")) {
      press("#chart-" + chart, "ArrowRight");
      assertThat(tab.eval("document.getElementById('spoken').textContent").asText())
          .as(chart)
          .contains("TB/h");
      assertThat(chart(chart)).contains("#004488").doesNotContain("#6699cc");
    }
    tab.media("screen", "dark");
    redrawn();
    assertThat(chart("ingest-0")).contains("#6699cc").doesNotContain("#004488");
  }

  @Test
  void theSweepsAreThereWithoutScriptsOnAPhoneAndOnPaper() throws Exception {
    tab.scripts(false);
    open(SweepRecord.full());
    tab.scripts(true);
    assertThat(number("document.querySelectorAll('#chart-codec-0 .picture use').length"))
        .isEqualTo(23);
    assertThat(number("document.querySelectorAll('#chart-ingest-0 .picture .guide').length"))
        .isEqualTo(3);
    assertThat(number("document.querySelectorAll('details:not([open])').length")).isZero();

    tab.size(PHONE_WIDTH, 844);
    open(SweepRecord.full());
    openDetails();
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);

    tab.media("print", "dark").size(PAPER_WIDTH, 1000);
    tab.eval("dispatchEvent(new Event('beforeprint'))");
    assertThat(farthestRight("table, svg")).isBetween(600, PAPER_WIDTH);
  }

  @Test
  void onAWideScreenTheTableOfPathsNeedsNoScrolling() throws Exception {
    tab.size(1400, 900);
    open(ReportRecords.full());
    assertThat(number("document.querySelector('.paths').parentElement.scrollWidth"))
        .isLessThanOrEqualTo(number("document.querySelector('.paths').parentElement.clientWidth"));
  }

  @Test
  void darkColoursAreOthersThanLightOnes() throws Exception {
    tab.media("screen", "dark");
    open(ReportRecords.full());
    assertThat(chart("scatter")).contains("#4aa3df").doesNotContain("#0072b2");
    assertThat(background()).isEqualTo("rgb(21, 23, 26)");
    tab.media("screen", "light");
    redrawn();
    assertThat(chart("scatter")).contains("#0072b2").doesNotContain("#4aa3df");
    assertThat(background()).isEqualTo("rgb(255, 255, 255)");
  }

  @Test
  void textOfARecordNeverRuns() throws Exception {
    for (RunRecord hostile :
        List.of(HostileRecord.make(), HostileRecord.full(), HostileRecord.sweeps())) {
      open(hostile);
      assertThat(tab.eval("document.documentElement.id").asText()).isEmpty();
      assertThat(chart("scatter")).contains("&lt;/script&gt;");
      assertThat(number(MARKS.formatted("scatter"))).isGreaterThanOrEqualTo(14);
    }
  }

  @Test
  void aPhoneScrollsTablesAndNotThePage() throws Exception {
    tab.size(PHONE_WIDTH, 844);
    open(ReportRecords.full());
    openDetails();
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);
    assertThat(number("document.querySelector('.paths').parentElement.scrollWidth"))
        .isGreaterThan(PHONE_WIDTH);
    String left =
        "Math.round(document.querySelector('.paths tbody .sticky').getBoundingClientRect().left)";
    tab.eval("document.querySelector('.paths').parentElement.scrollLeft = 300");
    assertThat(number(left)).as("the path stays in sight").isBetween(0, 20);
  }

  @Test
  void tabReachesEveryControlInTheOrderOfThePage() throws Exception {
    open(ReportRecords.full());
    openDetails();
    int controls = number(CONTROLS + ".length");
    assertThat(controls).isGreaterThan(40);
    tab.eval("window.reached = []");
    for (int i = 0; i < controls; i++) {
      tab.press("Tab");
      tab.eval("reached.push(document.activeElement)");
      assertThat(tab.eval("getComputedStyle(document.activeElement).outlineStyle").asText())
          .as("focus is visible")
          .isEqualTo("solid");
    }
    assertThat(tab.eval("%s.every((e, i) => e === reached[i])".formatted(CONTROLS)).asBoolean())
        .isTrue();
  }

  @Test
  void everyKindOfControlWorksWithKeys() throws Exception {
    open(ReportRecords.full());
    String shown = "getComputedStyle(document.querySelector('.paths tbody .calibrated')).display";
    assertThat(tab.eval(shown).asText()).isEqualTo("none");
    press("#calibrated", " ");
    assertThat(tab.eval(shown).asText()).isEqualTo("table-cell");
    String costs = "document.querySelector('[data-bars=cost]').getAttribute('aria-pressed')";
    assertThat(tab.eval(costs).asText()).isEqualTo("false");
    press("[data-bars=cost]", "Enter");
    assertThat(tab.eval(costs).asText()).isEqualTo("true");
    assertThat(texts("chart-stages")).contains("CPU-s/GB");
    press("summary", " ");
    assertThat(tab.eval("document.querySelector('details').open").asBoolean()).isTrue();
    String spoken = "document.getElementById('spoken').textContent";
    for (String chart : List.of("scatter", "stages", "rounds")) {
      press("#chart-" + chart, "ArrowRight");
      assertThat(tab.eval(spoken).asText()).isNotEmpty();
      press("#chart-" + chart, "Escape");
      tab.eval("document.getElementById('spoken').textContent = ''");
    }
    press(".copy", "Enter");
    tab.eval("new Promise(done => setTimeout(done, 200))");
    assertThat(tab.eval(spoken).asText()).isEqualTo("copied");
  }

  @Test
  void oneSwitchShowsChartAndTableWithoutStartUp() throws Exception {
    RunRecord record = ReportRecords.started();
    Figures figures = Figures.of(record);
    Scatter without = Scatter.withoutStart(figures).orElseThrow();
    VariantFigures first =
        figures.measured().stream()
            .filter(f -> f.withoutStart().filter(w -> w.reasons().isEmpty()).isPresent())
            .findFirst()
            .orElseThrow();
    String rate =
        "[...document.querySelectorAll('.paths tbody tr')]"
            + ".find(r => r.cells[0].textContent === '%d')".formatted(first.rank())
            + ".querySelectorAll('td.number:not(.rank)')";
    String shown = "[...%s].filter(c => c.checkVisibility())[0].textContent".formatted(rate);
    String pressed =
        "[...document.querySelectorAll('[data-rates][aria-pressed=\"true\"]')]"
            + ".map(b => b.dataset.rates).join()";
    open(record);
    assertThat(number(MARKS.formatted("scatter"))).isEqualTo(18);
    assertThat(texts("chart-scatter")).contains("TB/h (log)", "faster than the database copies");
    assertThat(tab.eval(shown).asText()).isEqualTo(first.rate().text());
    assertThat(tab.eval(pressed).asText()).isEqualTo("as-measured,as-measured");

    press("[data-rates=without-start]", " ");
    assertThat(number(MARKS.formatted("scatter"))).isEqualTo(without.marks().size());
    assertThat(without.marks()).hasSizeBetween(10, 16);
    assertThat(texts("chart-scatter"))
        .contains("TB/h without start-up (log)", "CPU-s/GB without start-up (log)")
        .doesNotContain("TB/h (log)", "faster than the database copies");
    assertThat(tab.eval(shown).asText())
        .isEqualTo(first.withoutStart().get().loadRateTbPerHour().get().text());
    assertThat(tab.eval(pressed).asText()).isEqualTo("without-start,without-start");
    press("#chart-scatter", "ArrowRight");
    assertThat(tab.eval("document.getElementById('spoken').textContent").asText())
        .contains("TB/h without start-up");

    press(".paths-head [data-rates=as-measured]", "Enter");
    assertThat(number(MARKS.formatted("scatter"))).isEqualTo(18);
    assertThat(tab.eval(shown).asText()).isEqualTo(first.rate().text());
  }

  @Test
  void withoutScriptsTheFiguresAreAsMeasuredBesideTheStart() throws Exception {
    tab.scripts(false);
    open(ReportRecords.started());
    tab.scripts(true);
    assertThat(number("document.querySelectorAll('.picture use').length")).isEqualTo(18);
    assertThat(
            number(
                "[...document.querySelectorAll('.without-start, [data-rates]')]"
                    + ".filter(e => e.checkVisibility()).length"))
        .isZero();
    assertThat(
            number(
                "[...document.querySelectorAll('.paths .start')]"
                    + ".filter(e => e.checkVisibility()).length"))
        .isEqualTo(1 + 17);
  }

  @Test
  void theDownloadedRecordIsTheOneOfTheReport() throws Exception {
    RunRecord record = ReportRecords.full();
    open(record);
    tab.eval("URL.createObjectURL = blob => { window.saved = blob; return '#'; }");
    press("#download", "Enter");
    assertThat(tab.eval("saved.text()").asText()).isEqualTo(RecordFile.toJson(record));
  }

  @Test
  void paperIsLightAndHoldsTheWholeCharts() throws Exception {
    tab.media("print", "dark").size(PAPER_WIDTH, 1000);
    open(ReportRecords.full());
    tab.eval("dispatchEvent(new Event('beforeprint'))");
    assertThat(background()).isEqualTo("rgb(255, 255, 255)");
    assertThat(chart("scatter")).contains("#0072b2").doesNotContain("#4aa3df");
    assertThat(farthestRight("table, svg"))
        .as("what is farthest to the right")
        .isBetween(600, PAPER_WIDTH);
    for (String chart : List.of("scatter", "stages", "rounds")) {
      assertThat(farthestRight("#chart-" + chart + " svg")).isBetween(600, PAPER_WIDTH);
    }
    assertThat(
            number(
                "[...document.querySelectorAll('.scroll')].filter(s => "
                    + "getComputedStyle(s).overflowX !== 'visible').length"))
        .isZero();
  }

  @Test
  void withoutScriptsThePicturesAndTablesAreThere() throws Exception {
    tab.scripts(false);
    open(ReportRecords.full());
    tab.scripts(true);
    assertThat(number("document.querySelectorAll('.picture use').length")).isEqualTo(18);
    assertThat(
            number(
                "[...document.querySelectorAll('.static-bar')]"
                    + ".filter(b => b.lastElementChild.getBoundingClientRect().width > 2).length"))
        .isEqualTo(17);
    assertThat(number("document.querySelectorAll('details:not([open])').length")).isZero();
    assertThat(
            number(
                "[...document.querySelectorAll('button')].filter(b => !b.hidden && "
                    + "b.checkVisibility()).length"))
        .as("buttons that would do nothing")
        .isZero();
  }

  @Test
  void twoRecordsStandSideBySideOnAPhoneToo() throws Exception {
    RunRecord record = ReportRecords.full();
    Path page = folder.resolve("comparison.html");
    ComparisonReport compared = ComparisonReport.of(TestRecords.full(), record);
    Files.writeString(page, ReportRecords.rendered(ComparisonReport::html, compared));
    tab.size(PHONE_WIDTH, 844).open(page);
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);
    assertThat(
            number(
                "[...document.querySelectorAll('.ratio circle')]"
                    + ".filter(c => c.getBoundingClientRect().width > 3).length"))
        .isEqualTo(2 * 13);
    tab.press("Tab");
    assertThat(tab.eval("document.activeElement.className").asText()).isEqualTo("scroll");
  }

  private void press(String selector, String key) throws IOException {
    tab.eval("document.querySelector('%s').focus()".formatted(selector));
    tab.press(key);
  }

  private int number(String expression) throws IOException {
    return tab.eval(expression).asInt(-1);
  }

  private int farthestRight(String selector) throws IOException {
    return number(
        "Math.max(...[...document.querySelectorAll('%s')].map(e => Math.round(e.getBoundingClientRect().right)))"
            .formatted(selector));
  }

  private int pageWidth() throws IOException {
    return number("document.documentElement.scrollWidth");
  }

  private void openDetails() throws IOException {
    tab.eval("document.querySelectorAll('details').forEach(d => { d.open = true; })");
  }

  /** Waits until the charts are drawn in new colours. */
  private void redrawn() throws IOException {
    tab.eval("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))");
  }

  private String background() throws IOException {
    return tab.eval("getComputedStyle(document.body).backgroundColor").asText();
  }

  private String chart(String name) throws IOException {
    return tab.eval("document.getElementById('chart-%s').innerHTML".formatted(name)).asText();
  }

  private List<String> texts(String chart) throws IOException {
    List<String> texts = new ArrayList<>();
    tab.eval("[...document.querySelectorAll('#%s text')].map(t => t.textContent)".formatted(chart))
        .forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Segments of the bars in the colours of the stages. */
  private static String bars() {
    return "(() => { const style = getComputedStyle(document.documentElement);"
        + " const colors = [0, 1, 2, 3, 4].map(i => style.getPropertyValue('--stage-' + i).trim());"
        + " return [...document.querySelectorAll('#chart-stages path')]"
        + ".filter(p => colors.includes(p.getAttribute('fill'))).length; })()";
  }
}
