package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The limit of the rate of a variant, in logical bytes per second.
 *
 * @param limit as it was probed
 * @param bytesPerSecond by the limit's median trial
 * @param fastestBytesPerSecond by its fastest trial
 */
record EffectiveLimit(Limit limit, double bytesPerSecond, double fastestBytesPerSecond) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Returns the lowest limit of {@code variant}, or nothing when the record has none. */
  static Optional<EffectiveLimit> of(RunRecord record, VariantInfo variant) {
    DatasetInfo data = record.datasetOf(variant);
    List<EffectiveLimit> all = new ArrayList<>();
    boolean usesPostgres = usesPostgres(record, variant);
    if (variant.measures().equals("import")) {
      limits(record, Loopback.NAME)
          .filter(limit -> usesPostgres)
          .forEach(limit -> all.add(of(limit, 1)));
      return lowest(all);
    }
    double textPerFileByte = (double) data.logicalBytes() / data.wireBytes();
    if (variant.here()) {
      limits(record, PageCacheRead.NAME).forEach(limit -> all.add(of(limit, textPerFileByte)));
      inflate(record, variant, data).ifPresent(all::add);
    }
    if (usesPostgres && !variant.measures().equals("query")) {
      limits(record, DatabaseCopy.NAME)
          .filter(limit -> sameRows(record, limit, data))
          .forEach(limit -> all.add(of(limit, 1)));
    }
    return lowest(all);
  }

  private static Optional<EffectiveLimit> lowest(List<EffectiveLimit> all) {
    return all.stream().min(Comparator.comparingDouble(EffectiveLimit::bytesPerSecond));
  }

  private static Stream<Limit> limits(RunRecord record, String prefix) {
    return record.limits().stream().filter(limit -> limit.name().startsWith(prefix));
  }

  private static EffectiveLimit of(Limit limit, double factor) {
    double fastest = limit.bytes() * NANOS_PER_SECOND / Collections.min(limit.wallNanos());
    return new EffectiveLimit(limit, limit.bytesPerSecond() * factor, fastest * factor);
  }

  /** The CPU of the database is counted for a variant exactly when it uses the run's PostgreSQL. */
  private static boolean usesPostgres(RunRecord record, VariantInfo variant) {
    return record.samples().stream()
        .filter(sample -> sample.variant().equals(variant.id()) && sample.cpu() != null)
        .flatMap(sample -> sample.cpu().stream())
        .anyMatch(stage -> stage.stage().equals(CpuLedger.DATABASE));
  }

  private static Optional<DatasetInfo> datasetOf(RunRecord record, Limit limit) {
    return record.datasets().stream().filter(data -> data.id().equals(limit.dataset())).findAny();
  }

  /** A limit holds for the same rows in any number of files. */
  private static boolean sameRows(RunRecord record, Limit limit, DatasetInfo data) {
    return datasetOf(record, limit).filter(other -> other.sameRows(data)).isPresent();
  }

  /**
   * Gzip files are inflated by one core each. Where no parameter names the inflater, it is taken to
   * be the fastest that was probed: a bound may be too high, never too low.
   */
  private static Optional<EffectiveLimit> inflate(
      RunRecord record, VariantInfo variant, DatasetInfo data) {
    int cores = Math.min(data.files(), record.environment().logicalCores());
    List<Limit> probed =
        limits(record, Inflate.PREFIX)
            .filter(limit -> sameRows(record, limit, data))
            .filter(limit -> datasetOf(record, limit).orElseThrow().codec().equals(data.codec()))
            .toList();
    Optional<Limit> named =
        probed.stream()
            .filter(
                limit ->
                    variant
                        .parameters()
                        .containsValue(limit.name().substring(Inflate.PREFIX.length())))
            .findAny();
    return named
        .or(() -> probed.stream().max(Comparator.comparingDouble(Limit::bytesPerSecond)))
        .map(limit -> of(limit, cores));
  }
}
