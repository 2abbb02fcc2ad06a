package io.loadpath.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The limit of each variant, and rates above it, in the record of the tests. */
class ShareOfLimitTest {
  private static final long SECOND = 1_000_000_000;
  private static final String ONE_PART = "all-card-trans-1000000-1part";
  private static final String GZIP = "all-card-trans-1000000-2parts-gzip3";

  private final List<Limit> limits = new ArrayList<>();

  private void limit(String name, String dataset, double... gigabytesPerSecond) {
    List<Long> nanos = new ArrayList<>();
    for (double rate : gigabytesPerSecond) {
      nanos.add(Math.round(SECOND / rate));
    }
    limits.add(new Limit(name, name, 2, dataset, 1_000_000_000, nanos));
  }

  private Optional<ShareOfLimit> share(String variantId, double median, double low) {
    RunRecord record = Records.with(TestRecords.full(), "limits", limits);
    VariantInfo variant =
        record.variants().stream().filter(v -> v.id().equals(variantId)).findAny().orElseThrow();
    return ShareOfLimit.of(record, variant, rate(median, low));
  }

  /** A rate in GB/s, as an estimate in TB/h. */
  private static Estimate rate(double median, double low) {
    return new Estimate(3.6 * median, 3.6 * low, 3.6 * median, Estimate.Spread.RANGE, 3);
  }

  private static VariantInfo variant(String measures, Map<String, String> values, String dataset) {
    return new VariantInfo(
        "other", "p", "t", "peer", measures, values, null, dataset, null, "c", null, null);
  }

  private String limitOf(String variantId) {
    return share(variantId, 0.1, 0.1).map(share -> share.limit().name()).orElse("none");
  }

  @Test
  void loadsAndExportsAreBoundedByTheCopyOfTheSameRowsInAnyNumberOfFiles() {
    limit("database-copy", ONE_PART, 0.2);

    ShareOfLimit share = share("external-table-load-postgres files=2 codec=none", 0.15, 0.15).get();

    assertThat(share.limit().name()).isEqualTo("database-copy");
    assertThat(share.limitBytesPerSecond()).isCloseTo(0.2e9, within(1.0));
    assertThat(share.share()).isCloseTo(0.75, within(1e-6));
    assertThat(share.above()).isFalse();
    assertThat(share.words()).isEqualTo("75 % of database-copy, 200 MB/s, 0.720 TB/h");
    assertThat(limitOf("sqoop-direct-load-postgres files=2")).isEqualTo("database-copy");
  }

  @Test
  void theCopyOfOtherRowsIsNoLimit() {
    limit("database-copy", "lineitem-sf1-2parts", 0.2);

    assertThat(limitOf("external-table-load-postgres files=2 codec=none")).isEqualTo("none");
  }

  @Test
  void aPathThatDoesNotUsePostgresIsNotBoundedByIt() {
    limit("database-copy", ONE_PART, 0.2);
    limit("loopback", null, 3);
    RunRecord record = Records.with(TestRecords.full(), "limits", limits);

    for (String measures : List.of("load", "import")) {
      VariantInfo variant = variant(measures, Map.of(), ONE_PART);
      assertThat(ShareOfLimit.of(record, variant, rate(1, 1))).as(measures).isEmpty();
    }
  }

  @Test
  void gzipInputIsBoundedByTheSlowerOfInflateAndCopy() {
    String variant = "external-table-load-postgres files=2 codec=gzip-3";
    limit("database-copy", ONE_PART, 0.2);
    limit("inflate-gzip", GZIP, 0.08);
    limit("inflate-java", GZIP, 0.09);

    ShareOfLimit share = share(variant, 0.09, 0.09).get();
    assertThat(share.limit().name())
        .as("the fastest inflater on two cores")
        .isEqualTo("inflate-java");
    assertThat(share.share()).isCloseTo(0.5, within(1e-6));
    assertThat(limitOf("external-table-load-postgres files=2 codec=none"))
        .isEqualTo("database-copy");

    limit("inflate-igzip", GZIP, 1.3);
    assertThat(limitOf(variant)).isEqualTo("database-copy");
  }

  @Test
  void oneFileIsInflatedByOneCore() {
    limit("inflate-gzip", GZIP, 0.08);

    assertThat(share("external-table-load-postgres files=1 codec=gzip-3", 0.04, 0.04).get().share())
        .isCloseTo(0.5, within(1e-6));
    assertThat(share("external-table-load-postgres files=2 codec=gzip-3", 0.04, 0.04).get().share())
        .isCloseTo(0.25, within(1e-6));
  }

  @Test
  void theInflaterThatAParameterNamesCounts() {
    limit("inflate-gzip", GZIP, 0.08);
    limit("inflate-igzip", GZIP, 1.3);
    RunRecord record = Records.with(TestRecords.full(), "limits", limits);
    VariantInfo variant = variant("load", Map.of("inflater", "gzip"), GZIP);

    assertThat(ShareOfLimit.of(record, variant, rate(1, 1)).get().limit().name())
        .isEqualTo("inflate-gzip");
  }

  @Test
  void aQueryIsBoundedByTheReadingOfItsFilesAndAnImportByLoopback() {
    limit("page-cache-read", "lineitem-sf1-2parts", 10);
    limit("loopback", null, 3);

    assertThat(share("mapreduce-q1 combining=in-mapper", 1, 1).get().share())
        .isCloseTo(0.1, within(1e-6));
    assertThat(limitOf("mapreduce-q1 combining=in-mapper")).isEqualTo("page-cache-read");
    assertThat(limitOf("sqoop-jdbc-unload-postgres mappers=2")).isEqualTo("loopback");
    assertThat(limitOf("sqoop-jdbc-load-postgres files=2")).isEqualTo("page-cache-read");
  }

  @Test
  void aQueryOverCompressedFilesReadsFewerBytesThanItHasText() {
    limit("page-cache-read", "lineitem-sf1-2parts", 10);
    RunRecord record = Records.with(TestRecords.full(), "limits", limits);
    VariantInfo query = variant("query", Map.of(), GZIP);
    DatasetInfo data = record.datasetOf(query);

    assertThat(ShareOfLimit.of(record, query, rate(1, 1)).get().limitBytesPerSecond())
        .isCloseTo(10e9 * data.logicalBytes() / data.wireBytes(), within(100.0));
  }

  @Test
  void aboveIsWhatPassesTheFastestTrialByMoreThanFivePercentAtTheLowEndOfItsInterval() {
    String variant = "external-table-load-postgres files=2 codec=none";
    limit("database-copy", ONE_PART, 0.15, 0.16, 0.2);

    assertThat(share(variant, 0.3, 0.209).get().above()).isFalse();
    ShareOfLimit above = share(variant, 0.3, 0.211).get();
    assertThat(above.above()).isTrue();
    assertThat(above.share()).as("of the median trial").isCloseTo(0.3 / 0.16, within(1e-6));
    assertThat(above.words()).contains("188 % of database-copy", "measured wrongly");
  }

  @Test
  void aLoadThatUsesMostOfTheLinkIsNetworkBound() {
    limit("database-copy", ONE_PART, 0.1);
    limit("link-send", null, 0.11);

    ShareOfLimit share = share("sqoop-direct-load-postgres files=2", 0.09, 0.09).get();

    assertThat(share.limit().name()).isEqualTo("database-copy");
    assertThat(share.networkBound()).isTrue();
    assertThat(share.text()).isEqualTo("90.0 % of database-copy, network-bound");
    assertThat(share("sqoop-direct-load-postgres files=2", 0.08, 0.08).get().networkBound())
        .isFalse();
    assertThat(share("external-table-load-postgres files=2 codec=none", 0.1, 0.1).get().text())
        .as("the server reads its files")
        .isEqualTo("100 % of database-copy");
  }

  /** A path may send rows in a shorter form than their text. */
  @Test
  void aRateAboveTheLinkIsNoError() {
    limit("link-receive", null, 0.1);

    ShareOfLimit share = share("sqoop-jdbc-unload-postgres mappers=2", 0.2, 0.2).get();

    assertThat(share.above()).isFalse();
    assertThat(share.text()).isEqualTo("200 % of link-receive, network-bound");
  }

  @Test
  void aServerWithoutAnInstrumentForItsCpuHasLimitsToo() {
    limit("database-copy", ONE_PART, 0.2);
    RunRecord record = Records.with(TestRecords.full(), "limits", limits);
    VariantInfo managed =
        new VariantInfo(
            "v",
            "psql-load-postgres",
            "t",
            "peer",
            "load",
            Map.of(),
            null,
            ONE_PART,
            null,
            "c",
            null,
            true);

    assertThat(ShareOfLimit.of(record, managed, rate(0.1, 0.1)).get().share())
        .isCloseTo(0.5, within(1e-6));
  }
}
