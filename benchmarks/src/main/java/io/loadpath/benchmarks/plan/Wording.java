package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.Locale;

/** Numbers of a plan in words, in the units of its goal. */
public record Wording(Rate goal) {
  private static final double ROUNDING = 1e-9;

  /** {@code 139 MiB/s}. */
  public String rate(double bytesPerSecond) {
    return digits(bytesPerSecond) + " " + goal.unit();
  }

  /** The number of {@link #rate} alone. */
  public String digits(double bytesPerSecond) {
    return Numbers.threeDigits(goal.in(bytesPerSecond));
  }

  /** {@code 138.7 MiB/s}: a digit more than figures have, so that a reader can go on from it. */
  public String exact(double bytesPerSecond) {
    double value = goal.in(bytesPerSecond);
    return Numbers.fixed(value, Math.max(1, Numbers.decimals(value) + 1)) + " " + goal.unit();
  }

  /** Seconds for each byte as seconds for each {@link #giga}. */
  public String perGiga(double secondsPerByte) {
    return Numbers.threeDigits(secondsPerByte * (goal.binary() ? 1 << 30 : 1e9));
  }

  /** {@code GiB} or {@code GB}. */
  public String giga() {
    return goal.binary() ? "GiB" : "GB";
  }

  public String ratio(CodecPlan codecPlan) {
    return Numbers.fixed(codecPlan.codec().ratio(), 2);
  }

  public String percent(double share) {
    return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  public String files(long files) {
    return count(files, "file");
  }

  public String cores(double cores) {
    return count((long) cores, "core");
  }

  /** {@code 1 core}, {@code 2 cores}. */
  public String count(long n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }

  String unitsForGoal(CodecPlan o) {
    long units = o.unitsForGoal();
    return "%s%s with a session and an inflater each"
        .formatted(files(units), spread(o.lowUnitsForGoal(), o.highUnitsForGoal()));
  }

  String coresForGoal(CodecPlan o) {
    Estimate needed = o.coresForGoal();
    return cores(whole(needed.median())) + spread(whole(needed.low()), whole(needed.high()));
  }

  private static String spread(long low, long high) {
    return low == high ? "" : " (%d–%d)".formatted(low, high);
  }

  /** The least whole number of cores, at least one. */
  static long whole(double cores) {
    return Math.max(1, (long) Math.ceil(cores - ROUNDING));
  }
}
