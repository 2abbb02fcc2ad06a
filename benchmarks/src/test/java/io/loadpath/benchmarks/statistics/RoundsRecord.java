package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.Instrument;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.SampleBuilder;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.record.SuiteInfo;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A record with chosen samples; its environment is that of the test record. */
public final class RoundsRecord {
  private final List<VariantInfo> variants = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final RunRecord like = TestRecords.secondVersion();
  private DatasetInfo dataset = like.datasets().get(0);
  private Environment environment = like.environment();
  private Instrument instrument = like.instrument();

  public RoundsRecord dataset(String name, long rows, String sha1) {
    DatasetInfo d = dataset;
    dataset =
        new DatasetInfo(
            d.id(),
            name,
            rows,
            d.logicalBytes(),
            d.wireBytes(),
            d.files(),
            d.codec(),
            sha1,
            null,
            null);
    return this;
  }

  public RoundsRecord machine(String cpuModel, int cores, long memoryBytes, Long calibrationNanos) {
    Environment e = environment;
    environment =
        new Environment(
            cpuModel,
            cores,
            e.threadsPerCore(),
            e.governor(),
            e.turbo(),
            e.numaNodes(),
            e.hugePages(),
            memoryBytes,
            e.kernel(),
            e.os(),
            e.fileSystem(),
            e.jdk(),
            e.user(),
            e.engines(),
            e.tools(),
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
    long wallNanos = (long) (seconds * 1e9);
    boolean failed = kind == Kind.FAILED;
    SampleBuilder sample =
        new SampleBuilder(variant)
            .round(round)
            .position(samples.size() + 1)
            .warmup(kind == Kind.WARMUP)
            .wall(wallNanos)
            .cpu(List.of(new StageCpu("client", (long) (cpuSeconds * 1e9), 0)))
            .rows(10L);
    if (kind == Kind.DISTURBED) {
      sample.disturbed();
    }
    samples.add(
        sample.error(failed ? new Sample.RunError("verify", 0, "1 row lost") : null).build());
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
    return new RunRecord(
        2,
        like.id(),
        like.loadpathVersion(),
        like.gitRevision(),
        like.gitDirty(),
        like.command(),
        like.startedAt(),
        like.finishedAt(),
        new SuiteInfo(
            like.suite().name(),
            like.suite().title(),
            samples.stream().mapToInt(Sample::round).max().orElse(1),
            0,
            like.suite().seed()),
        environment,
        instrument,
        List.of(dataset),
        variants,
        samples,
        List.of(),
        List.of());
  }
}
