package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.MachineLoad;
import io.loadpath.benchmarks.record.Sample.Resources;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Records that differ from others in what a test is about; their figures are made up. */
final class ReportRecords {
  static final String PLAIN = "external-table-postgres files=2 codec=none";
  static final String GZIP = "external-table-postgres files=2 codec=gzip-3";
  static final String COPY = "postgres-copy files=2";
  static final String IMPORT = "sqoop-import-direct mappers=1";
  static final int ROUNDS = 8;

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
   * A record that has something for every section: load models, limits, a warm-up round, {@value
   * #ROUNDS} rounds, disturbed, repeated and unusual runs, left processes, every stage.
   */
  static RunRecord full() {
    return rounds(ROUNDS);
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
        samples.add(start(template(record, v), v, samples.size() + 1));
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

  private static Sample start(Sample like, VariantInfo v, int position) {
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

  /** The same with enough rounds for that number of samples. */
  static RunRecord atLeast(int samples) {
    return rounds(samples / rounds(1).variants().size());
  }

  /** The full record with another number of rounds. */
  static RunRecord rounds(int rounds) {
    RunRecord second = TestRecords.full();
    List<VariantInfo> variants = new ArrayList<>();
    for (VariantInfo v : second.variants()) {
      variants.add(
          v.path().equals("external-table-postgres") ? Records.with(v, "baseline", COPY) : v);
    }
    variants.replaceAll(v -> v.id().equals(COPY) ? Records.with(v, "baseline", null) : v);
    VariantInfo plain =
        variants.stream().filter(v -> v.id().equals(PLAIN)).findFirst().orElseThrow();
    for (String compression : List.of("zlib", "none")) {
      for (String model : List.of("partitioned", "heap")) {
        variants.add(model(plain, model, compression));
      }
    }
    List<Sample> samples = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      for (VariantInfo v : variants) {
        add(samples, v, template(second, v), round);
      }
    }
    DatasetInfo cards = second.datasetOf(plain);
    return Records.change(second)
        .set("variants", variants)
        .set("samples", samples)
        .set(
            "limits",
            List.of(
                limit("page-cache-read", "Read the files of a dataset", cards.id(), 4.1e9, 4.3e9),
                limit("inflate-gzip", "gzip -dc of every file", cards.id(), 0.36e9, 0.35e9),
                limit(
                    "database-copy", "COPY of the same rows", cards.id(), 0.185e9, 0.19e9, 0.18e9)))
        .make();
  }

  private static Limit limit(String name, String title, String dataset, double... rates) {
    List<Long> nanos = new ArrayList<>();
    for (double rate : rates) {
      nanos.add(Math.round(1e9 * 1e9 / rate));
    }
    return new Limit(name, title, 2, dataset, 1_000_000_000, nanos);
  }

  private static VariantInfo model(VariantInfo plain, String model, String compression) {
    Map<String, String> parameters = new LinkedHashMap<>(plain.parameters());
    parameters.put("model", model);
    parameters.put("compression", compression);
    return new VariantInfo(
        "load-models files=2 model=%s compression=%s".formatted(model, compression),
        "load-models",
        "One external table, four ways to store its rows",
        plain.tool(),
        plain.measures(),
        parameters,
        null,
        plain.dataset(),
        null,
        plain.command(),
        null);
  }

  private static Sample template(RunRecord record, VariantInfo v) {
    String id = v.path().equals("load-models") ? PLAIN : v.id();
    return record.samples().stream().filter(s -> s.variant().equals(id)).findFirst().orElseThrow();
  }

  private static void add(List<Sample> samples, VariantInfo v, Sample like, int round) {
    boolean disturbed = v.id().equals(GZIP) && round == 3 || v.id().equals(IMPORT) && round > 0;
    boolean unusual = v.id().equals(COPY) && round == 5;
    samples.add(sample(samples.size() + 1, v, like, round, disturbed ? 0.3 : 0.012, unusual));
    if (v.id().equals(GZIP) && disturbed) {
      samples.add(sample(samples.size() + 1, v, like, round, 0.01, false));
    }
  }

  private static Sample sample(
      int position, VariantInfo v, Sample s, int round, double foreignShare, boolean unusual) {
    double wave = 1 + 0.03 * Math.sin(position * 1.7) + foreignShare / 2 + (unusual ? 0.5 : 0);
    double model =
        1
            + (v.parameters().containsValue("partitioned") ? 0.1 : 0)
            + (v.parameters().containsValue("zlib") ? 0.42 : 0);
    long wall = Math.round(s.wallNanos() * wave * model);
    return Records.change(s)
        .set("variant", v.id())
        .set("round", Math.max(1, round))
        .set("position", position)
        .set("warmup", round == 0)
        .set("startedAt", s.startedAt().plusSeconds(20L * position))
        .set("wallNanos", wall)
        .set("durableNanos", wall + 80_000_000)
        .set(
            "cpu",
            Stream.concat(
                    s.cpu().stream()
                        .map(
                            cpu ->
                                new StageCpu(
                                    cpu.stage(),
                                    Math.round(cpu.userNanos() * wave),
                                    cpu.systemNanos())),
                    Stream.of(
                        new StageCpu(
                            v.tool().equals("external-table") ? "background" : "hadoop",
                            s.cpuNanos() / 9,
                            s.cpuNanos() / 20)))
                .toList())
        .set("cpuTotalNanos", null)
        .set(
            "machine",
            new MachineLoad(
                2 * wall,
                Math.round(foreignShare * 2 * wall),
                0,
                wall / 100,
                4000 + 10L * position))
        .set("resources", new Resources(512_000_000L + 1_000_000L * position, 0L, 70_000_000L))
        .set(
            "leftProcesses",
            v.id().equals(IMPORT) && round == 2 ? List.of("java (4711)") : List.of())
        .set(
            "notes",
            v.id().equals(IMPORT) && round == 2 ? List.of("not parallel: one process") : List.of())
        .make();
  }
}
