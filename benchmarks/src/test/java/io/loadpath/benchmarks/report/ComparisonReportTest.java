package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ReportRecords.rendered;
import static org.assertj.core.api.Assertions.assertThat;

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
  void variantsInBothHaveARatioAndOthersAreListed() throws IOException {
    Golden.matches("compare-both.txt", Golden.section(html(A, B), "both-title"));
    Golden.matches("compare.md", markdown(A, B));
    Golden.matches("compare.csv", csv(A, B));
    assertThat(html(A, B)).contains("<dt>" + ReportRecords.IMPORT + "</dt><dd>only in A</dd>");
    assertThat(html(B, A)).contains("<dt>" + ReportRecords.IMPORT + "</dt><dd>only in B</dd>");
    assertThat(csv(B, A)).contains(ReportRecords.IMPORT + ",only in B,,,,");
    assertThat(html(TestRecords.plain(), B))
        .as("a record of the first version")
        .contains("In both");
  }

  @Test
  void differencesOfTheMachinesAreShown() throws IOException {
    String json = RecordFile.toJson(B).replace(A.environment().cpuModel(), "Another CPU");
    assertThat(Golden.section(html(A, RecordFile.parse(json, "b")), "facts-title"))
        .isEqualTo(
            """
            What else differs
            Fact | A | B
            CPU | AMD EPYC 7B13 | Another CPU
            """);
    assertThat(html(A, RecordFile.parse(json, "b")))
        .contains("Read this first</h2>", "two machines");
    assertThat(html(A, B)).doesNotContain("id=\"facts-title\"");
  }

  @Test
  void otherRowsHaveNoRatioButAReason() throws IOException {
    RunRecord other =
        RecordFile.parse(
            RecordFile.toJson(B).replaceAll("\"sha1\":\"........", "\"sha1\":\"00000000"), "b");
    assertThat(html(A, other))
        .contains("<h2 id=\"refused-title\">Not compared</h2>", "A has 1,000,000 rows")
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
    assertThat(html(A, other)).contains(">faster<svg", " counted A and ").contains("not compared");
    assertThat(markdown(A, other)).contains("| not compared |\n");
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
