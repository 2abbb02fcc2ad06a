package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.DatabaseInstrument;
import io.loadpath.benchmarks.record.RunRecord.Instrument;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.List;

/** A record with chosen samples; its environment is that of the test record. */
public final class RoundsRecord extends RecordBuilder {
  private DatasetInfo dataset = like.datasets().get(0);
  private Environment environment = like.environment();
  private Instrument instrument = like.instrument();
  private DatabaseInstrument database;

  public RoundsRecord dataset(String name, long rows, String sha1) {
    dataset =
        Records.change(dataset)
            .set("dataset", name)
            .set("rows", rows)
            .set("sha1", sha1)
            .set("fingerprint", null)
            .make();
    return this;
  }

  public RoundsRecord machine(String cpuModel, int cores, long memoryBytes, Long calibrationNanos) {
    environment =
        Records.change(environment)
            .set("cpuModel", cpuModel)
            .set("logicalCores", cores)
            .set("memoryBytes", memoryBytes)
            .set(
                "calibration",
                calibrationNanos == null
                    ? null
                    : new Environment.Calibration(873729.72, calibrationNanos))
            .make();
    return this;
  }

  public RoundsRecord instrument(String name) {
    instrument = new Instrument(name, null);
    return this;
  }

  /** Names the user's PostgreSQL, instead of the bundled one. */
  public RoundsRecord server(String version, String address) {
    environment = environment.with(new Environment.UsersPostgres(version, address));
    return this;
  }

  /** Names the instrument of the user's database. */
  public RoundsRecord database(String name) {
    database = new DatabaseInstrument(name, null, null, List.of());
    return this;
  }

  /** Marks the last variant: its database was not counted. */
  public RoundsRecord clientOnly() {
    int last = variants.size() - 1;
    variants.set(last, Records.with(variants.get(last), "clientOnly", true));
    return this;
  }

  /** The kinds of samples. */
  public enum Kind {
    GOOD,
    WARMUP,
    FAILED,
    FAILED_START,
    LEAKING_START,
    DISTURBED
  }

  public RoundsRecord variant(String id, String baseline) {
    VariantInfo added = add(id, "peer", "load", dataset.id());
    variants.set(variants.size() - 1, Records.with(added, "baseline", baseline));
    return this;
  }

  public RoundsRecord sample(
      String variant, int round, double seconds, double cpuSeconds, Kind kind) {
    Sample sample =
        Records.change(TestRecords.sample(variant))
            .set("round", round)
            .set("warmup", kind == Kind.WARMUP)
            .set("start", kind == Kind.FAILED_START || kind == Kind.LEAKING_START)
            .set("leftProcesses", kind == Kind.LEAKING_START ? List.of("java (4711)") : List.of())
            .set("wallNanos", (long) (seconds * 1e9))
            .set("cpu", List.of(new StageCpu("client", (long) (cpuSeconds * 1e9), 0)))
            .set("rows", 10L)
            .set("machine", kind == Kind.DISTURBED ? TestRecords.DISTURBED : null)
            .make();
    add(
        kind == Kind.FAILED || kind == Kind.FAILED_START
            ? TestRecords.failed(sample, new Sample.RunError("verify", 0, "1 row lost"))
            : sample);
    return this;
  }

  /** Adds a variant and its start run, which went wrong. */
  public RoundsRecord variantWithStart(String id, Kind start) {
    return variant(id, null).sample(id, 1, 0.1, 0.1, start);
  }

  /** One good sample per value, each with as many CPU-seconds as seconds. */
  public RoundsRecord rounds(String variant, double... seconds) {
    for (int round = 1; round <= seconds.length; round++) {
      sample(variant, round, seconds[round - 1], seconds[round - 1], Kind.GOOD);
    }
    return this;
  }

  @Override
  public RunRecord build() {
    int rounds = samples.stream().mapToInt(Sample::round).max().orElse(1);
    return copy()
        .set("suite", Records.with(like.suite(), "rounds", rounds, "warmups", 0))
        .set("environment", environment)
        .set("instrument", instrument)
        .set("databaseInstrument", database)
        .set("datasets", List.of(dataset))
        .make();
  }
}
