package io.loadpath.benchmarks.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Records to test with; their figures are made up. */
public final class TestRecords {
  private TestRecords() {}

  /** A record of the first version, kept as it was written. */
  public static RunRecord firstVersion() {
    try {
      return RecordFile.parse(firstVersionJson(), "record-v1.json");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String firstVersionJson() {
    return resource("record-v1.json");
  }

  /** The record of a real run on a machine that was busy with other things all the time. */
  public static String recordedSecondVersionJson() {
    return resource("record-v2.json");
  }

  private static String resource(String name) {
    try (InputStream in =
        TestRecords.class.getResourceAsStream("/io/loadpath/benchmarks/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first one with everything that the second version added. */
  public static RunRecord secondVersion() {
    RunRecord first = firstVersion();
    String baseline = first.variants().get(0).id();
    DatasetInfo data = first.datasets().get(0);
    return new RunRecord(
        2,
        first.id(),
        first.loadpathVersion(),
        first.gitRevision(),
        first.gitDirty(),
        first.command(),
        first.startedAt(),
        first.finishedAt(),
        first.suite(),
        first.environment(),
        first.instrument(),
        first.datasets(),
        first.variants().stream().map(variant -> withBaseline(variant, baseline)).toList(),
        first.samples().stream().map(TestRecords::measuredMore).toList(),
        first.notRun(),
        List.of(
            new Limit("loopback", "Loopback", 2, null, 1_000_000_000, List.of(210_000_000L)),
            new Limit(
                "page-cache-read",
                "Read from the page cache",
                2,
                data.id(),
                data.logicalBytes(),
                List.of(52_000_000L, 47_000_000L, 49_000_000L))));
  }

  /** The second one with these limits. */
  public static RunRecord withLimits(List<Limit> limits) {
    RunRecord record = secondVersion();
    return with(record, record.samples(), limits);
  }

  /** {@code record} without its failed samples. */
  public static RunRecord onlyVerified(RunRecord record) {
    return with(
        record, record.samples().stream().filter(Sample::verified).toList(), record.limits());
  }

  private static RunRecord with(RunRecord record, List<Sample> samples, List<Limit> limits) {
    return new RunRecord(
        record.schemaVersion(),
        record.id(),
        record.loadpathVersion(),
        record.gitRevision(),
        record.gitDirty(),
        record.command(),
        record.startedAt(),
        record.finishedAt(),
        record.suite(),
        record.environment(),
        record.instrument(),
        record.datasets(),
        record.variants(),
        samples,
        record.notRun(),
        limits);
  }

  private static VariantInfo withBaseline(VariantInfo v, String baseline) {
    return new VariantInfo(
        v.id(),
        v.path(),
        v.title(),
        v.tool(),
        v.measures(),
        v.parameters(),
        v.dataset(),
        v.command(),
        v.id().equals(baseline) ? null : baseline);
  }

  private static Sample measuredMore(Sample s) {
    boolean ended = s.wallNanos() != null;
    return SampleBuilder.like(s)
        .durable(ended ? s.wallNanos() + 80_000_000 : null)
        .cpuTotal(s.cpuNanos())
        .machine(
            ended
                ? new MachineLoad(2 * s.wallNanos(), 9_000_000, 1_000_000, 7_000_000, 4321)
                : null)
        .resources(ended ? new Resources(512_000_000L, 0L, 70_000_000L) : null)
        .query(
            s.jobs(),
            s.jobs() == null ? null : (Integer) (2 * s.jobs()),
            s.jobs() == null ? null : (Long) (237L * s.jobs()))
        .build();
  }
}
