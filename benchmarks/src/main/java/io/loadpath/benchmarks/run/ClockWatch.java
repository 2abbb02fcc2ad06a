package io.loadpath.benchmarks.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Notices when the system's clock is set while a run is timed. Times are taken from the monotonic
 * clock, which is not set; but a machine that was suspended, or whose time jumped, has told its
 * programs two different times.
 */
final class ClockWatch {
  private static final long TOLERANCE_NANOS = 100_000_000;
  private static final double SLEWING = 0.001;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LongSupplier systemMillis;
  private final LongSupplier monotonicNanos;
  private final long begunMillis;
  private final long begunNanos;

  ClockWatch() {
    this(System::currentTimeMillis, System::nanoTime);
  }

  ClockWatch(LongSupplier systemMillis, LongSupplier monotonicNanos) {
    this.systemMillis = systemMillis;
    this.monotonicNanos = monotonicNanos;
    this.begunMillis = systemMillis.getAsLong();
    this.begunNanos = monotonicNanos.getAsLong();
  }

  /** Returns by how much the system's clock was set since the beginning, if it was. */
  Optional<Duration> step() {
    long elapsed = monotonicNanos.getAsLong() - begunNanos;
    long step = (systemMillis.getAsLong() - begunMillis) * NANOS_PER_MILLI - elapsed;
    boolean slewed = Math.abs(step) <= TOLERANCE_NANOS + elapsed * SLEWING;
    return slewed ? Optional.empty() : Optional.of(Duration.ofNanos(step));
  }
}
