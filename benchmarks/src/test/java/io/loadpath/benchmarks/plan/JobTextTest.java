package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobTextTest {
  private static final double SCALE_1000 = 759_863_287_000.0;
  private static final double INGEST = 10 * Ingest.USABLE_PER_GBE;

  @Test
  void theFormulasOfAQueryHaveItsNumbers() {
    JobFigures q1 = RecordJobs.query(ClusterRecords.nodes()).figures();
    JobForecast ten = JobForecast.ofQuery(q1, new Nodes(10, 2, INGEST), SCALE_1000);

    assertThat(new JobText(ten).byHand())
        .containsExactly(
            "splits     = 760 GB ÷ 134 MB, rounded up = 5,662 maps",
            "waves      = 5,662 maps ÷ (10 nodes × 2 containers), rounded up = 284",
            "wave       = 1.50 s to start its containers + 134 MB ÷ 80.0 MB/s of a container (160 MB/s"
                + " of a node's cores for 2 containers) = 3.18 s",
            "stragglers = the slowest of 10.0 draws from 3 measured runs, whose slowest took 1.100 ×"
                + " their mean = 1.098",
            "maps       = 284 waves × 3.18 s × 1.098 = 991 s",
            "shuffle    = 5,662 maps × 237 B ÷ 1210 MB/s into one reducer = 0.00111 s",
            "time       = 6.00 s start-up + 991 s maps + 0.00111 s shuffle = 997 s",
            "CPU        = 9.00 CPU-s start-up + 5,662 maps × 2.00 CPU-s + 760 GB × 12.5 CPU-s/GB ="
                + " 20800 CPU-s",
            "reserved   = 5,662 maps × 3.18 s + 2 × time, for the application master and the reducer ="
                + " 20000 vcore-s");
  }

  @Test
  void theFormulasOfALoadHaveTheDatabase() {
    JobFigures figures = RecordJobs.load(ClusterRecords.nodes()).figures();
    JobForecast load = JobForecast.ofLoad(figures, new Nodes(10, 2, INGEST), SCALE_1000);

    assertThat(new JobText(load).byHand())
        .contains(
            "sessions   = 187 MB/s of the database ÷ 50.0 MB/s of a session, rounded up, at most 20"
                + " containers = 4 maps",
            "wave       = 0 s to start its containers + 190 GB ÷ 50.0 MB/s of a container (its own"
                + " rate) = 3800 s",
            "database   = 760 GB ÷ 187 MB/s = 4070 s",
            "time       = 8.00 s start-up + 4070 s, the longer of maps and database = 4080 s")
        .noneMatch(line -> line.startsWith("shuffle"));
  }

  @Test
  void theFormulasSayWhatSharesCoresAndWhatWaitsForTheNetwork() {
    JobFigures q1 = RecordJobs.query(ClusterRecords.nodes()).figures();
    JobForecast slow = JobForecast.ofQuery(q1, new Nodes(1, 4, 50e6), SCALE_1000);

    assertThat(new JobText(slow).byHand())
        .anyMatch(
            line ->
                line.contains("= 1.50 s × 4 containers on 2 cores to start its containers + 134 MB")
                    && line.contains("(50.0 MB/s into a node for 4 containers)"));
  }

  @Test
  void aSplitIsABlockHoweverSmallTheData() {
    JobFigures q1 = RecordJobs.query(ClusterRecords.nodes()).figures();
    JobForecast tiny = JobForecast.ofQuery(q1, new Nodes(1, 2, INGEST), 7_600_000);

    assertThat(new JobText(tiny).byHand())
        .contains("splits     = 7.60 MB ÷ 134 MB, rounded up = 1 map");
  }

  @Test
  void timesAreInTheUnitThatAReaderTakes() {
    assertThat(JobText.time(55)).isEqualTo("55.0 s");
    assertThat(JobText.time(750)).isEqualTo("12.5 min");
    assertThat(JobText.time(11_160)).isEqualTo("3.10 h");
  }
}
