package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.MachineLoad;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A record of queries that counted their tasks, to test with. */
public final class DissectedRecord {
  private final RunRecord like = TestRecords.plain();
  private final List<VariantInfo> variants = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private MachineLoad load;

  /** Q1 with one thing left out at a time; each ran for 12.9 s and 18.9 CPU-seconds. */
  public static RunRecord full() {
    return new DissectedRecord()
        .query("mapreduce-q1-textbook aggregation=combiner reducers=1", 1, 3, 942L)
        .query("mapreduce-q1-textbook aggregation=none reducers=1", 1, 3, 59_000_000L)
        .query("mapreduce-q1-textbook aggregation=combiner reducers=2", 1, 4, 954L)
        .query("hive-q1 engine=mr order=yes", 2, 4, 475L)
        .query("hive-q1 engine=tez order=yes", 1, 3, 413L)
        .query("hive-q1 engine=mr order=no", 1, 2, 226L)
        .query("hive-q1 engine=tez order=no", 1, 2, 200L)
        .query("duckdb-q1", null, null, null)
        .build();
  }

  /** One query, while other programs had half of the machine. */
  public static RunRecord disturbed() {
    DissectedRecord record = new DissectedRecord();
    record.load = new MachineLoad(20_000_000_000L, 10_000_000_000L, 0, 0, 0);
    return record.query("hive-q1 engine=mr order=yes", 2, 4, 475L).build();
  }

  DissectedRecord query(String id, Integer jobs, Integer tasks, Long shuffledBytes) {
    VariantInfo v = like.variants().get(1);
    String[] words = id.split(" ");
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i++) {
      String[] pair = words[i].split("=");
      parameters.put(pair[0], pair[1]);
    }
    String tool = words[0].startsWith("mapreduce") ? "mapreduce" : v.tool();
    variants.add(
        new VariantInfo(
            id, words[0], v.title(), tool, "query", parameters, v.dataset(), "run", null));
    Sample s =
        like.samples().stream()
            .filter(sample -> sample.variant().equals(v.id()))
            .findFirst()
            .orElseThrow();
    samples.add(
        Records.with(
            s,
            "variant",
            id,
            "round",
            1,
            "position",
            samples.size() + 1,
            "machine",
            load,
            "jobs",
            jobs,
            "tasks",
            tasks,
            "shuffledBytes",
            shuffledBytes));
    return this;
  }

  RunRecord build() {
    return Records.with(like, "variants", variants, "samples", samples, "notRun", List.of());
  }
}
