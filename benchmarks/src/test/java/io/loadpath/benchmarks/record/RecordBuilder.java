package io.loadpath.benchmarks.record;

import io.loadpath.benchmarks.record.Sample.StageCpu;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a record of chosen variants and samples; the rest is that of the plain record. */
public class RecordBuilder {
  protected final RunRecord like = TestRecords.plain();
  protected final List<VariantInfo> variants = new ArrayList<>();
  protected final List<Sample> samples = new ArrayList<>();
  private final Map<String, DatasetInfo> datasets = new LinkedHashMap<>();

  protected RecordBuilder() {}

  /** Adds a variant by its id, which is path and parameters. */
  protected VariantInfo add(String id, String tool, String measures, String dataset) {
    String[] words = id.split(" ");
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 1; i < words.length; i++) {
      String[] pair = words[i].split("=");
      parameters.put(pair[0], pair[1]);
    }
    String again = "bin/loadpath run --only '" + id + "'";
    VariantInfo variant =
        new VariantInfo(
            id,
            words[0],
            "A path",
            tool,
            measures,
            parameters,
            null,
            dataset,
            null,
            again,
            null,
            null);
    variants.add(variant);
    return variant;
  }

  /** Gives the last variant a start run on a thousand rows of its data. */
  protected void addStart(double seconds, double cpuSeconds) {
    VariantInfo last = variants.get(variants.size() - 1);
    DatasetInfo data = datasets.get(last.dataset());
    double ratio = (double) data.logicalBytes() / data.wireBytes();
    long bytes = data.logicalBytes() * 1000 / data.rows();
    String few = data(data.dataset(), 1000, bytes, data.codec(), data.files(), ratio);
    variants.set(variants.size() - 1, Records.with(last, "startDataset", few));
    add(
        TestRecords.sample(
            last.id(),
            "start",
            true,
            "wallNanos",
            Math.round(seconds * 1e9),
            "cpu",
            List.of(new StageCpu("client", Math.round(cpuSeconds * 1e9), 0))));
  }

  /** Adds a sample behind the others. */
  protected void add(Sample sample) {
    samples.add(Records.with(sample, "position", samples.size() + 1));
  }

  /** Returns the id of ALL_CARD_TRANS in this form, which is added unless it is there. */
  protected String cards(long rows, long bytes, String codec, int files, double ratio) {
    return data("all-card-trans", rows, bytes, codec, files, ratio);
  }

  /** Returns the id of a dataset in this form, which is added unless it is there. */
  protected String data(
      String dataset, long rows, long bytes, String codec, int files, double ratio) {
    String id = "%s-%d-%dparts-%s".formatted(dataset, rows, files, codec);
    long wireBytes = Math.round(bytes / ratio);
    String sha1 = "0".repeat(40);
    datasets.computeIfAbsent(
        id,
        key ->
            new DatasetInfo(
                key, dataset, rows, bytes, wireBytes, files, codec, sha1, null, null, null, null));
    return id;
  }

  /** Returns the record before further changes. */
  protected Records<RunRecord> copy() {
    return Records.change(like)
        .set("datasets", datasets.isEmpty() ? like.datasets() : List.copyOf(datasets.values()))
        .set("variants", List.copyOf(variants))
        .set("samples", List.copyOf(samples))
        .set("notRun", List.of());
  }

  public RunRecord build() {
    return copy().make();
  }
}
