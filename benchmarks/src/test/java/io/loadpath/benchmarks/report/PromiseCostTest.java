package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PromiseCostTest {
  private static final String LOAD = "hive-orc-load compression=%s checks=%s";

  @Test
  void theLoadStandsBesideTheStockStatementWithTheInterval() throws Exception {
    SweepRecord record = new SweepRecord();
    record.load(LOAD.formatted("zlib", "yes"), "none", 11, 22, 0, 0);
    record.load(LOAD.formatted("zlib", "no"), "none", 10, 20, 0, 0);
    record.load(LOAD.formatted("none", "yes"), "none", 9, 20, 0, 0);

    assertThat(PromiseCost.sentences(Figures.of(record.build())))
        .containsExactly(
            "What the promise costs: hive-orc-load, compressed by zlib takes 1.11 (1.07–1.12) × the time"
                + " and 1.11 (1.07–1.12) × the CPU of the stock statement (checks=no).");
    assertThat(ReportRecords.html(record.build())).contains("What the promise costs: hive-orc");
    assertThat(PromiseCost.sentences(Figures.of(ReportRecords.full()))).isEmpty();
  }
}
