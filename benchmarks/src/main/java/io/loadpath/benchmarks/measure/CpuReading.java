package io.loadpath.benchmarks.measure;

/**
 * A reading of a CPU clock. The kernel counts the total in nanoseconds, but may count user and
 * kernel mode in timer ticks. Then the two do not add up to the total, and only give the proportion
 * in which it is split.
 *
 * @param totalNanos CPU time so far
 * @param userShare user mode so far, in any unit
 * @param systemShare kernel mode so far, in the same unit
 */
public record CpuReading(long totalNanos, long userShare, long systemShare) {
  /** The unit of CPU times in /proc: USER_HZ is 100 wherever Linux runs Java (see time(7)). */
  public static final long NANOS_PER_TICK = 10_000_000;

  public static CpuReading ofTicks(long user, long system) {
    return new CpuReading((user + system) * NANOS_PER_TICK, user, system);
  }

  public CpuReading plus(CpuReading other) {
    return new CpuReading(
        totalNanos + other.totalNanos,
        userShare + other.userShare,
        systemShare + other.systemShare);
  }

  /** Returns the CPU time used from {@code earlier} to this reading. */
  public CpuTime since(CpuReading earlier) {
    long total = Math.max(0, totalNanos - earlier.totalNanos);
    long user = Math.max(0, userShare - earlier.userShare);
    long system = Math.max(0, systemShare - earlier.systemShare);
    if (user + system == 0) {
      return new CpuTime(total, 0);
    }
    long systemNanos = Math.round((double) total * system / (user + system));
    return new CpuTime(total - systemNanos, systemNanos);
  }
}
