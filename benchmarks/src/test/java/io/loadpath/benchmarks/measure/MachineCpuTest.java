package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineCpuTest {

  @Test
  void idlenessIsNotWorkAndGuestsAreNotCountedTwice() {
    MachineCpu machine =
        MachineCpu.parse(
            List.of(
                "cpu  100 20 30 4000 500 6 7 80 50 0",
                "cpu0 50 10 15 2000 250 3 4 40 25 0",
                "cpu1 50 10 15 2000 250 3 3 40 25 0",
                "intr 1 2 3",
                "ctxt 987654"));

    assertThat(machine)
        .isEqualTo(
            new MachineCpu(
                2, 163 * CpuReading.NANOS_PER_TICK, 80 * CpuReading.NANOS_PER_TICK, 987_654));
  }

  @Test
  void theMachineWorksWhileItIsAsked() {
    MachineCpu before = MachineCpu.read();
    long end = System.nanoTime() + 100_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    MachineCpu after = MachineCpu.read();

    assertThat(after.cores()).isEqualTo(before.cores()).isPositive();
    assertThat(after.busyNanos()).isGreaterThan(before.busyNanos());
    assertThat(after.contextSwitches()).isGreaterThan(before.contextSwitches());
  }
}
