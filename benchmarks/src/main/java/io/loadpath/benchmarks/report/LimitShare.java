package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A variant's load rate as a share of the lowest limit of the machine that the variant cannot pass.
 *
 * <p>What limits what: reading from the page cache limits the wire bytes of all that reads files;
 * the fastest inflater limits the logical bytes of what reads gzip files; the database's own copy
 * limits what loads the same kind of rows into PostgreSQL.
 *
 * @param limitTbPerHour the limit in the variant's logical bytes
 * @param above whether the rate is higher than the limit by more than the noise of both: the low
 *     end of its spread is above the limit's fastest trial, which is an error of the benchmark
 */
public record LimitShare(Limit limit, double limitTbPerHour, double percent, boolean above) {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double BYTES_PER_TB = 1e12;

  /** The shares by variant id, of those that have one. */
  static Map<String, LimitShare> byVariant(RunRecord record, Figures figures) {
    Map<String, LimitShare> shares = new HashMap<>();
    for (VariantFigures f : figures.variants()) {
      of(record, f).ifPresent(share -> shares.put(f.variant().id(), share));
    }
    return shares;
  }

  /** The share; empty when no limit was probed that applies, or without a verified run. */
  static Optional<LimitShare> of(RunRecord record, VariantFigures f) {
    if (f.measured().isEmpty()) {
      return Optional.empty();
    }
    Estimate rate = f.measured().get().loadRateTbPerHour();
    return record.limits().stream()
        .filter(limit -> applies(record, limit, f))
        .filter(limit -> !limit.name().startsWith("inflate-") || fastestInflater(record, limit))
        .min(Comparator.comparingDouble(limit -> tbPerHour(limit, f)))
        .map(
            limit -> {
              double most = tbPerHour(limit, f);
              double fastestTrial = most * fastest(limit) / limit.bytesPerSecond();
              return new LimitShare(
                  limit, most, 100 * rate.median() / most, rate.low() > fastestTrial);
            });
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

  private static boolean applies(RunRecord record, Limit limit, VariantFigures f) {
    boolean reads = !f.variant().measures().equals("import");
    return switch (limit.name()) {
      case "page-cache-read" -> reads;
      case "inflate-gzip", "inflate-igzip", "inflate-java" ->
          reads && f.dataset().codec().startsWith("gzip");
      case "database-copy" ->
          reads
              && !f.query()
              && !f.variant().path().contains("oracle")
              && sameRows(record, limit, f);
      default -> false;
    };
  }

  private static boolean sameRows(RunRecord record, Limit limit, VariantFigures f) {
    return record.datasets().stream()
        .filter(dataset -> dataset.id().equals(limit.dataset()))
        .map(DatasetInfo::dataset)
        .anyMatch(f.dataset().dataset()::equals);
  }

  private static boolean fastestInflater(RunRecord record, Limit inflater) {
    return record.limits().stream()
        .filter(limit -> limit.name().startsWith("inflate-"))
        .allMatch(limit -> limit.bytesPerSecond() <= inflater.bytesPerSecond());
  }

  private static double tbPerHour(Limit limit, VariantFigures f) {
    double logicalPerWire = (double) f.dataset().logicalBytes() / f.dataset().wireBytes();
    double scale = limit.name().equals("page-cache-read") ? logicalPerWire : 1;
    return limit.bytesPerSecond() * scale * SECONDS_PER_HOUR / BYTES_PER_TB;
  }

  private static double fastest(Limit limit) {
    long shortest = limit.wallNanos().stream().mapToLong(Long::longValue).min().orElseThrow();
    return limit.bytes() * 1e9 / shortest;
  }
}
