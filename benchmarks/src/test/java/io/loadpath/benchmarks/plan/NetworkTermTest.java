package io.loadpath.benchmarks.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.MapLocality;
import org.junit.jupiter.api.Test;

class NetworkTermTest {
  @Test
  void aWorkerFetchesItsPartFromTheOthersAndTheDatabaseTakesAllRows() {
    NetworkTerm term = NetworkTerm.of(100_000_000, new MapLocality(4, 4), 2, 60e6, 80e6);
    assertThat(term.betweenWorkers()).isCloseTo(50e6, within(1.0));
    assertThat(term.seconds(10e6))
        .as("25 MB for each worker, and 80 MB")
        .isCloseTo(10.5, within(1e-9));
  }

  @Test
  void filesOfAnotherWorkerCrossALinkToo() {
    NetworkTerm term = NetworkTerm.of(0, new MapLocality(4, 1), 2, 80e6, 0);
    assertThat(term.betweenWorkers()).isCloseTo(60e6, within(1.0));
    assertThat(term.seconds(10e6)).isCloseTo(3, within(1e-9));
  }

  @Test
  void oneWorkerSendsNothingToItself() {
    NetworkTerm term = NetworkTerm.of(100, new MapLocality(1, 1), 1, 80e6, 0);
    assertThat(term.seconds(1)).isZero();
  }
}
