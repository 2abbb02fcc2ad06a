package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.rendered;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.Instrument;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ComparisonReportTest {
  private static final RunRecord A = ReportRecords.full();

  /** B is A with half the commit time of one path and another one left out. */
  private static final RunRecord B =
      Records.with(
          A,
          "variants",
          A.variants().stream().filter(v -> !v.id().equals(ReportRecords.IMPORT)).toList(),
          "samples",
          A.samples().stream()
              .filter(s -> !s.variant().equals(ReportRecords.IMPORT))
              .map(s -> s.variant().equals(ReportRecords.PLAIN) ? faster(s) : s)
              .toList());

  @Test
  void whatBothHoldHasBothFiguresAndItsRatio() throws IOException {
    String page = html(A, B);
    assertThat(page)
        .contains("<h2 id=\"both-title\">In both</h2>")
        .containsPattern("files=2 codec=none</span></th>.*<td class=\"number\" title=\"0\\.5")
        .contains(">faster<svg", ">no difference shown<svg");
    assertThat(page.split("class=\"one\"", -1)).hasSizeGreaterThan(20);
    assertThat(markdown(A, B)).contains(" | 0.500 (").contains(" | faster | 1.00 (");
    assertThat(csv(A, B)).contains("\r\n" + ReportRecords.PLAIN + ",compared,8,8,");
  }

  @Test
  void whatOneAloneHoldsIsListed() throws IOException {
    assertThat(html(A, B)).contains("<dt>" + ReportRecords.IMPORT + "</dt><dd>only in A</dd>");
    assertThat(html(B, A)).contains("<dt>" + ReportRecords.IMPORT + "</dt><dd>only in B</dd>");
    assertThat(markdown(A, B)).contains("\n- only in A: " + ReportRecords.IMPORT);
    assertThat(csv(B, A)).contains(ReportRecords.IMPORT + ",only in B,,,,");
  }

  @Test
  void otherRowsHaveNoRatioButAReason() throws IOException {
    RunRecord other =
        RecordFile.parse(
            RecordFile.toJson(B).replaceAll("\"sha1\":\"........", "\"sha1\":\"00000000"), "b");
    assertThat(html(A, other))
        .contains("<h2 id=\"refused-title\">Not compared</h2>", "A worked on 1,000,000 rows")
        .doesNotContain("class=\"one\"", ">faster<", ">no difference shown<");
    assertThat(markdown(A, other))
        .contains("Not compared:", "not compared |")
        .doesNotContain("faster");
    assertThat(csv(A, other)).contains(",not compared,").doesNotContain(",compared,");
  }

  @Test
  void anotherInstrumentHasNoRatioOfCpu() throws IOException {
    RunRecord other =
        RecordFile.parse(RecordFile.toJson(B).replace(A.instrument().name(), "proc-tree"), "b");
    assertThat(new Instrument("proc-tree", null).name()).isNotEqualTo(A.instrument().name());
    assertThat(html(A, other))
        .contains(">faster<svg", "CPU: A was counted by")
        .contains("not compared");
    assertThat(markdown(A, other)).contains("| not compared |\n");
  }

  @Test
  void aFailedVariantHasNoRatio() throws IOException {
    String failed = "hive-q1 engine=tez types=double";
    assertThat(html(A, B)).contains(failed + ": 8 of 8 runs in A failed");
    assertThat(csv(A, B)).contains(failed + ",not compared,8,0,,,,,,,8,0,");
  }

  @Test
  void whatDiffersInTheMachineIsShown() throws IOException {
    Environment e = A.environment();
    RunRecord other =
        RecordFile.parse(RecordFile.toJson(B).replace(e.cpuModel(), "Another CPU"), "b");
    assertThat(html(A, other))
        .contains("<h2 id=\"facts-title\">What else differs</h2>", "<td>Another CPU</td>")
        .contains("<h2 id=\"warnings-title\">Read this first</h2>", "two machines");
    assertThat(html(A, B)).doesNotContain("id=\"facts-title\"", "Another CPU");
  }

  @Test
  void theSameRecordsGiveTheSameBytesAndAPlainRecordRenders() throws IOException {
    assertThat(html(A, B)).isEqualTo(html(A, B));
    assertThat(html(TestRecords.plain(), B)).contains("In both");
  }

  @Test
  void textOfARecordStaysText() throws IOException {
    RunRecord hostile = HostileRecord.make();
    assertThat(html(hostile, hostile))
        .doesNotContain("<img", "<script", "<!--")
        .contains("&lt;img");
    assertThat(markdown(hostile, hostile)).doesNotContain("<");
    assertThat(csv(hostile, hostile).split("\r\n")).hasSize(15);
  }

  private static Sample faster(Sample s) {
    return Records.with(s, "wallNanos", s.wallNanos() / 2);
  }

  private static String html(RunRecord a, RunRecord b) throws IOException {
    return rendered(ComparisonReport::html, ComparisonReport.of(a, b));
  }

  private static String markdown(RunRecord a, RunRecord b) throws IOException {
    return rendered(ComparisonReport::markdown, ComparisonReport.of(a, b));
  }

  private static String csv(RunRecord a, RunRecord b) throws IOException {
    return rendered(ComparisonReport::csv, ComparisonReport.of(a, b));
  }
}
