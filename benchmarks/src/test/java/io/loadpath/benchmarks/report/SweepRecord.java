package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A record of loads of a gigabyte to test with; its figures are made up. */
final class SweepRecord extends RecordBuilder {
  static final long LOGICAL_BYTES = 1_000_000_000;
  private static final double[] WAVE = {1, 0.99, 1.02};
  private static final Map<String, Double> RATIOS =
      Map.of(
          "none", 1.0, "gzip-1", 1.9, "gzip-3", 2.1, "gzip-6", 2.3, "gzip-9", 2.35, "zstd-3", 2.5,
          "lz4-1", 1.5, "bzip2-9", 3.1);

  /** Four sweeps as a machine of two cores may show them. */
  static RunRecord full() {
    SweepRecord record = new SweepRecord();
    models(record);
    codecs(record);
    dops(record);
    ingests(record);
    return record.build();
  }

  /** Heap and partitions, compressed and not, in two engines. */
  static SweepRecord models(SweepRecord record) {
    String hive = "hive-orc-load files=2 model=%s compression=%s";
    record.load(hive.formatted("heap", "none"), "none", 16, 24, 0, 640_000_000);
    record.load(hive.formatted("partitioned", "none"), "none", 19, 29, 0, 650_000_000);
    record.load(hive.formatted("heap", "zlib"), "none", 17, 26.4, 0, 320_000_000);
    record.load(hive.formatted("partitioned", "zlib"), "none", 21, 33, 0, 330_000_000);
    record.load(hive.formatted("heap", "zstd"), "none", 16, 24, 0, 310_000_000);
    record.load("postgres-models model=heap", "none", 8, 12, 0.3, 1_300_000_000);
    return record.load("postgres-models model=partitioned", "none", 9, 14, 0.3, 1_310_000_000);
  }

  /** Seven codecs. */
  static SweepRecord codecs(SweepRecord record) {
    String load = "codec-load codec=%s inflater=%s";
    record.load(load.formatted("none", "auto"), "none", 8, 11, 0.3, 0);
    record.load(load.formatted("lz4-1", "auto"), "lz4-1", 8.2, 12, 1.2, 0);
    record.load(load.formatted("zstd-3", "auto"), "zstd-3", 8.6, 13, 2.1, 0);
    record.load(load.formatted("bzip2-9", "auto"), "bzip2-9", 30, 52, 40, 0);
    double[] faster = {1.2, 1.4, 1.5, 1.5};
    double[] slower = {5.2, 5, 4.8, 4.7};
    List<String> codecs = List.of("gzip-1", "gzip-3", "gzip-6", "gzip-9");
    for (int i = 0; i < codecs.size(); i++) {
      String codec = codecs.get(i);
      record.load(load.formatted(codec, "igzip"), codec, 8.3, 11.2 + faster[i], faster[i], 0);
      record.load(load.formatted(codec, "gzip"), codec, 11, 11.2 + slower[i], slower[i], 0);
    }
    return record;
  }

  /** One to eight files on two cores, plain and gzip. */
  static SweepRecord dops(SweepRecord record) {
    String load = "dop-load files=%d codec=%s";
    double[] plain = {15, 7.7, 7.5, 7.6};
    double[] gzip = {16, 8.9, 8.8, 9.1};
    for (int i = 0; i < plain.length; i++) {
      int files = 1 << i;
      record.load(load.formatted(files, "none"), "none", plain[i], 11, 0.3, 0);
      record.load(load.formatted(files, "gzip-3"), "gzip-3", gzip[i], 13, 1.4, 0);
    }
    return record;
  }

  /** Limits of which the machine, at 110 MB/s of text, cannot use all; gzip needs half of them. */
  static SweepRecord ingests(SweepRecord record) {
    for (String limit : List.of("10", "20", "40", "80", "160", "unlimited")) {
      for (String codec : List.of("none", "gzip-3")) {
        double most = codec.equals("none") ? 110 : 95;
        double ingest = limit.equals("unlimited") ? 1e9 : Double.parseDouble(limit);
        double rate = Math.min(most, 0.995 * ingest * RATIOS.get(codec));
        record.load(
            "ingest-load ingest=%s codec=%s"
                .formatted(limit.equals("unlimited") ? limit : limit + "MB/s", codec),
            codec,
            1000 / rate,
            codec.equals("none") ? 11 : 13,
            1,
            0);
      }
    }
    return record;
  }

  /**
   * Adds a load of three runs.
   *
   * @param id path and parameters
   * @param seconds to commit
   * @param cpuSeconds of everything
   * @param inflateSeconds the preprocessors' part
   */
  SweepRecord load(
      String id,
      String codec,
      double seconds,
      double cpuSeconds,
      double inflateSeconds,
      long storedBytes) {
    Matcher named = Pattern.compile("files=(\\d+)").matcher(id);
    int files = named.find() ? Integer.parseInt(named.group(1)) : 2;
    String tool = id.startsWith("hive") ? "hive" : "external-table";
    add(id, tool, "load", cards(14_000_000, LOGICAL_BYTES, codec, files, RATIOS.get(codec)));
    for (int round = 1; round <= WAVE.length; round++) {
      double wave = WAVE[(round + variants.size()) % WAVE.length];
      add(
          Records.change(TestRecords.sample(id))
              .set("round", round)
              .set("wallNanos", Math.round(seconds * wave * 1e9))
              .set(
                  "cpu",
                  List.of(
                      stage("database", (cpuSeconds - inflateSeconds) * wave),
                      stage("preprocessor", inflateSeconds)))
              .set("rows", 14_000_000L)
              .set("storedBytes", storedBytes == 0 ? null : (Long) storedBytes)
              .make());
    }
    return this;
  }

  /** Gives the last load a start run on a thousand rows. */
  SweepRecord start(double seconds, double cpuSeconds) {
    addStart(seconds, cpuSeconds);
    return this;
  }

  private static StageCpu stage(String name, double seconds) {
    return new StageCpu(name, Math.round(seconds * 0.8e9), Math.round(seconds * 0.2e9));
  }
}
