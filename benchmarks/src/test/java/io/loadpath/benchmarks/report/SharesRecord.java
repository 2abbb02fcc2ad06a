package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.LoadShares;
import io.loadpath.benchmarks.record.LoadShares.Partition;
import io.loadpath.benchmarks.record.LoadShares.Sampled;
import io.loadpath.benchmarks.record.LoadShares.Writer;
import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.List;

/**
 * A record of two loads with writers, the second without a bound of its sample, and of one without.
 */
final class SharesRecord extends RecordBuilder {
  private SharesRecord() {}

  static RunRecord full() {
    SharesRecord record = new SharesRecord();
    record.load("mapreduce-load-postgres way=sorted", shares(0.01, true));
    record.load("mapreduce-load-postgres way=exchange", shares(null, false));
    record.load("copy-load-postgres", null);
    return record.build();
  }

  private static LoadShares shares(Double margin, boolean bounded) {
    return new LoadShares(
        2,
        new Sampled(1538, 61_234, 64_000_000, 1250, bounded),
        List.of(
            new Writer(0.52, margin, 0.51, 510_000, 0, 41_000_000, 9_870),
            new Writer(0.48, margin, 0.49, 490_000, 3, 39_000_000, 9_500)),
        List.of(
            new Partition("sale_2024_01", 0.6, margin, 590_000),
            new Partition("sale_2024_02", 0.4, margin, 410_000)));
  }

  private void load(String id, LoadShares shares) {
    String data = cards(1_000_000, 70_000_000, "none", 2, 1);
    add(id, id.startsWith("copy") ? "peer" : "mapreduce", "load", data);
    List<StageCpu> cpu = List.of(new StageCpu("client", 1_000_000_000, 0));
    add(Records.with(TestRecords.sample(id, "cpu", cpu), "load", shares));
  }
}
