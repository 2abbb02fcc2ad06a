package io.loadpath.benchmarks.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** How long a run has taken, and how long its samples take with all their steps. */
final class RunClock {
  private final LongSupplier nanoTime;
  private final long begunNanos;
  private final Map<List<Object>, long[]> sumAndCount = new HashMap<>();

  /** Begins. */
  RunClock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.begunNanos = nanoTime.getAsLong();
  }

  /** Returns the nanoseconds since the run began. */
  long elapsedNanos() {
    return nanoTime.getAsLong() - begunNanos;
  }

  /** Learns that a sample of {@code slot} took {@code nanos}. */
  void took(Schedule.Slot slot, long nanos) {
    long[] known = sumAndCount.computeIfAbsent(key(slot), key -> new long[2]);
    known[0] += nanos;
    known[1]++;
  }

  private static List<Object> key(Schedule.Slot slot) {
    return List.of(slot.variant().id(), slot.kind() == Schedule.Kind.START);
  }

  /** Returns the mean of this variant's samples over the same rows, if there are any. */
  OptionalLong knownNanos(Schedule.Slot slot) {
    long[] known = sumAndCount.get(key(slot));
    return known == null ? OptionalLong.empty() : OptionalLong.of(known[0] / known[1]);
  }

  /**
   * Returns how long {@code slots} may take; a variant that is not known takes as long as the mean
   * of all samples. 0 before the first sample.
   */
  long expectedNanos(List<Schedule.Slot> slots) {
    long sum = 0;
    long count = 0;
    for (long[] known : sumAndCount.values()) {
      sum += known[0];
      count += known[1];
    }
    long usual = count == 0 ? 0 : sum / count;
    return slots.stream().mapToLong(slot -> knownNanos(slot).orElse(usual)).sum();
  }
}
