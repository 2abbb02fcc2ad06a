package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.html;
import static io.loadpath.benchmarks.report.ReportRecords.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordSchema;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.Interruption;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.RoundsRecord;
import io.loadpath.benchmarks.statistics.RoundsRecord.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
  private static final int MEGABYTE = 1_000_000;

  @Test
  void aRecordHasNoSectionForWhatItLacks() throws IOException {
    String page = html(TestRecords.plain());
    assertThat(page)
        .doesNotContain("id=\"models-title\"", "id=\"codecs-title\"", "id=\"dissection-title\"")
        .doesNotContain("<h3>Limits</h3>", "Durable s", "% of limit", "Against baseline")
        .doesNotContain(
            "disturbed by", "shaded region", "Foreign %", "Interrupted", "data-rates=\"");
    assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MEGABYTE);
    assertThat(markdown(TestRecords.plain())).doesNotContain("Durable", "% of limit", "tart s");
  }

  @Test
  void oneRoundHasItsFiguresWithoutAnIntervalAndIsCalledThat() throws IOException {
    RunRecord record = ReportRecords.started(ReportRecords.oneRound());
    assertThat(SCRIPT.matcher(html(record)).replaceAll(""))
        .contains("Up and left is better. A line joins")
        .contains("<span class=\"note muted\">1 round</span>", "verdict-words\">only 1 round<")
        .doesNotContain("NaN", "Infinity");
    assertThat(markdown(record)).contains("✓ 1/1, 1 round", ", only 1 round |");
    assertThat(String.join("\n", ResultTable.lines(Figures.of(record))))
        .contains("  verified, 1 round");
    ComparisonReport compared = ComparisonReport.of(record, record);
    assertThat(ReportRecords.rendered(ComparisonReport::html, compared))
        .contains(">1 round</span>", ">only 1 round<svg")
        .doesNotContain("NaN", "Infinity");
    assertThat(String.join("\n", ComparisonReport.lines(compared.result())))
        .contains("1.00  only 1 round")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void aRunWithABudgetSaysWhatItMayLackAndHowLongItWas() throws IOException {
    RunRecord plain = TestRecords.plain();
    RunRecord early =
        TestRecords.started(plain)
            .endedAfter(plain.samples(), plain.finishedAt(), "it was stopped");
    RunRecord record =
        Records.with(early, "interrupted", new Interruption("it goes on", List.of()));
    assertThat(html(record))
        .contains(
            "<strong>Interrupted</strong>: rounds after the first may be missing (it goes on)<")
        .contains("3 at most, with a budget of 3 min 0 s, order shuffled");
    assertThat(markdown(record))
        .contains("**Interrupted**: rounds after the first may be missing (it goes on)\n");
  }

  @Test
  void theTableOfPathsShowsWhatDiffersAndSaysWhatDoesNot() throws IOException {
    RunRecord record =
        new SweepRecord()
            .load("x codec=none model=heap", "none", 8, 11, 0, 0)
            .load("x codec=gzip-3 model=heap", "gzip-3", 8, 11, 0, 0)
            .build();
    assertThat(html(record))
        .contains(">x<span class=\"under\">codec=gzip-3</span>")
        .contains("The same in all variants of a path: x model=heap.");
    assertThat(markdown(record))
        .contains("| x | codec=gzip-3 |", "The same in all variants of a path: x model=heap.");
  }

  @Test
  void theRecordOfARealRunRendersAndKeepsItsBytes() throws IOException {
    String json = TestRecords.recordedJson();
    assertThat(RecordSchema.violations(json)).isEmpty();
    RunRecord record = RecordFile.parse(json, "recorded.json");
    assertThat(RecordFile.toJson(record)).isEqualTo(json);
    assertThat(html(record))
        .contains("\n" + json + "</script>")
        .contains("runs were disturbed by other programs", ">disturbed</span>")
        .contains(
            "Durable s",
            "% of limit",
            "<strong class=\"bad\">72 disturbed</strong>",
            "<h3>Limits</h3>",
            "igzip");
  }

  @Test
  void thePlannerStandsWhereThereAreLoadsToPlanFrom() throws IOException {
    assertThat(html(ReportRecords.full())).contains("id=\"planner\"", "goal     1TiB/h = ");
    assertThat(html(only(s -> !s.variant().startsWith("external-table-load-postgres"))))
        .doesNotContain("id=\"planner\"", "planner-title");
  }

  @Test
  void aRateAboveItsLimitIsCalledAnErrorOfTheBenchmark() throws IOException {
    RunRecord full = ReportRecords.full();
    Limit slow = new Limit("page-cache-read", "Read", 1, null, 1_000_000, List.of(1_000_000_000L));
    assertThat(html(Records.with(full, "limits", List.of(slow))))
        .contains("An error of measurement: mapreduce-q1 is faster than page-cache-read, ")
        .contains("above its limit");
  }

  @Test
  void theRecordInsideThePageGivesTheSamePageAgain() throws IOException {
    for (RunRecord record : List.of(TestRecords.plain(), ReportRecords.full())) {
      String page = html(record);
      String start = "<script type=\"application/json\" id=\"record\">\n";
      int at = page.indexOf(start) + start.length();
      String inside = page.substring(at, page.indexOf("</script>", at));
      assertThat(html(RecordFile.parse(inside, "inside"))).isEqualTo(page);
    }
  }

  @Test
  void thePageMakesNoRequests() throws IOException {
    String page = SCRIPT.matcher(html(TestRecords.plain())).replaceAll("");
    assertThat(page).doesNotContain("http:", "https:", "//cdn", "@import", "url(", " src=");
  }

  @Test
  void onlyTheScriptsOfThePageAreAllowedToRun() throws Exception {
    String page = html(TestRecords.plain());
    List<String> scripts = SCRIPT.matcher(page).results().map(r -> r.group(1)).toList();
    assertThat(scripts).hasSize(2);
    for (String script : scripts) {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      assertThat(page).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
    }
  }

  @Test
  void textOfARecordStaysText() throws IOException {
    for (RunRecord hostile :
        List.of(HostileRecord.make(), HostileRecord.full(), HostileRecord.sweeps())) {
      String page = html(hostile);
      assertThat(Pattern.compile("<script[^>]*>").matcher(page).results()).hasSize(4);
      assertThat(SCRIPT.matcher(page).replaceAll("")).doesNotContain("<img", "<!--");
      assertThat(page).contains("&lt;img src=x onerror=");
    }
  }

  @Test
  void emptySectionsAreLeftOut() throws IOException {
    String page = html(only(sample -> false));
    assertThat(page)
        .doesNotContain("id=\"scatter-title\"", "id=\"stages-title\"", "id=\"paths-title\"")
        .doesNotContain("id=\"rounds-title\"", "class=\"best\"")
        .contains("<dd>the run ended before its turn</dd>");
  }

  @Test
  void aRecordWithoutAVerifiedRunShowsTheErrorsAndHollowMarks() throws IOException {
    String page = html(only(sample -> !sample.verified()));
    assertThat(page)
        .contains("<h3>Failed</h3>", "3 of 3 runs failed")
        .contains("</svg>a run failed</li>", "\"solid\":false")
        .doesNotContain("class=\"best\"", "id=\"stages-title\"");
  }

  @Test
  void aFailedStartRunIsListedWithItsErrorAlthoughAllCountedRunsAreVerified() throws IOException {
    RunRecord built =
        new RoundsRecord().variantWithStart("x", Kind.FAILED_START).rounds("x", 1, 1).build();
    VariantInfo asked =
        Records.with(built.variants().get(0), "startDataset", built.datasets().get(0).id());
    RunRecord record = Records.with(built, "variants", List.of(asked));
    assertThat(html(record))
        .contains("2 verified, <strong class=\"bad\">1 start run failed</strong></span>")
        .contains("✓ 2/2<span class=\"note bad\">start run failed</span>")
        .contains("Not known without start-up: x (its start run failed: 1 row lost)")
        .contains("<h3>Failed</h3>", "start run: verify, exit 0:</span> 1 row lost")
        .doesNotContain("all verified", "runs failed</span>");
    assertThat(markdown(record))
        .contains("2 runs, 2 verified, 1 start run failed.", "✓ 2/2, start run failed |")
        .contains("Failed:\n- x: start run: verify: 1 row lost\n");
  }

  @Test
  void processesLeftByAStartRunAreListedEvenIfNoOtherRunFollowed() throws IOException {
    RoundsRecord leaking = new RoundsRecord().variantWithStart("x", Kind.LEAKING_START);
    assertThat(html(leaking.build())).contains("java (4711) (ended by the harness)");
    assertThat(html(leaking.rounds("x", 1).build()))
        .contains("java (4711) (ended by the harness)", "all verified")
        .doesNotContain("<h3>Failed</h3>");
  }

  @Test
  void twoThousandSamplesFitIntoThreeMegabytes() throws IOException {
    RunRecord full = ReportRecords.full();
    List<Sample> many = new ArrayList<>();
    for (int later = 0; many.size() < 2_000; later += 8) {
      for (Sample sample : full.samples()) {
        many.add(Records.with(sample, "round", sample.round() + later));
      }
    }
    assertThat(
            html(Records.with(full, "samples", many.subList(0, 2_000)))
                .getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThan(3 * MEGABYTE);
  }

  private static RunRecord only(Predicate<Sample> kept) {
    RunRecord record = TestRecords.plain();
    return Records.with(record, "samples", record.samples().stream().filter(kept).toList());
  }

  @Test
  void theHeadlineSaysWhatAnInterruptedRunMisses() throws IOException {
    RunRecord whole = ReportRecords.full();
    RunRecord early =
        whole.endedAfter(whole.samples().subList(0, 20), whole.finishedAt(), "it was <stopped>");
    String missing = early.interrupted().missingRuns() + " of " + early.plannedRuns() + " runs";
    assertThat(html(early))
        .contains("<strong>Interrupted</strong>: " + missing, "(it was &lt;stopped&gt;)");
    assertThat(markdown(early)).contains("**Interrupted**: " + missing);
    assertThat(html(whole)).doesNotContain("Interrupted");
  }
}
