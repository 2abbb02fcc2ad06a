package io.loadpath.benchmarks.cpu;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a shell's {@code times} prints: its own account of the CPU time that it used. */
public final class ShellTimes {
  private static final Pattern TIME = Pattern.compile("(\\d+)m(\\d+)\\.(\\d{3})s");
  private static final long NANOS_PER_MILLI = 1_000_000;

  private ShellTimes() {}

  /**
   * Adds up the lines: user and system time of the shell, then of its ended children, and so on for
   * every shell whose lines are in the text.
   */
  public static CpuTime parse(String times) {
    long[] millis = new long[2];
    Matcher matcher = TIME.matcher(times);
    for (int i = 0; matcher.find(); i++) {
      millis[i % 2] +=
          Long.parseLong(matcher.group(1)) * 60_000
              + Long.parseLong(matcher.group(2)) * 1000
              + Long.parseLong(matcher.group(3));
    }
    return new CpuTime(millis[0] * NANOS_PER_MILLI, millis[1] * NANOS_PER_MILLI);
  }
}
