package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Records of loads with made-up figures; a million rows are 70 MB, and the machine has 2 cores. */
public final class LoadRecords {
  public static final String PATH = "external-table-postgres";
  static final int BYTES_PER_ROW = 70;

  private final long rows;
  private final List<DatasetInfo> datasets = new ArrayList<>();
  private final List<VariantInfo> variants = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();

  public LoadRecords(long rows) {
    this.rows = rows;
  }

  /** Plain, gzip and zstd files, each in one and in two; two runs of each. */
  public static RunRecord codecs() {
    return new LoadRecords(1_000_000)
        .load("none", 1, 1.0, 0, 2.0, 2.02, 2.06)
        .load("none", 2, 1.0, 0, 2.1, 1.25, 1.27)
        .load("gzip-3", 1, 2.1, 0.5, 2.0, 2.1, 2.12)
        .load("gzip-3", 2, 2.1, 0.5, 2.1, 1.5, 1.52)
        .load("zstd-3", 1, 2.6, 0.7, 2.0, 2.11, 2.13)
        .load("zstd-3", 2, 2.6, 0.7, 2.1, 1.6, 1.62)
        .record();
  }

  /** Adds a variant with a run for each of {@code wallSeconds}, 0.3 CPU seconds in the client. */
  public LoadRecords load(
      String codec,
      int files,
      double ratio,
      double inflateSeconds,
      double databaseSeconds,
      double... wallSeconds) {
    return load(
        Map.of(),
        UnaryOperator.identity(),
        codec,
        files,
        ratio,
        inflateSeconds,
        databaseSeconds,
        wallSeconds);
  }

  /** The same with more parameters, and with samples that {@code change} made different. */
  public LoadRecords load(
      Map<String, String> more,
      UnaryOperator<Sample> change,
      String codec,
      int files,
      double ratio,
      double inflateSeconds,
      double databaseSeconds,
      double... wallSeconds) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("files", Integer.toString(files));
    parameters.put("codec", codec);
    parameters.putAll(more);
    StringBuilder id = new StringBuilder(PATH);
    parameters.forEach((name, value) -> id.append(" " + name + "=" + value));
    VariantInfo variant =
        new VariantInfo(
            id.toString(),
            PATH,
            "A load",
            "external-table",
            "load",
            parameters,
            dataset(codec, files, ratio),
            "bin/loadpath run",
            null);
    variants.add(variant);
    for (double wall : wallSeconds) {
      samples.add(
          change.apply(
              TestRecords.sample(
                  variant.id(),
                  "round",
                  samples.size() + 1,
                  "position",
                  samples.size() + 1,
                  "wallNanos",
                  nanos(wall),
                  "cpu",
                  List.of(
                      new StageCpu("client", nanos(0.3), 0),
                      new StageCpu("preprocessor", nanos(inflateSeconds), 0),
                      new StageCpu("database", nanos(databaseSeconds), 0)),
                  "rows",
                  rows)));
    }
    return this;
  }

  public RunRecord record() {
    return record(2, "Test CPU");
  }

  RunRecord record(int cores, String cpuModel) {
    RunRecord like = TestRecords.plain();
    return Records.with(
        like,
        "id",
        "20261121T220000Z-rows" + rows,
        "command",
        "bin/loadpath run codec",
        "environment",
        Records.with(
            like.environment(),
            "cpuModel",
            cpuModel,
            "logicalCores",
            cores,
            "threadsPerCore",
            1,
            "calibration",
            null),
        "datasets",
        datasets,
        "variants",
        variants,
        "samples",
        samples,
        "notRun",
        List.of());
  }

  private String dataset(String codec, int files, double ratio) {
    String id = "all-card-trans-%d-%dparts-%s".formatted(rows, files, codec);
    if (datasets.stream().noneMatch(d -> d.id().equals(id))) {
      datasets.add(
          new DatasetInfo(
              id,
              "all-card-trans",
              rows,
              rows * BYTES_PER_ROW,
              Math.round(rows * BYTES_PER_ROW / ratio),
              files,
              codec,
              "0".repeat(40),
              null,
              null));
    }
    return id;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
