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

  public CpuTime plus(CpuTime other) {
    return new CpuTime(userNanos + other.userNanos, systemNanos + other.systemNanos);
  }
}
