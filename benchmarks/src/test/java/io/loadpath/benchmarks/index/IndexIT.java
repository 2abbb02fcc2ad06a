package io.loadpath.benchmarks.index;

import static io.loadpath.benchmarks.index.ResultsFolder.like;
import static io.loadpath.benchmarks.index.ResultsFolder.rounds;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.report.HostileRecord;
import io.loadpath.benchmarks.report.InBrowser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The index in a real browser; skipped where no Chromium is on the PATH. */
@Timeout(180)
class IndexIT extends InBrowser {
  @TempDir private Path place;
  private ResultsFolder results;

  @BeforeEach
  void makeAFolder() {
    results = new ResultsFolder(place);
  }

  private void open() throws IOException {
    results.page();
    tab.open(place.resolve("index.html"));
  }

  /** How many lines join marks: nothing else has this width in the colour of the tool. */
  private int lines(String chart) throws IOException {
    return countWhere(
        "#chart-%s svg path[stroke=\"#7a7f86\"][stroke-width=\"1.6\"]".formatted(chart),
        "e.getBoundingClientRect().width > 2");
  }

  private void choose(String field, String text) throws IOException {
    tab.eval(
        "(() => { const field = document.getElementById('%s');".formatted(field)
            + "field.value = [...field.options].find(o => o.text.startsWith('%s')).value;"
                .formatted(text)
            + "field.dispatchEvent(new Event('change')); })()");
  }

  @Test
  void theLineOfTheChosenVariantIsDrawn() throws Exception {
    results
        .add("a", rounds("x", 1, 1.1, 1.2))
        .add("b", rounds("x", 1.3).variant("y", null).rounds("y", 1.5))
        .add("c", ResultsFolder.disturbed("x", 2).variant("y", null).rounds("y", 1.4))
        .add("d", like(9000, ResultsFolder.OTHER_ROWS).variant("x", null).rounds("x", 7));
    open();

    assertThat(text("document.getElementById('variant').selectedOptions[0].text"))
        .isEqualTo("x · 1,000 rows of all-card-trans, 3 records");
    for (String chart : List.of("speed", "cost")) {
      assertThat(marks(chart)).as(chart).isEqualTo(3);
      assertThat(lines(chart)).as(chart).isEqualTo(1);
    }
    assertThat(texts("#chart-speed text"))
        .contains("TB/h", "21:00", "23:00")
        .doesNotContain("22:30");
    assertThat(texts("#trend-legend li")).containsExactly("other programs disturbed every run");

    choose("variant", "y");
    assertThat(marks("speed")).isEqualTo(2);
    assertThat(texts("#chart-speed text")).contains("22:00").doesNotContain("21:00");
    assertThat(texts("#trend-legend li")).isEmpty();
    assertThat(texts("#trend-table tbody a"))
        .containsExactly("2026-11-20 23:00", "2026-11-20 22:00");

    choose("variant", "x · 9,000 rows");
    assertThat(marks("speed")).isEqualTo(1);
    assertThat(lines("speed")).isZero();
  }

  @Test
  void theVariantsAreThoseOfTheChosenMachine() throws Exception {
    results
        .add("a", rounds("x", 1).machine("Xeon", 64, 400_000_000_000L, null))
        .add("b", rounds("x", 1))
        .add("c", rounds("x", 1).variant("y", null).rounds("y", 1.5));
    open();

    assertThat(texts("#machine option"))
        .containsExactly("64 cores, Xeon, 400 GB", "2 cores, AMD EPYC 7B13, 25.0 GB");
    assertThat(text("document.getElementById('machine').selectedOptions[0].text"))
        .as("the machine of the newest record")
        .startsWith("2 cores");
    assertThat(texts("#variant option")).hasSize(2);
    assertThat(marks("speed")).isEqualTo(2);

    choose("machine", "64 cores");
    assertThat(texts("#variant option"))
        .containsExactly("x · 1,000 rows of all-card-trans, 1 record");
    assertThat(marks("speed")).isEqualTo(1);
  }

  @Test
  void twoInstrumentsMakeTwoLinesOfCostAndOneOfTheRate() throws Exception {
    results
        .add("a", rounds("x", 1))
        .add("b", rounds("x", 2))
        .add("c", rounds("x", 1).instrument("proc-tree"))
        .add("d", rounds("x", 2).instrument("proc-tree"));
    open();

    assertThat(lines("speed")).isEqualTo(1);
    assertThat(lines("cost")).isEqualTo(2);
    assertThat(texts("#trend-legend li"))
        .containsExactly("CPU time counted by cgroup-v1-cpuacct", "CPU time counted by proc-tree");
  }

  @Test
  void keysGoFromRecordToRecordAndTheColoursFollowTheScheme() throws Exception {
    results.add("a", rounds("x", 1)).add("b", rounds("x", 2));
    open();

    tab.eval("document.getElementById('chart-speed').focus()");
    tab.press("ArrowRight");
    assertThat(spoken()).startsWith("2026-11-20 21:00, quick. 2.74 TB/h, 1 run. ");
    tab.media("screen", "dark");
    awaitNewColours();
    assertThat(text("document.getElementById('chart-speed').innerHTML"))
        .contains("#9aa1a9")
        .doesNotContain("#7a7f86");
  }

  @Test
  void theTableIsThereWithoutScripts() throws Exception {
    for (int i = 0; i < 20; i++) {
      results.add("r" + i, rounds("x", 1));
    }
    tab.scripts(false);
    open();
    tab.scripts(true);

    assertThat(visible("#records tr")).isEqualTo(20);
    assertThat(visible("select, button")).isZero();
  }

  @Test
  void olderRecordsWaitForAClick() throws Exception {
    for (int i = 0; i < 20; i++) {
      results.add("r" + i, rounds("x", 1));
    }
    open();

    assertThat(visible("#records tr")).isEqualTo(10);
    assertThat(texts("#older")).containsExactly("show 10 older ones");
    tab.eval("document.getElementById('older').click()");
    assertThat(visible("#records tr")).isEqualTo(20);
    tab.eval("document.getElementById('older').click()");
    assertThat(visible("#records tr")).isEqualTo(10);
  }

  @Test
  void theLinkOpensTheReport() throws Exception {
    results.add("a", rounds("x", 1));
    Files.move(place.resolve("a.json"), place.resolve("ä 100% #1?.json"));
    Files.writeString(place.resolve("ä 100% #1?.html"), "<title>the report</title>");
    open();

    tab.open(Path.of(URI.create(text("document.querySelector('#records a').href"))));
    assertThat(text("document.title")).isEqualTo("the report");
  }

  @Test
  void noTextOfARecordRuns() throws Exception {
    results.add("a", HostileRecord.full()).add("b", HostileRecord.full());
    open();
    assertThat(count("#variant option")).isGreaterThan(10);
    for (int i = 0; i < count("#variant option"); i++) {
      tab.eval(
          "(() => { const field = document.getElementById('variant'); field.selectedIndex = %d;"
                  .formatted(i)
              + "field.dispatchEvent(new Event('change')); })()");
      tab.eval("document.getElementById('chart-speed').focus()");
      tab.press("ArrowRight");
    }
    assertThat(text("document.documentElement.id")).isEmpty();
    assertThat(number("document.images.length")).isZero();
  }

  @Test
  void aPhoneShowsThePageInItsWidth() throws Exception {
    results.add("a", rounds("x", 1)).add("b", rounds("x", 2));
    tab.size(PHONE_WIDTH, PHONE_HEIGHT);
    open();
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);
    assertThat(marks("cost")).isEqualTo(2);
  }
}
