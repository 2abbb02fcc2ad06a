package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.PlaceInfo;
import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Records of a cluster with made-up figures. It has 2 cores and room for 4 containers. A job takes
 * 6 s and 9 CPU-s to start, each wave of containers 1.5 s, each container 2 CPU-s. Q1 has 12 maps
 * of 120 MB; a container sums 100 MB/s, the two cores 160 MB/s at 12.5 CPU-s/GB.
 */
public final class ClusterRecords extends RecordBuilder {
  static final long BYTES = 1_440_000_000;
  static final int MAPS = 12;
  private static final long SHUFFLED_BYTES_PER_MAP = 237;
  private static final double NODE_RATE = 160e6;
  private static final double RATE = 100e6;

  private final List<Limit> limits = new ArrayList<>();
  private PlaceInfo place = new PlaceInfo("cluster", "hdfs://h:1", "h:2", 1, 4L << 30, 5, "3.4.3");
  private String id = "20261122T120000Z-nodes";

  /** Q1 in 1, 2 and 4 containers at a time, and exports in 1, 2 and 4 sessions. */
  public static RunRecord nodes() {
    return q1s().exports().build();
  }

  /** The same with a session that is slower beside others than alone. */
  public static RunRecord slowExport() {
    return q1s().export(1, 14.0).export(2, 14.0).export(4, 14.0).build();
  }

  /** Q1 with 4 and 12 maps to start, all in 2 containers. */
  public static RunRecord oneWidth() {
    return new ClusterRecords().q1(4, 2).start(4, 2).q1(12, 2).start(12, 2).build();
  }

  static ClusterRecords q1s() {
    ClusterRecords records = new ClusterRecords();
    records.q1(4, 1).start(4, 1).q1(4, 2).start(4, 2);
    return records.q1(4, 4).start(4, 4).q1(12, 4).start(12, 4);
  }

  ClusterRecords exports() {
    return export(1, 14.0).export(2, 8.75).export(4, 8.75);
  }

  ClusterRecords named(String name) {
    id = name;
    return this;
  }

  /** Runs what follows on a cluster of the user's. */
  ClusterRecords on(int workers, int cores) {
    place = new PlaceInfo("hadoop.example", "hdfs://h:1", "h:2", workers, 64L << 30, cores, null);
    return this;
  }

  /** Adds Q1: three runs, of which the slowest is 10 % above the median without start-up. */
  ClusterRecords q1(int files, int containers) {
    double waves = MAPS / (double) containers;
    double rate = Math.min(RATE, NODE_RATE / containers);
    double start = 6 + 1.5 * waves * wave(containers);
    double work = waves * BYTES / MAPS / rate;
    variant(
        "mapreduce-q1",
        "files=%d containers=%d".formatted(files, containers),
        "mapreduce",
        "query",
        data("lineitem", 11_400_000, BYTES, "none", files, 1));
    for (double factor : new double[] {1, 0.9, 1.1}) {
      q1Sample(start + work * factor, 9 + 2 * MAPS + 12.5 * BYTES / 1e9, MAPS);
    }
    return this;
  }

  /** Gives Q1 a start run, with a map for each file. */
  ClusterRecords start(int files, int containers) {
    double waves = Math.ceil(files / (double) containers);
    return start(6 + 1.5 * waves * wave(containers), 9 + 2 * files, files);
  }

  /** A container that starts alone has both cores. */
  private static double wave(int containers) {
    return Math.max(0.5, containers / 2.0);
  }

  ClusterRecords start(double seconds, double cpuSeconds, int maps) {
    addStart(seconds, cpuSeconds);
    int last = samples.size() - 1;
    samples.set(last, Records.with(samples.get(last), "tasks", maps + 1));
    return this;
  }

  private void q1Sample(double seconds, double cpuSeconds, int maps) {
    add(
        Records.with(
            sample(seconds, new StageCpu("containers", nanos(cpuSeconds), 0)),
            "jobs",
            1,
            "tasks",
            maps + 1,
            "shuffledBytes",
            maps * SHUFFLED_BYTES_PER_MAP));
  }

  /** Adds an export of 700 MB: 8 s and 10 CPU-s of start-up, 7.5 CPU-s of the database. */
  ClusterRecords export(int mappers, double seconds) {
    variant(
        "sqoop-export-direct",
        "files=1 mappers=" + mappers,
        "sqoop",
        "export",
        cards(10_000_000, 700_000_000, "none", 1, 1));
    add(
        sample(
            8 + seconds,
            new StageCpu("containers", nanos(20), 0),
            new StageCpu("database", nanos(7), 0),
            new StageCpu("background", nanos(0.5), 0)));
    addStart(8, 10);
    return this;
  }

  ClusterRecords limit(double bytesPerSecond) {
    limits.add(
        new Limit(
            "database-copy", "COPY", 2, null, (long) bytesPerSecond, List.of(1_000_000_000L)));
    return this;
  }

  private void variant(
      String path, String parameters, String tool, String measures, String dataset) {
    add("%s@%s %s".formatted(path, place.name(), parameters), tool, measures, dataset);
    VariantInfo last = variants.get(variants.size() - 1);
    variants.set(variants.size() - 1, Records.with(last, "path", path, "on", place.name()));
  }

  private Sample sample(double seconds, StageCpu... cpu) {
    String variant = variants.get(variants.size() - 1).id();
    int round = (int) samples.stream().filter(s -> s.variant().equals(variant)).count() + 1;
    return TestRecords.sample(
        variant, "round", round, "wallNanos", nanos(seconds), "cpu", List.of(cpu));
  }

  @Override
  protected Records<RunRecord> copy() {
    return super.copy()
        .set("id", id)
        .set("places", List.of(place))
        .set("limits", List.copyOf(limits))
        .set("environment", Records.with(like.environment(), "logicalCores", 2));
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
