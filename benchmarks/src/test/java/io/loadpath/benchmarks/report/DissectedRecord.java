package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RecordBuilder;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.VariantInfo;

/** A record of queries that counted their tasks, to test with. */
public final class DissectedRecord extends RecordBuilder {
  private MachineLoad load;

  /** Q1 with one thing left out at a time; each ran for 12.9 s and 18.9 CPU-seconds. */
  public static RunRecord full() {
    return new DissectedRecord()
        .query("mapreduce-textbook-q1 aggregation=combiner reducers=1", 1, 3, 942L)
        .query("mapreduce-textbook-q1 aggregation=none reducers=1", 1, 3, 59_000_000L)
        .query("mapreduce-textbook-q1 aggregation=combiner reducers=2", 1, 4, 954L)
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
    String tool = id.startsWith("mapreduce") ? "mapreduce" : v.tool();
    add(id, tool, "query", v.dataset());
    Sample s =
        like.samples().stream()
            .filter(sample -> sample.variant().equals(v.id()))
            .findFirst()
            .orElseThrow();
    add(
        Records.change(s)
            .set("variant", id)
            .set("round", 1)
            .set("machine", load)
            .set("jobs", jobs)
            .set("tasks", tasks)
            .set("shuffledBytes", shuffledBytes)
            .make());
    return this;
  }
}
