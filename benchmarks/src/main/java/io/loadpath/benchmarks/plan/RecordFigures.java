package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.CountedSamples;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import io.loadpath.benchmarks.statistics.Start;
import io.loadpath.benchmarks.statistics.Units;
import io.loadpath.benchmarks.suite.PathDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Derives the figures of a machine from a record of its loads with the parameters {@code files} and
 * {@code codec}. If there are several ways to load, the one with the most variants counts; if these
 * are equal, the first one, the suite's default. Loads with a limited ingest, loads over a link of
 * a lab, and loads without a promise, do not count.
 */
public final class RecordFigures {
  private static final String INFLATER = "inflater";
  private static final String CHOSEN_BY_SCRIPT = "auto";

  private static final Set<String> SWEPT =
      Set.of(PathDefinition.FILES, PathDefinition.CODEC, INFLATER);
  private static final String UNLIMITED = "unlimited";

  /** Part of the name of paths without a promise, which are only for comparison. */
  private static final String BARE = "-bare";

  /**
   * A way to load, for any number of files and any codec.
   *
   * @param parameters the path's parameters except codec, inflater and files
   */
  record Way(String path, String dataset, Map<String, String> parameters) {}

  /**
   * The usable runs of one variant: time = start + bytes × slope, if the start is known.
   *
   * @param inflater null unless the variant names one
   * @param start empty if it is unknown, or too large a part of the time
   * @param samples verified, without warm-ups, and undisturbed unless all are disturbed
   */
  private record Runs(
      Way way, DatasetInfo data, String inflater, Optional<Start> start, List<Sample> samples) {
    boolean disturbed() {
      return samples.get(0).disturbed();
    }

    private Runs withoutStart() {
      return new Runs(way, data, inflater, Optional.empty(), samples);
    }

    /** Returns the bytes without those of the start run. */
    private long bytes() {
      return data.logicalBytes() - start.map(Start::logicalBytes).orElse(0L);
    }

    private Estimate perByte(ToDoubleFunction<Sample> seconds, double start) {
      return each(samples, seconds).plus(-start).times(1.0 / bytes());
    }

    private Estimate rate() {
      double begun = start.map(Start::seconds).orElse(0.0);
      return each(samples, RecordFigures::wallSeconds).plus(-begun).under(bytes());
    }
  }

  private RecordFigures() {}

  /**
   * Returns the figures of a record. If it has start runs, the start is separated from the cost per
   * byte.
   *
   * @throws LoadpathException if it has no verified load, or none with its database's CPU time
   */
  public static LoadFigures of(RunRecord record) {
    return find(record)
        .orElseThrow(
            () ->
                new LoadpathException(
                    "%s has no verified load with the parameters 'files' and 'codec' and an unlimited ingest%s, so there is nothing to plan from; 'bin/loadpath run codec' makes a usable record"
                        .formatted(
                            record.id(),
                            record.variants().stream().anyMatch(VariantInfo::clientOnly)
                                ? " whose database's CPU time was counted"
                                : "")));
  }

  /** Returns the figures of a record; empty if it has no verified load. */
  public static Optional<LoadFigures> find(RunRecord record) {
    Map<Way, List<Runs>> ways =
        loads(record).stream()
            .collect(Collectors.groupingBy(Runs::way, LinkedHashMap::new, Collectors.toList()));
    return ways.values().stream()
        .reduce((a, b) -> variants(b) > variants(a) ? b : a)
        .map(runs -> of(runs, record));
  }

  private static long variants(List<Runs> runs) {
    return runs.stream()
        .map(r -> Arrays.asList(r.data().codec(), r.inflater(), r.data().files()))
        .distinct()
        .count();
  }

  private static LoadFigures of(List<Runs> runs, RunRecord record) {
    Map<List<String>, List<Runs>> byCodec =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    r -> Arrays.asList(r.data().codec(), r.inflater()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    int cores = record.environment().logicalCores();
    List<CodecFigures> codecs = new ArrayList<>();
    byCodec.values().forEach(of -> codecs.add(codec(of, cores)));
    Runs any = runs.get(0);
    return new LoadFigures(
        record,
        any.way().path(),
        any.way().parameters(),
        cores,
        codecs,
        any.data().rows(),
        any.data().logicalBytes(),
        runs.stream().anyMatch(Runs::disturbed));
  }

  /** Returns the loads of a record. */
  private static List<Runs> loads(RunRecord record) {
    List<Runs> all = new ArrayList<>();
    for (VariantInfo variant : record.variants()) {
      List<Sample> samples = CountedSamples.of(record, variant.id()).forFigures();
      if (usable(variant) && !samples.isEmpty()) {
        all.add(runs(record, variant, samples));
      }
    }
    return all;
  }

  private static boolean usable(VariantInfo variant) {
    Map<String, String> parameters = variant.parameters();
    return variant.on() == null
        && !variant.clientOnly()
        && !parameters.containsKey(PathDefinition.NET)
        && Set.of("load", "export").contains(variant.measures())
        && !variant.path().endsWith(BARE)
        && !"no".equals(parameters.get("checks"))
        && parameters.getOrDefault("ingest", UNLIMITED).equals(UNLIMITED)
        && parameters.containsKey(PathDefinition.FILES)
        && parameters.containsKey(PathDefinition.CODEC);
  }

  private static Runs runs(RunRecord record, VariantInfo variant, List<Sample> samples) {
    DatasetInfo data = record.datasetOf(variant);
    Map<String, String> rest = new LinkedHashMap<>(variant.parameters());
    rest.keySet().removeAll(SWEPT);
    String inflater = variant.parameters().getOrDefault(INFLATER, CHOSEN_BY_SCRIPT);
    return new Runs(
        new Way(variant.path(), data.dataset(), rest),
        data,
        inflater.equals(CHOSEN_BY_SCRIPT) ? null : inflater,
        Start.of(record, variant).filter(start -> tells(start, samples)),
        samples);
  }

  private static boolean tells(Start start, List<Sample> samples) {
    return start.hides(Quantity.TIME, each(samples, RecordFigures::wallSeconds)).isEmpty()
        && start.hides(Quantity.CPU, each(samples, RecordFigures::cpuSeconds)).isEmpty();
  }

  /**
   * Returns the figures of one codec from {@code runs}. The start is subtracted from all of them or
   * from none, because a forecast adds it to figures of different runs.
   */
  private static CodecFigures codec(List<Runs> runs, int cores) {
    boolean started = runs.stream().allMatch(r -> r.start.isPresent());
    TreeMap<Integer, Runs> byFiles =
        runs.stream()
            .map(r -> started ? r : r.withoutStart())
            .collect(Collectors.toMap(r -> r.data.files(), r -> r, (a, b) -> a, TreeMap::new));
    int fewest = byFiles.firstKey();
    Integer enough = byFiles.ceilingKey(cores);
    int full = enough == null ? byFiles.lastKey() : enough;
    Runs all = byFiles.get(full);
    TreeMap<Integer, Estimate> rates = new TreeMap<>();
    byFiles.forEach((files, of) -> rates.put(files, of.rate()));
    double startSeconds = all.start.map(Start::seconds).orElse(0.0);
    double startCpuSeconds = all.start.map(Start::cpuSeconds).orElse(0.0);
    Estimate cpu = all.perByte(RecordFigures::cpuSeconds, startCpuSeconds);
    Runs any = runs.get(0);
    return new CodecFigures(
        any.data.codec(),
        any.inflater,
        (double) any.data.logicalBytes() / any.data.wireBytes(),
        rates.get(fewest).times(1.0 / fewest),
        all.perByte(s -> stageSeconds(s, CpuLedger.PREPROCESSOR), 0).median(),
        all.perByte(s -> stageSeconds(s, CpuLedger.DATABASE), 0).median(),
        cpu,
        enough == null ? cpu : all.perByte(s -> cores * wallSeconds(s), cores * startSeconds),
        fewest,
        full,
        rates,
        all.start);
  }

  private static Estimate each(List<Sample> samples, ToDoubleFunction<Sample> figure) {
    return Estimate.of(samples.stream().mapToDouble(figure).toArray());
  }

  private static double wallSeconds(Sample sample) {
    return sample.wallNanos() / Units.NANOS_PER_SECOND;
  }

  private static double cpuSeconds(Sample sample) {
    return sample.cpuNanos() / Units.NANOS_PER_SECOND;
  }

  private static double stageSeconds(Sample sample, String stage) {
    return sample.cpu().stream()
            .filter(cpu -> cpu.stage().equals(stage))
            .mapToLong(StageCpu::totalNanos)
            .sum()
        / Units.NANOS_PER_SECOND;
  }
}
