package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * How near a variant came to the limit that bounds it.
 *
 * @param limit what bounds the variant
 * @param limitBytesPerSecond logical bytes per second that the limit allows this variant
 * @param share the variant's median rate over it; 1 is the limit
 * @param above whether the rate is above the limit by more than noise, which no real rate can be
 */
public record ShareOfLimit(Limit limit, double limitBytesPerSecond, double share, boolean above) {

  /** A rate may pass the fastest trial of its limit by so much before it is an error. */
  private static final double TOLERANCE = 0.05;

  private static final double TB_PER_HOUR = 3600 / 1e12; // of a byte per second

  /**
   * Returns the share of a variant of {@code record}.
   *
   * <p>The rate is above the limit when the low end of its interval is more than 5 % above the
   * fastest trial of the limit.
   *
   * @param loadRateTbPerHour the variant's rate, in logical bytes by commit time
   * @return nothing when no limit of the record bounds the variant
   */
  public static Optional<ShareOfLimit> of(
      RunRecord record, VariantInfo variant, Estimate loadRateTbPerHour) {
    return EffectiveLimit.of(record, variant)
        .map(
            bound ->
                new ShareOfLimit(
                    bound.limit(),
                    bound.bytesPerSecond(),
                    loadRateTbPerHour.median() / (bound.bytesPerSecond() * TB_PER_HOUR),
                    loadRateTbPerHour.low()
                        > bound.fastestBytesPerSecond() * TB_PER_HOUR * (1 + TOLERANCE)));
  }

  /** The limit in the report's unit, of the variant's logical bytes. */
  public double limitTbPerHour() {
    return limitBytesPerSecond * TB_PER_HOUR;
  }

  public double percent() {
    return 100 * share;
  }

  /** {@code 62.1 %}. */
  public String text() {
    return Numbers.threeDigits(percent()) + " %";
  }

  /** Describes the limit for the tooltip. */
  public String explanation() {
    return "%s: %s, %s TB/h of this path's logical bytes"
        .formatted(limit.name(), limit.title(), Numbers.threeDigits(limitTbPerHour()));
  }

  /** The rate of the database's own COPY, which no load passes; empty if it was not probed. */
  public static Optional<Double> copyTbPerHour(RunRecord record) {
    return record.limits().stream()
        .filter(limit -> limit.name().equals(DatabaseCopy.NAME))
        .map(limit -> limit.bytesPerSecond() * TB_PER_HOUR)
        .max(Comparator.naturalOrder());
  }

  /** In words: {@code 52 % of database-copy, 0.53 TB/h}. */
  public String words() {
    String text =
        String.format(
            Locale.ROOT, "%.0f %% of %s, %.2f TB/h", percent(), limit.name(), limitTbPerHour());
    return above
        ? text + ": above what is possible here, so this figure or the limit is measured wrongly"
        : text;
  }
}
