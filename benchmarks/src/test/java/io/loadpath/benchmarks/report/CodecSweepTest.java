package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.RunRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecSweepTest {
  private final CodecSweep sweep = of(SweepRecord.codecs(new SweepRecord()).build()).get(0);

  private static List<CodecSweep> of(RunRecord record) {
    return CodecSweep.of(Figures.of(record));
  }

  private CodecSweep.Row row(String name) {
    return sweep.rows().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void everyCodecHasItsRatioAndItsCostBesideThatOfPlainFiles() {
    assertThat(sweep.title()).isEqualTo("codec-load");
    assertThat(sweep.rows()).hasSize(12);
    assertThat(sweep.rows().get(0).name()).isEqualTo("plain");
    assertThat(row("plain").toPlain()).isEmpty();
    assertThat(row("gzip-3 by igzip").ratio()).isCloseTo(2.1, within(1e-6));
    assertThat(row("gzip-3 by igzip").toPlain().orElseThrow().median())
        .isCloseTo(12.6 / 11, within(0.05));
    assertThat(row("zstd-3").inflateSecondsPerGb().orElseThrow()).isCloseTo(2.1, within(0.01));
  }

  @Test
  void namesWhatNoOtherIsBothSmallerAndCheaperThan() {
    assertThat(sweep.rows().stream().filter(CodecSweep.Row::best).map(CodecSweep.Row::name))
        .containsExactly(
            "plain",
            "lz4-1",
            "gzip-1 by igzip",
            "gzip-3 by igzip",
            "gzip-9 by igzip",
            "zstd-3",
            "bzip2-9");
    assertThat(sweep.finding())
        .startsWith(
            "Pareto-best, with compression ratio and CPU against plain files: plain; lz4-1 ")
        .contains("; zstd-3 2.50 : 1 at 1.1")
        .endsWith(" ×. No other is both smaller and cheaper.");
  }

  @Test
  void aDifferenceWithinTheSpreadBeatsNoOther() {
    CodecSweep close =
        of(new SweepRecord()
                .load("x codec=none", "none", 8, 11, 0, 0)
                .load("x codec=gzip-3 inflater=igzip", "gzip-3", 8, 12.00, 1, 0)
                .load("x codec=gzip-3 inflater=gzip", "gzip-3", 8, 12.05, 1, 0)
                .load("x codec=gzip-1 inflater=gzip", "gzip-1", 8, 12.10, 1, 0)
                .build())
            .get(0);

    assertThat(close.rows().stream().filter(CodecSweep.Row::best).map(CodecSweep.Row::name))
        .containsExactly("plain", "gzip-3 by igzip", "gzip-3 by gzip");
  }

  @Test
  void eachInflaterIsACurveWithItsPartBelowIt() {
    assertThat(sweep.chart().curves().stream().filter(c -> !c.dashed()))
        .extracting(CurveChart.Curve::name)
        .containsExactly("plain files", "lz4", "igzip", "gzip", "zstd", "bzip2");
    assertThat(sweep.chart().curves().stream().filter(CurveChart.Curve::dashed))
        .hasSize(5)
        .allSatisfy(
            part ->
                assertThat(sweep.chart().curves().get(part.color()).dots())
                    .hasSameSizeAs(part.dots()));
    assertThat(sweep.chart().curves().get(2).dots())
        .extracting(CurveChart.Dot::label)
        .containsExactly("gzip-1", "gzip-3", "gzip-6", "gzip-9");
  }

  @Test
  void aSlowCodecMakesTheAxisLogarithmic() {
    assertThat(sweep.chart().y().log()).isTrue();
    assertThat(sweep.chart().yName()).isEqualTo("CPU-s/GB (log)");
    CodecSweep even =
        of(new SweepRecord()
                .load("x codec=none", "none", 8, 11, 0, 0)
                .load("x codec=gzip-3", "gzip-3", 8, 12, 1, 0)
                .load("x codec=zstd-3", "zstd-3", 8, 13, 1, 0)
                .build())
            .get(0);
    assertThat(even.chart().y().log()).isFalse();
    assertThat(even.chart().x().min()).isLessThan(1);
    assertThat(even.chart().xTicks().get(0).text()).isEqualTo("1");
  }

  @Test
  void twoCodecsAreNoSweep() {
    assertThat(
            of(
                new SweepRecord()
                    .load("x codec=none", "none", 8, 11, 0, 0)
                    .load("x codec=gzip-3", "gzip-3", 8, 12, 1, 0)
                    .build()))
        .isEmpty();
  }
}
