package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
  private long systemMillis = 1_800_000_000_000L;
  private long monotonicNanos = 42;
  private final ClockWatch watch = new ClockWatch(() -> systemMillis, () -> monotonicNanos);

  @Test
  void twoClocksThatGoTogetherAreFine() {
    pass(Duration.ofHours(1));
    assertThat(watch.step()).isEmpty();
    systemMillis += 900; // what a time service corrects in an hour
    assertThat(watch.step()).isEmpty();
  }

  @Test
  void aClockThatIsSetIsNoticedBothWays() {
    pass(Duration.ofSeconds(1));
    systemMillis += 3200;
    assertThat(watch.step()).contains(Duration.ofMillis(3200));
    systemMillis -= 6400;
    assertThat(watch.step()).contains(Duration.ofMillis(-3200));
  }

  private void pass(Duration time) {
    systemMillis += time.toMillis();
    monotonicNanos += time.toNanos();
  }
}
