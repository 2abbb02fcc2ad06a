package io.loadpath.benchmarks.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BurnerTest {

  @Test
  void addsUpTheTimesOfTheShellAndItsChildren() {
    assertThat(Burner.nanos("0m0.381s 0m0.004s\n1m0.500s 0m0.015s\n")).isEqualTo(60_900_000_000L);
  }
}
