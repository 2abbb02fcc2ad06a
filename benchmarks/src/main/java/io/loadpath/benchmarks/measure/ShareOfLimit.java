package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Units;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A variant's rate as a share of its limit. A link to the user's server also bounds a variant: its
 * bytes may be fewer than those of the text, so a rate above the link is no error.
 *
 * @param limit the lowest limit of the variant
 * @param limitBytesPerSecond the limit's median trial, in logical bytes per second
 * @param share the variant's median rate divided by the limit
 * @param above whether the rate exceeds the limit by more than noise, which is an error of
 *     measurement
 * @param networkBound whether the variant uses most of the link to the server
 */
public record ShareOfLimit(
    Limit limit, double limitBytesPerSecond, double share, boolean above, boolean networkBound) {

  /** A rate may pass the fastest trial of its limit by this share before it is an error. */
  private static final double TOLERANCE = 0.05;

  /** The tool of paths on whose rows the server itself works. */
  private static final String EXTERNAL_TABLE = "external-table";

  /** Names of paths are tool, direction, database. */
  private static final String OF_POSTGRES = "(.+-)?postgres(-.+)?";

  /** From this share of the link's rate on, the link bounds a variant. */
  private static final double NETWORK_BOUND = 0.8;

  /**
   * A limit of a variant.
   *
   * @param factor logical bytes of the variant per byte of the probe
   */
  private record Bound(Limit limit, double factor) {
    double bytesPerSecond() {
      return limit.bytesPerSecond() * factor;
    }

    double share(Estimate loadRateTbPerHour) {
      return loadRateTbPerHour.median() / (bytesPerSecond() * Units.BYTE_PER_SECOND);
    }

    boolean link() {
      return limit.name().startsWith(LinkProbes.PREFIX);
    }

    double fastestTbPerHour() {
      double seconds = Collections.min(limit.wallNanos()) / 1e9;
      return limit.bytes() / seconds * factor * Units.BYTE_PER_SECOND;
    }
  }

  /**
   * Returns the share of a variant of {@code record}.
   *
   * <p>The rate is above the limit if the low end of its interval is more than 5 % above the
   * limit's fastest trial.
   *
   * @param loadRateTbPerHour the variant's rate, in logical bytes by commit time
   * @return empty if the record has no limit for the variant
   */
  public static Optional<ShareOfLimit> of(
      RunRecord record, VariantInfo variant, Estimate loadRateTbPerHour) {
    List<Bound> bounds = bounds(record, variant).toList();
    boolean networkBound =
        bounds.stream()
            .anyMatch(bound -> bound.link() && bound.share(loadRateTbPerHour) >= NETWORK_BOUND);
    return bounds.stream()
        .min(Comparator.comparingDouble(Bound::bytesPerSecond))
        .map(
            bound ->
                new ShareOfLimit(
                    bound.limit(),
                    bound.bytesPerSecond(),
                    bound.share(loadRateTbPerHour),
                    !bound.link()
                        && loadRateTbPerHour.low() > bound.fastestTbPerHour() * (1 + TOLERANCE),
                    networkBound));
  }

  private static Stream<Bound> bounds(RunRecord record, VariantInfo variant) {
    DatasetInfo data = record.datasetOf(variant);
    boolean usesPostgres = usesPostgres(record, variant);
    if (variant.measures().equals("import")) {
      return Stream.concat(
              limits(record, MachineProbes.LOOPBACK),
              limits(record, LinkProbes.RECEIVE).filter(limit -> variant.here()))
          .filter(limit -> usesPostgres)
          .map(limit -> new Bound(limit, 1));
    }
    double textPerFileByte = (double) data.logicalBytes() / data.wireBytes();
    Stream<Bound> reading =
        Stream.concat(
                limits(record, MachineProbes.PAGE_CACHE_READ)
                    .map(limit -> new Bound(limit, textPerFileByte)),
                inflate(record, variant, data).stream())
            .filter(bound -> variant.here());
    Stream<Bound> copying =
        Stream.concat(
                limits(record, DatabaseCopy.NAME)
                    .filter(limit -> datasetOf(record, limit).filter(data::sameRows).isPresent()),
                limits(record, LinkProbes.SEND).filter(limit -> sendsRows(variant)))
            .filter(limit -> usesPostgres && !variant.measures().equals("query"))
            .map(limit -> new Bound(limit, 1));
    return Stream.concat(reading, copying);
  }

  /** Whether a load's rows go over the link; the server itself reads those of external tables. */
  private static boolean sendsRows(VariantInfo variant) {
    return variant.here() && !variant.tool().equals(EXTERNAL_TABLE);
  }

  private static Stream<Limit> limits(RunRecord record, String prefix) {
    return record.limits().stream().filter(limit -> limit.name().startsWith(prefix));
  }

  /**
   * Whether a variant uses the run's PostgreSQL. Its ledger then has database CPU, except where no
   * instrument sees the user's server: there the path's name says it.
   */
  private static boolean usesPostgres(RunRecord record, VariantInfo variant) {
    return variant.path().matches(OF_POSTGRES) || hasDatabaseCpu(record, variant);
  }

  private static boolean hasDatabaseCpu(RunRecord record, VariantInfo variant) {
    return record.samples().stream()
        .filter(sample -> sample.variant().equals(variant.id()) && sample.cpu() != null)
        .flatMap(sample -> sample.cpu().stream())
        .anyMatch(stage -> stage.stage().equals(CpuLedger.DATABASE));
  }

  private static Optional<DatasetInfo> datasetOf(RunRecord record, Limit limit) {
    return record.datasets().stream().filter(data -> data.id().equals(limit.dataset())).findAny();
  }

  /**
   * One core inflates each gzip file. If no parameter names the inflater, the fastest one counts: a
   * limit may be too high, but never too low.
   */
  private static Optional<Bound> inflate(RunRecord record, VariantInfo variant, DatasetInfo data) {
    int cores = Math.min(data.files(), record.environment().logicalCores());
    List<Limit> probed =
        limits(record, Inflate.PREFIX)
            .filter(
                limit ->
                    datasetOf(record, limit)
                        .filter(other -> other.sameRows(data) && other.codec().equals(data.codec()))
                        .isPresent())
            .toList();
    return probed.stream()
        .filter(limit -> variant.parameters().containsValue(toolOf(limit)))
        .findAny()
        .or(() -> probed.stream().max(Comparator.comparingDouble(Limit::bytesPerSecond)))
        .map(limit -> new Bound(limit, cores));
  }

  private static String toolOf(Limit inflate) {
    return inflate.name().substring(Inflate.PREFIX.length());
  }

  /** Returns the limit in TB/h of the variant's logical bytes. */
  public double limitTbPerHour() {
    return limitBytesPerSecond * Units.BYTE_PER_SECOND;
  }

  public double percent() {
    return 100 * share;
  }

  /** Returns {@code 62.1 % of database-copy}, and a remark if there is one. */
  public String text() {
    return "%s %% of %s%s"
        .formatted(
            Numbers.threeDigits(percent()),
            limit.name(),
            above
                ? ", above its limit: an error of measurement"
                : networkBound ? ", network-bound" : "");
  }

  /** Returns the rate of the database's own COPY, the limit of loads; empty if not probed. */
  public static Optional<Double> copyTbPerHour(RunRecord record) {
    return limits(record, DatabaseCopy.NAME)
        .map(limit -> limit.bytesPerSecond() * Units.BYTE_PER_SECOND)
        .max(Comparator.naturalOrder());
  }

  /** Returns a sentence: {@code 52 % of database-copy, 147 MB/s, 0.529 TB/h}. */
  public String words() {
    String text =
        String.format(
            Locale.ROOT,
            "%.0f %% of %s, %s",
            percent(),
            limit.name(),
            Numbers.rate(limitTbPerHour()));
    return above
        ? text + ": above what is possible here, so this figure or the limit is measured wrongly"
        : text;
  }
}
