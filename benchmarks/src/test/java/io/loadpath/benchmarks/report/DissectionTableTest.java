package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.TestRecords;
import org.junit.jupiter.api.Test;

class DissectionTableTest {

  @Test
  void hasALineForEachVariantThenWhatTheyShow() {
    assertThat(String.join("\n", DissectionTable.lines(Figures.of(DissectedRecord.full()))))
        .containsPattern("^path +jobs +tasks +shuffled +CPU-s +seconds\n")
        .containsPattern("(?m)^hive-q1 mr +2 +4 +475 B +18.9 +12.9  as it is$")
        .containsPattern("(?m)^hive-q1 mr +1 +2 +226 B +18.9 +12.9  without ORDER BY$")
        .contains("\n\n")
        .contains("\nORDER BY makes hive-q1 mr take 2 jobs instead of 1;")
        .doesNotContain("duckdb");
  }

  @Test
  void marksADisturbedRun() {
    assertThat(DissectionTable.lines(Figures.of(DissectedRecord.disturbed())))
        .filteredOn(line -> line.endsWith("as it is; disturbed"))
        .hasSize(1);
  }

  @Test
  void saysWhatFailed() {
    assertThat(DissectionTable.lines(Figures.of(TestRecords.full())))
        .anySatisfy(line -> assertThat(line).startsWith("FAILED: hive-q1 engine=tez types=double"))
        .anySatisfy(line -> assertThat(line).startsWith("not run: "));
  }
}
