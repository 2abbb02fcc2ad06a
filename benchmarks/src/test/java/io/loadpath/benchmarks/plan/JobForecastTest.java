package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.plan.JobForecast.Bound;
import org.junit.jupiter.api.Test;

/** By hand, from the figures in {@link ClusterRecords}. */
class JobForecastTest {
  private static final double SCALE_1000 = 759_863_287_000.0;
  private static final double INGEST = 10 * Ingest.USABLE_PER_GBE;
  private static final JobFigures Q1 = RecordJobs.query(ClusterRecords.nodes()).figures();
  private static final JobFigures LOAD = RecordJobs.load(ClusterRecords.nodes()).figures();

  @Test
  void aQueryTakesItsStartItsWavesItsStragglersAndItsShuffle() {
    JobForecast ten = JobForecast.ofQuery(Q1, new Nodes(10, 2, INGEST), SCALE_1000);

    assertThat(ten.maps()).isEqualTo(5662); // 5661.4 splits of 128 MiB
    assertThat(ten.waves()).isEqualTo(284); // 283.1 × 20 containers
    assertThat(ten.splitSeconds()).isCloseTo(134.2041 / 80, within(1e-5));
    assertThat(ten.waveSeconds()).isCloseTo(1.5 + 1.677551, within(1e-5));
    assertThat(ten.straggler()).isCloseTo(1.098264, within(1e-6)); // slowest of ten
    assertThat(ten.shuffleSeconds()).isCloseTo(5662 * 237 / 1.2058624e9, within(1e-9));
    assertThat(ten.seconds()).isCloseTo(6 + 991.1003 + 0.0011, within(1e-3));
    assertThat(ten.cpuSeconds()).isCloseTo(9 + 2 * 5662 + 12.5 * 759.863287, within(1e-3));
    assertThat(ten.cpuSecondsPerGb()).isCloseTo(27.4145, within(1e-4));
    assertThat(ten.vcoreSeconds()).isCloseTo(5662 * 3.177551 + 2 * 997.1014, within(0.02));
    assertThat(ten.bound()).isEqualTo(Bound.CORES);
  }

  @Test
  void moreNodesTakeFewerWavesAndLeaveTheStart() {
    JobForecast hundred = JobForecast.ofQuery(Q1, new Nodes(100, 2, INGEST), SCALE_1000);
    JobForecast many = JobForecast.ofQuery(Q1, new Nodes(3000, 2, INGEST), SCALE_1000);

    assertThat(hundred.waves()).isEqualTo(29);
    assertThat(hundred.seconds()).isCloseTo(107.3650, within(1e-3));
    assertThat(hundred.cpuSeconds()).isEqualTo(many.cpuSeconds());
    assertThat(many.waves()).isEqualTo(1);
    assertThat(many.bound()).isEqualTo(Bound.START);
  }

  @Test
  void containersBeyondTheCoresShareThem() {
    JobForecast four = JobForecast.ofQuery(Q1, new Nodes(10, 4, INGEST), SCALE_1000);

    assertThat(four.startSeconds()).isCloseTo(3, within(1e-6));
    assertThat(four.splitSeconds()).isCloseTo(134.2041 / 40, within(1e-5));
    assertThat(four.waves()).isEqualTo(142);
  }

  @Test
  void fewMapsLeaveEachItsOwnRate() {
    JobForecast few = JobForecast.ofQuery(Q1, new Nodes(100, 2, INGEST), 10 * 134_217_728.0);

    assertThat(few.maps()).isEqualTo(10);
    assertThat(few.busy()).isEqualTo(1);
    assertThat(few.splitSeconds()).isCloseTo(1.34217728, within(1e-6));
    assertThat(few.splitBound()).isEqualTo(Bound.RATE);
  }

  @Test
  void aSlowDiskOrNetworkBoundsANode() {
    JobForecast slow = JobForecast.ofQuery(Q1, new Nodes(10, 2, 50e6), SCALE_1000);

    assertThat(slow.splitSeconds()).isCloseTo(134.2041 / 25, within(1e-4));
    assertThat(slow.bound()).isEqualTo(Bound.INGEST);
  }

  @Test
  void aLoadHasSessionsUntilTheDatabaseIsBusyAndThenWaitsForIt() {
    JobForecast load = JobForecast.ofLoad(LOAD, new Nodes(10, 2, INGEST), SCALE_1000);

    assertThat(load.maps()).isEqualTo(4); // 186.7 MB/s ÷ 50 MB/s = 3.7
    assertThat(load.mapSeconds()).isCloseTo(759_863.287 / 200, within(1e-2));
    assertThat(load.databaseSeconds()).isCloseTo(759_863.287 * 7.5 / 1400, within(1e-2));
    assertThat(load.seconds()).isCloseTo(8 + 4070.6962, within(1e-2));
    assertThat(load.bound()).isEqualTo(Bound.DATABASE);
    assertThat(load.cpuSeconds()).isCloseTo(10 + 759.863287 * 25, within(1e-2));
    assertThat(load.vcoreSeconds()).isCloseTo(4 * 4070.6962 + 4078.6962, within(0.1));
  }

  @Test
  void aLoadOnOneNodeIsAsFastAsItsContainers() {
    JobForecast load = JobForecast.ofLoad(LOAD, new Nodes(1, 2, INGEST), SCALE_1000);

    assertThat(load.maps()).isEqualTo(2);
    assertThat(load.seconds()).isCloseTo(8 + 759_863.287 / 80, within(1e-1));
    assertThat(load.bound()).isEqualTo(Bound.CORES);
  }
}
