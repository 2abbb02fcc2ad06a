package io.loadpath.benchmarks.cpu;

/**
 * CPU time that some processes used.
 *
 * @param userNanos nanoseconds in user mode
 * @param systemNanos nanoseconds in the kernel on their behalf
 */
public record CpuTime(long userNanos, long systemNanos) {
  public static final CpuTime ZERO = new CpuTime(0, 0);

  public long totalNanos() {
    return userNanos + systemNanos;
  }

  /**
   * Returns what is left of this without {@code part}. The two may have their user and system time
   * from clocks of different grain: the total counts, and neither part becomes negative.
   */
  public CpuTime minus(CpuTime part) {
    long total = Math.max(0, totalNanos() - part.totalNanos());
    long user = Math.min(total, Math.max(0, userNanos - part.userNanos));
    return new CpuTime(user, total - user);
  }

  public CpuTime plus(CpuTime other) {
    return new CpuTime(userNanos + other.userNanos, systemNanos + other.systemNanos);
  }
}
