package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.CountedSamples;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import io.loadpath.benchmarks.statistics.Start;
import io.loadpath.benchmarks.suite.PathDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The runs of one variant that a plan can be made from.
 *
 * @param inflater {@value #CHOSEN_BY_SCRIPT} unless the variant names one
 * @param start empty when it is not known, or hides what grows with the bytes
 * @param samples verified, none a warm-up, none disturbed unless all are
 */
record LoadRuns(
    Way way,
    String codec,
    String inflater,
    int files,
    long rows,
    long logicalBytes,
    double ratio,
    Optional<Start> start,
    List<Sample> samples) {
  static final String INFLATER = "inflater";
  static final String CHOSEN_BY_SCRIPT = "auto";

  private static final Set<String> SWEPT =
      Set.of(PathDefinition.FILES, PathDefinition.CODEC, INFLATER);
  private static final String UNLIMITED = "unlimited";

  /** Ends the name of a path whose loads promise nothing; it is only there to compare with. */
  private static final String BARE = "-bare";

  /**
   * A way to load, for any number of files and any codec.
   *
   * @param parameters of the path but for codec, inflater and files
   */
  record Way(String path, String dataset, Map<String, String> parameters) {}

  /** Returns the loads of a record. */
  static List<LoadRuns> of(RunRecord record) {
    List<LoadRuns> all = new ArrayList<>();
    for (VariantInfo variant : record.variants()) {
      List<Sample> samples = CountedSamples.of(record, variant.id()).forFigures();
      if (usable(variant) && !samples.isEmpty()) {
        all.add(of(record, variant, samples));
      }
    }
    return all;
  }

  private static boolean usable(VariantInfo variant) {
    Map<String, String> parameters = variant.parameters();
    return variant.on() == null
        && Set.of("load", "export").contains(variant.measures())
        && !variant.path().endsWith(BARE)
        && !"no".equals(parameters.get("checks"))
        && parameters.getOrDefault("ingest", UNLIMITED).equals(UNLIMITED)
        && parameters.containsKey(PathDefinition.FILES)
        && parameters.containsKey(PathDefinition.CODEC);
  }

  private static LoadRuns of(RunRecord record, VariantInfo variant, List<Sample> samples) {
    DatasetInfo data = record.datasetOf(variant);
    Map<String, String> rest = new LinkedHashMap<>(variant.parameters());
    rest.keySet().removeAll(SWEPT);
    return new LoadRuns(
        new Way(variant.path(), data.dataset(), rest),
        data.codec(),
        variant.parameters().getOrDefault(INFLATER, CHOSEN_BY_SCRIPT),
        data.files(),
        data.rows(),
        data.logicalBytes(),
        (double) data.logicalBytes() / data.wireBytes(),
        Start.of(record, variant).filter(start -> tells(start, samples)),
        samples);
  }

  private static boolean tells(Start start, List<Sample> samples) {
    return start.hides(Quantity.TIME, seconds(samples, Sample::wallNanos)).isEmpty()
        && start.hides(Quantity.CPU, seconds(samples, Sample::cpuNanos)).isEmpty();
  }

  private static Estimate seconds(List<Sample> samples, ToLongFunction<Sample> nanos) {
    return Estimate.of(samples.stream().mapToDouble(s -> nanos.applyAsLong(s) / 1e9).toArray());
  }

  boolean disturbed() {
    return samples.get(0).disturbed();
  }
}
