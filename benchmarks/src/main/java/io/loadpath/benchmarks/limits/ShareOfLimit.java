package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Estimate;
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

  /** In words: {@code 52 % of database-copy, 0.53 TB/h}. */
  public String words() {
    String text =
        String.format(
            Locale.ROOT,
            "%.0f %% of %s, %.2f TB/h",
            100 * share,
            limit.name(),
            limitBytesPerSecond * TB_PER_HOUR);
    return above
        ? text + ": above what is possible here, so this figure or the limit is measured wrongly"
        : text;
  }
}
