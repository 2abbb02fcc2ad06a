package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.TestRecords;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScatterTest {
  private final Scatter scatter = Scatter.of(Figures.of(TestRecords.plain()), Optional.empty());

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
  void theDatabasesOwnCopyIsShownUnlessItIsFarAway() {
    Figures figures = Figures.of(TestRecords.plain());
    assertThat(Scatter.of(figures, Optional.of(2.5)).limit()).isEqualTo(2.5);
    assertThat(Scatter.of(figures, Optional.of(25.0)).limit()).isNull();
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
}
