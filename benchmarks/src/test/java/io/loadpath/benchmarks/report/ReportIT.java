package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser; skipped if no Chromium is on the PATH. */
@Timeout(180)
class ReportIT extends InBrowser {
  private static final int PAPER_WIDTH = 720;

  /** Every control that a reader can use, in the order of the page. */
  private static final String CONTROLS =
      "[...document.querySelectorAll('a[href], button, input, summary, [tabindex=\"0\"]')]"
          + ".filter(e => e.checkVisibility() && e.getClientRects().length > 0)";

  @Test
  void theChartsOfAFullRecordAreDrawn() throws Exception {
    RunRecord record = ReportRecords.full();
    open(record);
    Rounds rounds = Rounds.of(Figures.of(record));
    long around =
        rounds.points().stream().filter(Rounds.Point::outlier).count()
            + rounds.points().stream().filter(p -> p.sample().disturbed()).count();
    assertThat(around).isGreaterThan(9);
    assertThat(marks("scatter")).isEqualTo(18);
    assertThat(marks("rounds")).isEqualTo(record.samples().size() + Math.toIntExact(around));
    assertThat(texts("#chart-scatter text")).contains("faster than the database copies");
    assertThat(texts("#chart-rounds text")).contains("warm-up 1", "foreign %");
    assertThat(count("#chart-stages pattern"))
        .as("patterns with the colours")
        .isGreaterThanOrEqualTo(4);
    assertThat(countWhere(".model-bar rect", "e.getBoundingClientRect().width > 5")).isEqualTo(8);
  }

  @Test
  void anUnprovenFigureDoesNotStretchTheAxes() throws Exception {
    String stretched =
        TestRecords.plainJson().replaceAll("(\"status\":\"failed\",\"wallNanos\":)\\d+", "$11000");
    open(RecordFile.parse(stretched, "test"));
    assertThat(marks("scatter")).isEqualTo(13);
    assertThat(texts("#off-scale")).containsExactly("Off the scale, failed: hive-q1, tez, double.");
  }

  @Test
  void axesHaveRoundTicks() throws Exception {
    open(TestRecords.plain());
    String axis =
        "(a => [a.log, a.min, a.max, a.ticks].join(' '))(scaled({from: %s, logFrom: %s}, [%s]))";
    assertThat(text(axis.formatted("0", "8", "0.3, 1.7"))).isEqualTo("false 0 2 0,0.5,1,1.5,2");
    assertThat(text(axis.formatted("0", "8", "4, 100"))).isEqualTo("true 3.2 125 5,10,20,50,100");
    assertThat(text(axis.formatted("0", "8", "0.001, 8000")))
        .endsWith("0.01,0.1,1,10,100,1000,10000");
    assertThat(text(axis.formatted("0", "null", "0, 100")))
        .isEqualTo("false 0 100 0,20,40,60,80,100");
    assertThat(text(axis.formatted("1", "null", "1, 3.1")))
        .startsWith("false 0.9")
        .endsWith("3.5 1,1.5,2,2.5,3,3.5");
    assertThat(
            text(
                "dotTicks([1, 2, 3, 4, 5, 8, 16, 32, 64, 128], {min: 0, max: 128}, 900).join(' ')"))
        .isEqualTo("4 8 16 32 64 128");
  }

  @Test
  void namesOfMarksInACornerStayInsideTheChart() throws Exception {
    SweepRecord record = new SweepRecord().load("copy-load-postgres", "none", 1, 2, 0, 1_000);
    for (int i = 0; i < 8; i++) {
      record.load(
          "hive-load-orc model=partitioned compression=none case=" + i,
          "none",
          30 + i % 3,
          45 + i % 4,
          0,
          1_000);
    }
    open(record.build());
    String names = "#chart-scatter svg text";
    String isName = "/^[0-9]+ hive/.test(e.textContent)";
    assertThat(countWhere(names, isName)).isEqualTo(8);
    assertThat(
            countWhere(
                names,
                isName
                    + " && e.getBoundingClientRect().bottom"
                    + " > e.ownerSVGElement.getBoundingClientRect().bottom - 45"))
        .isZero();
  }

  @Test
  void theCurvesOfTheSweepsAreDrawn() throws Exception {
    RunRecord record = ReportRecords.sweeps();
    open(record);
    assertThat(marks("codecs-0")).as("12 loads, 11 of them inflate").isEqualTo(23);
    assertThat(texts("#chart-codecs-0 text"))
        .contains("gzip-3", "zstd-3", "bzip2-9", "CPU-s/GB (log)");
    assertThat(marks("dop-0")).isEqualTo(8);
    assertThat(texts("#chart-dop-0 text")).contains("ideal, plain", "2 cores", "MB/s");
    assertThat(marks("ingest-0")).isEqualTo(12);
    assertThat(texts("#chart-ingest-0 text"))
        .contains("unlimited", "160", "network, gzip-3")
        .anySatisfy(text -> assertThat(text).startsWith("plain = gzip-3 at 9"));
    for (String chart : List.of("codecs-0", "dop-0", "ingest-0")) {
      press("#chart-" + chart, "ArrowRight");
      assertThat(spoken()).as(chart).contains("TB/h");
      assertThat(chart(chart)).contains("#004488").doesNotContain("#6699cc");
    }
    tab.media("screen", "dark");
    awaitNewColours();
    assertThat(chart("ingest-0")).contains("#6699cc").doesNotContain("#004488");
  }

  @Test
  void darkColoursAreOthersThanLightOnes() throws Exception {
    tab.media("screen", "dark");
    open(ReportRecords.full());
    assertThat(chart("scatter")).contains("#4aa3df").doesNotContain("#0072b2");
    assertThat(background()).isEqualTo("rgb(21, 23, 26)");
    tab.media("screen", "light");
    awaitNewColours();
    assertThat(chart("scatter")).contains("#0072b2").doesNotContain("#4aa3df");
    assertThat(background()).isEqualTo("rgb(255, 255, 255)");
  }

  @Test
  void textOfARecordNeverRuns() throws Exception {
    for (RunRecord hostile :
        List.of(HostileRecord.make(), HostileRecord.full(), HostileRecord.sweeps())) {
      open(hostile);
      assertThat(text("document.documentElement.id")).isEmpty();
      assertThat(chart("scatter")).contains("&lt;/script&gt;");
      assertThat(marks("scatter")).isGreaterThanOrEqualTo(14);
    }
  }

  @Test
  void aPhoneScrollsTablesAndNotThePage() throws Exception {
    tab.size(PHONE_WIDTH, PHONE_HEIGHT);
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
      assertThat(text("getComputedStyle(document.activeElement).outlineStyle"))
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
    assertThat(text(shown)).isEqualTo("none");
    press("#calibrated", " ");
    assertThat(text(shown)).isEqualTo("table-cell");
    String costs = "document.querySelector('[data-bars=cost]').getAttribute('aria-pressed')";
    assertThat(text(costs)).isEqualTo("false");
    press("[data-bars=cost]", "Enter");
    assertThat(text(costs)).isEqualTo("true");
    assertThat(texts("#chart-stages text")).contains("CPU-s/GB");
    press("summary", " ");
    assertThat(tab.eval("document.querySelector('details').open").asBoolean()).isTrue();
    for (String chart : List.of("scatter", "stages", "rounds")) {
      press("#chart-" + chart, "ArrowRight");
      assertThat(spoken()).isNotEmpty();
      press("#chart-" + chart, "Escape");
      tab.eval("document.getElementById('spoken').textContent = ''");
    }
    press(".copy", "Enter");
    tab.eval(
        "new Promise(done => { const look = () => document.getElementById('spoken').textContent"
            + " ? done() : setTimeout(look, 20); look(); })");
    assertThat(spoken()).isEqualTo("copied");
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
    assertThat(marks("scatter")).isEqualTo(18);
    assertThat(texts("#chart-scatter text"))
        .contains("MB/s (log)", "faster than the database copies");
    assertThat(text(shown)).isEqualTo(first.rate().inMbPerSecond().text());
    assertThat(text(pressed)).isEqualTo("as-measured,as-measured");

    press("[data-rates=without-start]", " ");
    assertThat(marks("scatter")).isEqualTo(without.marks().size());
    assertThat(without.marks()).hasSizeBetween(10, 16);
    assertThat(texts("#chart-scatter text"))
        .contains("MB/s without start-up (log)", "CPU-s/GB without start-up (log)")
        .doesNotContain("MB/s (log)", "faster than the database copies");
    assertThat(text(shown))
        .isEqualTo(first.withoutStart().get().loadRateTbPerHour().get().inMbPerSecond().text());
    assertThat(text(pressed)).isEqualTo("without-start,without-start");
    press("#chart-scatter", "ArrowRight");
    assertThat(spoken()).contains("MB/s without start-up");

    press(".paths-head [data-rates=as-measured]", "Enter");
    assertThat(marks("scatter")).isEqualTo(18);
    assertThat(text(shown)).isEqualTo(first.rate().inMbPerSecond().text());
  }

  @Test
  void withoutScriptsTheFiguresAreAsMeasuredNextToTheStart() throws Exception {
    openWithoutScripts(ReportRecords.started());
    assertThat(visible(".without-start, [data-rates]")).isZero();
    assertThat(visible(".paths .start")).isEqualTo(1 + 17);
  }

  @Test
  void theDownloadedRecordIsTheOneOfTheReport() throws Exception {
    RunRecord record = ReportRecords.full();
    open(record);
    tab.eval("URL.createObjectURL = blob => { window.saved = blob; return '#'; }");
    press("#download", "Enter");
    assertThat(text("saved.text()")).isEqualTo(RecordFile.toJson(record));
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
    assertThat(countWhere(".scroll", "getComputedStyle(e).overflowX !== 'visible'")).isZero();
  }

  @Test
  void withoutScriptsTheTablesRemainAndALineExplainsTheMissingCharts() throws Exception {
    openWithoutScripts(ReportRecords.full());
    assertThat(visible(".paths tbody tr")).isEqualTo(17);
    assertThat(visible("[aria-labelledby=stages-title] tbody tr")).isEqualTo(17);
    assertThat(visible(".chart, .legend")).isZero();
    assertThat(texts("main > .no-script"))
        .singleElement()
        .asString()
        .startsWith("The charts need JavaScript");
    assertThat(visible("main > .no-script")).isEqualTo(1);
    assertThat(count("details:not([open])")).isZero();
    assertThat(visible("button")).as("buttons that would do nothing").isZero();
  }

  @Test
  void twoRecordsStandSideBySideOnAPhoneToo() throws Exception {
    RunRecord record = ReportRecords.full();
    Path page = folder.resolve("comparison.html");
    ComparisonReport compared = ComparisonReport.of(TestRecords.full(), record);
    Files.writeString(page, ReportRecords.rendered(ComparisonReport::html, compared));
    tab.size(PHONE_WIDTH, PHONE_HEIGHT).open(page);
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);
    assertThat(countWhere(".ratio circle", "e.getBoundingClientRect().width > 3"))
        .isEqualTo(2 * 13);
    tab.press("Tab");
    assertThat(text("document.activeElement.className")).isEqualTo("scroll");
  }

  @Test
  void theIndexFitsAPhoneAndItsLinkOpensTheReport(@TempDir Path place) throws Exception {
    ResultsFolder results = new ResultsFolder(place).add("a", ResultsFolder.rounds("x", 1));
    Files.move(place.resolve("a.json"), place.resolve("ä 100% #1?.json"));
    Files.writeString(place.resolve("ä 100% #1?.html"), "<title>the report</title>");
    results.page();
    tab.size(PHONE_WIDTH, PHONE_HEIGHT).open(place.resolve("index.html"));
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);

    tab.open(Path.of(URI.create(text("document.querySelector('#records a').href"))));
    assertThat(text("document.title")).isEqualTo("the report");
  }

  private void press(String selector, String key) throws IOException {
    tab.eval("document.querySelector('%s').focus()".formatted(selector));
    tab.press(key);
  }

  private int farthestRight(String selector) throws IOException {
    return number(
        "Math.max(...[...document.querySelectorAll('%s')].map(e => Math.round(e.getBoundingClientRect().right)))"
            .formatted(selector));
  }

  private void openDetails() throws IOException {
    tab.eval("document.querySelectorAll('details').forEach(d => { d.open = true; })");
  }

  private String background() throws IOException {
    return text("getComputedStyle(document.body).backgroundColor");
  }

  private String chart(String name) throws IOException {
    return text("document.getElementById('chart-%s').innerHTML".formatted(name));
  }
}
