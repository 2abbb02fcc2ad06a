package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.Instrument;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A record with chosen samples; its environment is that of the test record. */
public final class RoundsRecord {
  private final List<VariantInfo> variants = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final RunRecord like = TestRecords.full();
  private DatasetInfo dataset = like.datasets().get(0);
  private Environment environment = like.environment();
  private Instrument instrument = like.instrument();

  public RoundsRecord dataset(String name, long rows, String sha1) {
    dataset =
        Records.with(dataset, "dataset", name, "rows", rows, "sha1", sha1, "fingerprint", null);
    return this;
  }

  public RoundsRecord machine(String cpuModel, int cores, long memoryBytes, Long calibrationNanos) {
    environment =
        Records.with(
            environment,
            "cpuModel",
            cpuModel,
            "logicalCores",
            cores,
            "memoryBytes",
            memoryBytes,
            "calibration",
            calibrationNanos == null
                ? null
                : new Environment.Calibration(873729.72, calibrationNanos));
    return this;
  }

  public RoundsRecord instrument(String name) {
    instrument = new Instrument(name, null);
    return this;
  }

  /** What may be odd about a sample. */
  public enum Kind {
    GOOD,
    WARMUP,
    FAILED,
    DISTURBED
  }

  public RoundsRecord variant(String id, String baseline) {
    String command = "bin/loadpath run --only '" + id + "'";
    variants.add(
        new VariantInfo(id, id, id, "peer", "load", Map.of(), dataset.id(), command, baseline));
    return this;
  }

  public RoundsRecord sample(
      String variant, int round, double seconds, double cpuSeconds, Kind kind) {
    Sample sample =
        TestRecords.sample(
            variant,
            "round",
            round,
            "position",
            samples.size() + 1,
            "warmup",
            kind == Kind.WARMUP,
            "wallNanos",
            (long) (seconds * 1e9),
            "cpu",
            List.of(new StageCpu("client", (long) (cpuSeconds * 1e9), 0)),
            "rows",
            10L,
            "machine",
            kind == Kind.DISTURBED ? TestRecords.DISTURBED : null);
    samples.add(
        kind == Kind.FAILED
            ? TestRecords.failed(sample, new Sample.RunError("verify", 0, "1 row lost"))
            : sample);
    return this;
  }

  /** One good sample per value, each with as many CPU-seconds as seconds. */
  public RoundsRecord rounds(String variant, double... seconds) {
    for (int round = 1; round <= seconds.length; round++) {
      sample(variant, round, seconds[round - 1], seconds[round - 1], Kind.GOOD);
    }
    return this;
  }

  public RunRecord build() {
    int rounds = samples.stream().mapToInt(Sample::round).max().orElse(1);
    return Records.with(
        like,
        "suite",
        Records.with(like.suite(), "rounds", rounds, "warmups", 0),
        "environment",
        environment,
        "instrument",
        instrument,
        "datasets",
        List.of(dataset),
        "variants",
        variants,
        "samples",
        samples,
        "notRun",
        List.of(),
        "limits",
        List.of());
  }
}
