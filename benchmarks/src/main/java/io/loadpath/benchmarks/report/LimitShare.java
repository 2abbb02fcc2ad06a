package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.limits.ShareOfLimit;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A variant's load rate as a share of the limit that bounds it, as {@link ShareOfLimit} says, in
 * the report's units.
 *
 * @param limitTbPerHour the limit in the variant's logical bytes
 * @param words what {@link ShareOfLimit#words} says
 * @param above whether the rate is above the limit by more than noise: an error of the benchmark
 */
public record LimitShare(
    Limit limit, double limitTbPerHour, double percent, boolean above, String words) {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double BYTES_PER_TB = 1e12;

  /** The shares by variant id, of those that have one. */
  static Map<String, LimitShare> byVariant(RunRecord record, List<VariantFigures> variants) {
    Map<String, LimitShare> shares = new HashMap<>();
    for (VariantFigures f : variants) {
      of(record, f).ifPresent(share -> shares.put(f.variant().id(), share));
    }
    return shares;
  }

  /** The share; empty when no limit was probed that applies, or without a verified run. */
  static Optional<LimitShare> of(RunRecord record, VariantFigures f) {
    if (f.measured().isEmpty()) {
      return Optional.empty();
    }
    return ShareOfLimit.of(record, f.variant(), f.measured().get().loadRateTbPerHour())
        .map(
            share ->
                new LimitShare(
                    share.limit(),
                    share.limitBytesPerSecond() * SECONDS_PER_HOUR / BYTES_PER_TB,
                    100 * share.share(),
                    share.above(),
                    share.words()));
  }

  /** {@code 62.1 %}. */
  public String text() {
    return Numbers.threeDigits(percent) + " %";
  }

  /** The limit in words, for whoever hovers. */
  public String explanation() {
    return limit.name()
        + ": "
        + limit.title()
        + ", "
        + Numbers.threeDigits(limitTbPerHour)
        + " TB/h of this path's logical bytes";
  }

  /** The rate of the database's own copy, which no load passes; empty when it was not probed. */
  static Optional<Double> copyTbPerHour(RunRecord record) {
    return record.limits().stream()
        .filter(limit -> limit.name().equals("database-copy"))
        .map(limit -> limit.bytesPerSecond() * SECONDS_PER_HOUR / BYTES_PER_TB)
        .max(Comparator.naturalOrder());
  }
}
