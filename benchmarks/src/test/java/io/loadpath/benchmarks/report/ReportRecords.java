package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Records for tests of the report; their figures are made up. */
final class ReportRecords {
  static final String PLAIN = "external-table-load-postgres files=2 codec=none";
  static final String GZIP = "external-table-load-postgres files=2 codec=gzip-3";
  static final String COPY = "postgres-copy files=2";
  static final String IMPORT = "sqoop-direct-unload-postgres mappers=1";

  private ReportRecords() {}

  /** Renders a part of a report. */
  interface Form<T> {
    void write(T content, Writer out) throws IOException;
  }

  static <T> String rendered(Form<T> form, T content) throws IOException {
    StringWriter out = new StringWriter();
    form.write(content, out);
    return out.toString();
  }

  static String html(RunRecord record) throws IOException {
    return rendered(Report::html, Figures.of(record));
  }

  static String markdown(RunRecord record) throws IOException {
    return rendered(Report::markdown, Figures.of(record));
  }

  /**
   * A record with content for every section: load models, limits, a warm-up round, eight rounds,
   * disturbed, repeated and unusual runs, left processes, every stage.
   */
  static RunRecord full() {
    return TestRecords.named("full.json");
  }

  /** Sweeps through load models, codecs, files and ingest, as a machine of two cores shows them. */
  static RunRecord sweeps() {
    return TestRecords.named("sweeps.json");
  }

  /**
   * The full record with start runs, which take 30 % of a run's time: that of {@link #COPY} 95 %,
   * that of {@link #GZIP} failed, and {@link #PLAIN} has none.
   */
  static RunRecord started() {
    return started(full());
  }

  static RunRecord started(RunRecord record) {
    List<DatasetInfo> datasets = new ArrayList<>(record.datasets());
    for (DatasetInfo data : record.datasets()) {
      long bytes = data.logicalBytes() * 1000 / data.rows();
      datasets.add(Records.with(data, "id", few(data.id()), "rows", 1000L, "logicalBytes", bytes));
    }
    List<VariantInfo> variants = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    for (VariantInfo v : record.variants()) {
      boolean none = v.id().equals(PLAIN);
      variants.add(none ? v : Records.with(v, "startDataset", few(v.dataset())));
      if (!none) {
        samples.add(start(record, v, samples.size() + 1));
      }
    }
    for (Sample s : record.samples()) {
      samples.add(Records.with(s, "position", samples.size() + 1));
    }
    return Records.with(
        record, "datasets", datasets, "variants", variants, "samples", List.copyOf(samples));
  }

  /** A record in which other programs disturbed every run of the variants with {@code name}. */
  static RunRecord disturbed(RunRecord record, String name) {
    List<Sample> samples = new ArrayList<>(record.samples());
    samples.replaceAll(
        s -> s.variant().contains(name) ? Records.with(s, "machine", TestRecords.DISTURBED) : s);
    return Records.with(record, "samples", samples);
  }

  private static String few(String dataset) {
    return dataset + "-few";
  }

  private static Sample start(RunRecord record, VariantInfo v, int position) {
    String id = v.path().equals("load-models") ? PLAIN : v.id();
    Sample like =
        record.samples().stream().filter(s -> s.variant().equals(id)).findFirst().orElseThrow();
    double share = v.id().equals(COPY) ? 0.95 : 0.3;
    Sample start =
        TestRecords.sample(
            v.id(),
            "position",
            position,
            "start",
            true,
            "wallNanos",
            Math.round(share * like.wallNanos()),
            "cpu",
            List.of(new StageCpu("client", Math.round(share * like.cpuNanos()), 0)));
    return v.id().equals(GZIP)
        ? TestRecords.failed(start, new Sample.RunError("run", 1, "disk full"))
        : start;
  }

  /** The full record's first round, with its warm-ups. */
  static RunRecord oneRound() {
    RunRecord full = full();
    return Records.with(
        full, "samples", full.samples().stream().filter(s -> s.round() == 1).toList());
  }
}
