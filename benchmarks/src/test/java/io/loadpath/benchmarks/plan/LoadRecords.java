package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Records of loads with made-up figures: a million rows of 70 MB, and 2 cores. */
public final class LoadRecords extends RecordBuilder {
  public static final String PATH = "external-table-load-postgres";
  static final int BYTES_PER_ROW = 70;

  private final long rows;
  private Map<String, String> more = Map.of();
  private UnaryOperator<Sample> change = UnaryOperator.identity();

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

  /** Gives the next load more parameters; {@code bare} makes its path the bare one. */
  public LoadRecords with(Map<String, String> parameters) {
    more = parameters;
    return this;
  }

  /** Changes the samples of the next load. */
  LoadRecords changed(UnaryOperator<Sample> by) {
    change = by;
    return this;
  }

  /** Adds a variant with a run for each of {@code wallSeconds}, 0.3 CPU seconds in the client. */
  public LoadRecords load(
      String codec,
      int files,
      double ratio,
      double inflateSeconds,
      double databaseSeconds,
      double... wallSeconds) {
    String path = PATH + (more.containsKey("bare") ? "-bare" : "");
    StringBuilder id = new StringBuilder("%s files=%d codec=%s".formatted(path, files, codec));
    more.forEach((name, value) -> id.append(name.equals("bare") ? "" : " " + name + "=" + value));
    String data = cards(rows, rows * BYTES_PER_ROW, codec, files, ratio);
    add(id.toString(), "external-table", "load", data);
    for (double wall : wallSeconds) {
      add(
          change.apply(
              Records.change(TestRecords.sample(id.toString()))
                  .set("round", samples.size() + 1)
                  .set("wallNanos", nanos(wall))
                  .set(
                      "cpu",
                      List.of(
                          new StageCpu("client", nanos(0.3), 0),
                          new StageCpu("preprocessor", nanos(inflateSeconds), 0),
                          new StageCpu("database", nanos(databaseSeconds), 0)))
                  .set("rows", rows)
                  .make()));
    }
    return with(Map.of()).changed(UnaryOperator.identity());
  }

  /** Gives the last load a start run on a thousand rows. */
  LoadRecords start(double seconds, double cpuSeconds) {
    addStart(seconds, cpuSeconds);
    return this;
  }

  /** The record with a start of its last load: 0.4 s and 0.3 CPU-s. */
  public static RunRecord started(LoadRecords records) {
    return records.start(0.4, 0.3).record();
  }

  public RunRecord record() {
    return record(2, "Test CPU");
  }

  RunRecord record(int cores, String cpuModel) {
    return copy()
        .set("id", "20261121T220000Z-rows" + rows)
        .set("command", "bin/loadpath run codec")
        .set(
            "environment",
            Records.change(like.environment())
                .set("cpuModel", cpuModel)
                .set("logicalCores", cores)
                .set("threadsPerCore", 1)
                .set("calibration", null)
                .make())
        .make();
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
