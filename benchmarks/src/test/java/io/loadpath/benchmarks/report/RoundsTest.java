package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private static final RunRecord FULL = ReportRecords.full();

  @Test
  void everySampleIsThereWithWhatIsUnusualAboutIt() {
    Rounds rounds = Rounds.of(Figures.of(FULL));
    assertThat(rounds.points()).hasSize(FULL.samples().size());
    assertThat(rounds.points())
        .filteredOn(point -> point.sample().warmup())
        .hasSize(FULL.variants().size());
    assertThat(rounds.points()).filteredOn(point -> point.sample().disturbed()).hasSize(9);
    assertThat(rounds.points())
        .filteredOn(Rounds.Point::repeated)
        .singleElement()
        .satisfies(
            point -> {
              assertThat(point.figures().label())
                  .isEqualTo("external-table-postgres, 2 files, gzip-3");
              assertThat(point.sample().round()).isEqualTo(3);
              assertThat(point.sample().disturbed()).isFalse();
            });
    assertThat(rounds.points())
        .filteredOn(Rounds.Point::outlier)
        .extracting(point -> point.figures().label())
        .contains("postgres-copy");
    assertThat(rounds.foreignKnown()).isTrue();
  }

  @Test
  void withFewRunsAnOutlierIsAFifthOffTheMedian() {
    assertThat(outliers(100, 119, 81)).isEmpty();
    assertThat(outliers(100, 121, 100)).containsExactly(1);
    assertThat(outliers(100, 79, 100)).containsExactly(1);
  }

  @Test
  void withMoreRunsAnOutlierIsFarOutsideTheQuartiles() {
    assertThat(outliers(100, 101, 102, 103, 104, 106)).isEmpty();
    assertThat(outliers(100, 101, 102, 103, 104, 109)).containsExactly(5);
  }

  /** Places of the outliers among runs of these milliseconds. */
  private static List<Integer> outliers(int... millis) {
    RunRecord first = TestRecords.plain();
    Sample like = first.samples().stream().filter(Sample::verified).findFirst().orElseThrow();
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < millis.length; i++) {
      samples.add(
          Records.change(like)
              .set("round", i + 1)
              .set("position", i + 1)
              .set("wallNanos", millis[i] * 1_000_000L)
              .make());
    }
    RunRecord record = Records.with(first, "samples", samples);
    List<Rounds.Point> points = Rounds.of(Figures.of(record)).points();
    return points.stream().filter(Rounds.Point::outlier).map(points::indexOf).toList();
  }
}
