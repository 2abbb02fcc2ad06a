package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.plan.LoadRecords;
import io.loadpath.benchmarks.plan.RecordFigures;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RecordSchema;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.statistics.Comparison;
import io.loadpath.benchmarks.statistics.RecordComparison;
import io.loadpath.benchmarks.statistics.RoundsRecord;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A cost without the database's CPU time is named, and compared with no other. */
class ClientOnlyTest {
  private static final double[] ROUNDS = {2.0, 2.02, 1.98, 2.01, 1.99, 2.03};

  /** Two loads of which the second was cheap only because its database was not counted. */
  private static RoundsRecord mixed() {
    return new RoundsRecord()
        .database("none")
        .variant("whole", null)
        .rounds("whole", ROUNDS)
        .variant("half", "whole")
        .clientOnly()
        .rounds("half", ROUNDS);
  }

  @Test
  void theRecordKeepsIt() throws Exception {
    String json = RecordFile.toJson(mixed().build());

    assertThat(RecordSchema.violations(json)).isEmpty();
    RunRecord read = RecordFile.parse(json, "mixed");
    assertThat(read.clientOnly("half")).isTrue();
    assertThat(read.clientOnly("whole")).isFalse();
    assertThat(read.countedDatabase()).isEqualTo("none");
    assertThat(TestRecords.plain().countedDatabase())
        .as("of an older record")
        .isEqualTo(TestRecords.plain().instrument().name());
  }

  @Test
  void theBaselineIsNotComparedByCpu() {
    Comparison comparison = Comparison.of(mixed().build(), "half", "whole").orElseThrow();
    assertThat(comparison.time()).isNotNull();
    assertThat(comparison.cpu()).isEmpty();
    RunRecord alike = mixed().variant("other", "half").clientOnly().rounds("other", ROUNDS).build();
    assertThat(Comparison.of(alike, "other", "half").orElseThrow().cpu()).isPresent();
  }

  @Test
  void theTablesSaySo() throws Exception {
    Figures figures = Figures.of(mixed().build());
    assertThat(ResultTable.lines(figures))
        .filteredOn(line -> line.startsWith("half"))
        .singleElement()
        .asString()
        .contains(" client only ");
    assertThat(ResultTable.lines(figures))
        .filteredOn(line -> line.startsWith("whole"))
        .singleElement()
        .asString()
        .doesNotContain("client only");
    StringWriter markdown = new StringWriter();
    Report.markdown(figures, markdown);
    assertThat(markdown.toString()).containsOnlyOnce("client only");
    StringWriter csv = new StringWriter();
    Report.csv(figures, csv);
    assertThat(csv.toString()).contains("client_only");
    StringWriter page = new StringWriter();
    Report.html(figures, page);
    assertThat(page.toString())
        .contains("<dt>Database&#39;s CPU counted by</dt>")
        .contains("<span class=\"note muted\">client only</span>");
  }

  @Test
  void theCheapestHasItsDatabaseInIt() {
    RunRecord record =
        new RoundsRecord()
            .variant("half", null)
            .clientOnly()
            .rounds("half", 1)
            .variant("whole", null)
            .rounds("whole", 2)
            .build();
    Figures.Winners winners = Figures.of(record).winners().get(0);
    assertThat(winners.fastest().label()).isEqualTo("half");
    assertThat(winners.line()).endsWith("CPU-s/GB, client only");
    assertThat(winners.cheapest().label()).isEqualTo("whole");
  }

  @Test
  void theChartDrawsTheLargerGroup() {
    Scatter even = Scatter.of(Figures.of(mixed().build()), Optional.empty());
    assertThat(even.marks()).extracting(Scatter.Mark::label).containsExactly("whole");
    assertThat(even.undrawn()).containsExactly("half");
    assertThat(even.clientOnly()).isFalse();

    RunRecord more = mixed().variant("other", null).clientOnly().rounds("other", ROUNDS).build();
    Scatter most = Scatter.of(Figures.of(more), Optional.empty());
    assertThat(most.marks())
        .extracting(Scatter.Mark::label)
        .containsExactlyInAnyOrder("half", "other");
    assertThat(most.undrawn()).containsExactly("whole");
    assertThat(most.clientOnly()).isTrue();
  }

  @Test
  void aPlanNeedsTheDatabase() {
    RunRecord record = new LoadRecords(1_000_000).load("none", 2, 1, 0, 2.1, 1.2).build();
    RunRecord half =
        Records.with(
            record,
            "variants",
            record.variants().stream().map(v -> Records.with(v, "clientOnly", true)).toList());
    assertThat(RecordFigures.find(record)).isPresent();
    assertThatThrownBy(() -> RecordFigures.of(half))
        .hasMessageContaining("whose database's CPU time was counted");
  }

  @Test
  void recordsWithOtherInstrumentsOfTheDatabaseAreNotComparedByCpu() {
    RoundsRecord tree = new RoundsRecord().database("proc-tree").variant("half", null);
    RoundsRecord none = new RoundsRecord().database("none").variant("half", null).clientOnly();
    RunRecord a = tree.rounds("half", ROUNDS).build();
    RunRecord b = none.rounds("half", ROUNDS).build();

    RecordComparison compared = RecordComparison.of(a, b);
    assertThat(compared.rows().get(0).cpu()).isEmpty();
    assertThat(compared.refusals())
        .singleElement()
        .asString()
        .startsWith("CPU of the database: counted by proc-tree in A and by none in B");

    RecordComparison alike = RecordComparison.of(b, b);
    assertThat(alike.rows().get(0).cpu()).isPresent();
    assertThat(alike.warnings()).contains("CPU of half is that of the client alone in A and B");
    assertThat(alike.refusals()).isEmpty();
  }

  @Test
  void foreignLoadOnTheDatabasesMachineDisturbs() {
    MachineLoad quiet = new MachineLoad(2_000_000_000, 0, 0, 0, 0);
    Sample sample =
        TestRecords.sample("a", "machine", quiet, "databaseMachine", TestRecords.DISTURBED);
    assertThat(sample.disturbed()).isTrue();
    assertThat(sample.foreignShare()).isEqualTo(0.45);
    assertThat(TestRecords.sample("a", "machine", quiet).disturbed()).isFalse();
    assertThat(TestRecords.sample("a").foreignShare()).isNull();
  }
}
