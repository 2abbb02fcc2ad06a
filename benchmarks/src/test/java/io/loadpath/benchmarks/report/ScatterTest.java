package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScatterTest {
  private final Scatter scatter = Scatter.of(Figures.of(TestRecords.plain()), Optional.empty());

  @Test
  void everyVariantHasAMarkAndOnlyTheFailedOneIsHollow() {
    assertThat(scatter.marks()).hasSize(14);
    assertThat(scatter.marks())
        .filteredOn(mark -> !mark.solid())
        .extracting(Scatter.Mark::label)
        .containsExactly("hive-q1, tez, double");
  }

  @Test
  void theShapeTellsCodecAndQuery() {
    assertThat(scatter.marks())
        .filteredOn(mark -> mark.label().startsWith("external-table-postgres, 2 files"))
        .extracting(Scatter.Mark::shape)
        .containsExactly("circle", "diamond");
    assertThat(scatter.marks())
        .filteredOn(mark -> mark.path().endsWith("q1"))
        .extracting(Scatter.Mark::shape)
        .containsOnly("rect");
  }

  @Test
  void aMarkSaysThatItsRunsWereDisturbed() {
    assertThat(Scatter.of(Figures.of(ReportRecords.full()), Optional.empty()).marks())
        .filteredOn(mark -> mark.verdict().equals("✓ 8/8, disturbed"))
        .extracting(Scatter.Mark::label)
        .containsExactly("sqoop-import-direct");
  }

  @Test
  void theDatabasesOwnCopyIsOnTheAxisUnlessItIsFarAway() {
    Figures figures = Figures.of(TestRecords.plain());
    Scatter near = Scatter.of(figures, Optional.of(2.5));
    assertThat(near.limit()).isEqualTo(2.5);
    assertThat(near.y().holds(2.5)).isTrue();
    Scatter far = Scatter.of(figures, Optional.of(25.0));
    assertThat(far.limit()).isNull();
    assertThat(far.y()).isEqualTo(scatter.y());
  }

  @Test
  void withoutStartUpOnlyVariantsWithBothFiguresHaveAMark() {
    Figures figures = Figures.of(ReportRecords.started());
    Scatter without = Scatter.withoutStart(figures).orElseThrow();
    assertThat(without.marks())
        .hasSameSizeAs(figures.measured().stream().filter(f -> f.startReasons().isEmpty()).toList())
        .allSatisfy(
            mark -> {
              VariantFigures f = figures.measured().get(mark.rank() - 1);
              assertThat(mark.label()).isEqualTo(f.label());
              assertThat(mark.rate().median()).isGreaterThan(1.2 * f.rate().median());
              assertThat(mark.cost().median()).isLessThan(0.8 * f.cost().median());
            });
    assertThat(without.limit()).isNull();
    assertThat(Scatter.withoutStart(Figures.of(ReportRecords.full()))).isEmpty();
  }

  @Test
  void aLineJoinsTheVariantsOfAPath() {
    assertThat(scatter.lines()).hasSize(2);
    for (List<Integer> line : scatter.lines()) {
      assertThat(line).extracting(i -> scatter.marks().get(i).path()).containsOnly(path(line));
    }
  }

  @Test
  void anUnprovenFigureDoesNotStretchTheAxes() throws IOException {
    String json =
        TestRecords.plainJson().replaceAll("(\"status\":\"failed\",\"wallNanos\":)\\d+", "$11000");
    Scatter stretched = Scatter.of(Figures.of(RecordFile.parse(json, "test")), Optional.empty());
    assertThat(stretched.y()).isEqualTo(scatter.y());
    assertThat(stretched.marks()).hasSize(13);
    assertThat(stretched.offScale()).containsExactly("hive-q1, tez, double");
  }

  private String path(List<Integer> line) {
    return scatter.marks().get(line.get(0)).path();
  }
}
