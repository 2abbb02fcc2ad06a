package io.loadpath.benchmarks.measure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time of some processes.
 *
 * @param userNanos nanoseconds in user mode
 * @param systemNanos nanoseconds in kernel mode
 */
public record CpuTime(long userNanos, long systemNanos) {
  public static final CpuTime ZERO = new CpuTime(0, 0);

  private static final Pattern SHELL = Pattern.compile("(\\d+)m(\\d+)\\.(\\d{3})s");
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * Parses the output of the shell's {@code times}, and adds up its lines: user and system time of
   * the shell, then of its ended children. The text may have the lines of several shells.
   */
  public static CpuTime ofShell(String times) {
    long[] millis = new long[2];
    Matcher matcher = SHELL.matcher(times);
    for (int i = 0; matcher.find(); i++) {
      millis[i % 2] +=
          Long.parseLong(matcher.group(1)) * 60_000
              + Long.parseLong(matcher.group(2)) * 1000
              + Long.parseLong(matcher.group(3));
    }
    return new CpuTime(millis[0] * NANOS_PER_MILLI, millis[1] * NANOS_PER_MILLI);
  }

  public long totalNanos() {
    return userNanos + systemNanos;
  }

  /**
   * Subtracts {@code part}. The clocks of the two may have different precision: the total of the
   * difference is right, and neither user nor system time becomes negative.
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
