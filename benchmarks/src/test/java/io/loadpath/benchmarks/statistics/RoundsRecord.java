package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.MachineLoad;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A record with chosen samples; its environment is that of the test record. */
final class RoundsRecord {
  private final List<VariantInfo> variants = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final RunRecord like;

  RoundsRecord() {
    this(TestRecords.secondVersion());
  }

  RoundsRecord(RunRecord like) {
    this.like = like;
  }

  /** What may be odd about a sample. */
  enum Kind {
    GOOD,
    WARMUP,
    FAILED,
    DISTURBED
  }

  RoundsRecord variant(String id, String baseline) {
    String dataset = like.datasets().get(0).id();
    variants.add(
        new VariantInfo(id, id, id, "peer", "load", Map.of(), dataset, "command", baseline));
    return this;
  }

  RoundsRecord sample(String variant, int round, double seconds, double cpuSeconds, Kind kind) {
    long wallNanos = (long) (seconds * 1e9);
    boolean failed = kind == Kind.FAILED;
    samples.add(
        new Sample(
            variant,
            round,
            samples.size() + 1,
            kind == Kind.WARMUP,
            Instant.EPOCH,
            failed ? Sample.Status.FAILED : Sample.Status.VERIFIED,
            wallNanos,
            null,
            List.of(new StageCpu("client", (long) (cpuSeconds * 1e9), 0)),
            null,
            kind == Kind.DISTURBED ? new MachineLoad(2_000_000_000, 900_000_000, 0, 0, 0) : null,
            null,
            10L,
            null,
            null,
            null,
            List.of(),
            failed ? new Sample.RunError("verify", 0, "1 row lost") : null));
    return this;
  }

  /** One good sample per value, each with as many CPU-seconds as seconds. */
  RoundsRecord rounds(String variant, double... seconds) {
    for (int round = 1; round <= seconds.length; round++) {
      sample(variant, round, seconds[round - 1], seconds[round - 1], Kind.GOOD);
    }
    return this;
  }

  RunRecord build() {
    return new RunRecord(
        2,
        like.id(),
        like.loadpathVersion(),
        like.gitRevision(),
        like.gitDirty(),
        like.command(),
        like.startedAt(),
        like.finishedAt(),
        like.suite(),
        like.environment(),
        like.instrument(),
        like.datasets(),
        variants,
        samples,
        List.of(),
        List.of());
  }
}
