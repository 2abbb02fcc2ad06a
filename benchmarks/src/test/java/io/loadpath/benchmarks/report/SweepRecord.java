package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.record.RunRecord.PlaceInfo.BUNDLED;

import io.loadpath.benchmarks.record.LinkInfo;
import io.loadpath.benchmarks.record.MapLocality;
import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A record of loads of a gigabyte to test with; its figures are made up. */
final class SweepRecord extends RecordBuilder {
  private static final long LOGICAL_BYTES = 1_000_000_000;
  private static final double[] WAVE = {1, 0.99, 1.02};
  private static final Map<String, Double> RATIOS =
      Map.of("none", 1.0, "gzip-1", 1.9, "gzip-3", 2.1);

  private final List<LinkInfo> network = new ArrayList<>();
  private List<PlaceInfo> places = List.of();

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

  /** Adds what a link to the database's host carried. */
  SweepRecord link(String net, double mbPerSecond, Long fetchCpuNanosPerMb) {
    long bytes = Math.round(mbPerSecond * 1e6);
    network.add(new LinkInfo(net, "files", "database", bytes, bytes, 100_000, fetchCpuNanosPerMb));
    return this;
  }

  /** Lets the last load be a job on a cluster with two workers. */
  SweepRecord onCluster(long shuffledBytes, MapLocality locality) {
    variants.set(
        variants.size() - 1, Records.with(variants.get(variants.size() - 1), "on", BUNDLED));
    for (int i = samples.size() - WAVE.length; i < samples.size(); i++) {
      samples.set(
          i,
          Records.change(samples.get(i))
              .set("shuffledBytes", shuffledBytes)
              .set("locality", locality)
              .make());
    }
    places =
        List.of(new PlaceInfo(BUNDLED, "hdfs://198.18.0.1:8020", "198.18.0.1:8032", 2, 1, 2, null));
    return this;
  }

  @Override
  protected Records<RunRecord> copy() {
    return super.copy().set("network", List.copyOf(network)).set("places", places);
  }

  private static StageCpu stage(String name, double seconds) {
    return new StageCpu(name, Math.round(seconds * 0.8e9), Math.round(seconds * 0.2e9));
  }
}
