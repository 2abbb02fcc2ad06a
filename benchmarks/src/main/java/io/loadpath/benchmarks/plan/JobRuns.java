package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.record.PlaceInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.CountedSamples;
import io.loadpath.benchmarks.statistics.Medians;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The runs of one variant on a cluster that a forecast can be made from.
 *
 * @param cluster where it ran
 * @param maps map tasks of the job
 * @param atATime maps at a time
 * @param logicalBytes of the data
 * @param samples verified, none a warm-up, none disturbed unless all are
 * @param start verified run on next to no data; empty without one
 */
public record JobRuns(
    VariantInfo variant,
    MeasuredCluster cluster,
    int maps,
    int atATime,
    long logicalBytes,
    List<Sample> samples,
    Optional<Sample> start) {
  static final String MAPPERS = "mappers";

  /** Parameter of a path that bounds its maps at a time. */
  static final String CONTAINERS = "containers";

  /** Its value where nothing bounds them, and small jobs run in their application master. */
  private static final String ALL = "all";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int REDUCERS = 1;

  /**
   * Returns the runs of a variant; empty if it ran on no cluster, its maps are not known, or its
   * start run may have had no container for its maps.
   */
  static Optional<JobRuns> of(RunRecord record, VariantInfo variant) {
    List<Sample> samples = CountedSamples.of(record, variant.id()).forFigures();
    if (variant.on() == null || samples.isEmpty() || mayRunInMaster(variant)) {
      return Optional.empty();
    }
    PlaceInfo place =
        record.places().stream()
            .filter(p -> p.name().equals(variant.on()))
            .findFirst()
            .orElseThrow();
    MeasuredCluster cluster = MeasuredCluster.of(place, record.environment().logicalCores());
    Optional<Sample> start =
        record.samples().stream()
            .filter(s -> s.start() && s.verified() && s.variant().equals(variant.id()))
            .min(Comparator.comparing(Sample::disturbed).thenComparing(Sample::wallNanos));
    return maps(variant, samples.get(0))
        .map(
            maps ->
                new JobRuns(
                    variant,
                    cluster,
                    maps,
                    atATime(variant, cluster, maps),
                    record.datasetOf(variant).logicalBytes(),
                    samples,
                    start));
  }

  /** Whether a cluster may run small jobs of this variant in their application master. */
  static boolean mayRunInMaster(VariantInfo variant) {
    return variant.on() != null && ALL.equals(variant.parameters().get(CONTAINERS));
  }

  private static Optional<Integer> maps(VariantInfo variant, Sample sample) {
    String mappers = variant.parameters().get(MAPPERS);
    return mappers != null
        ? Optional.of(Integer.valueOf(mappers))
        : Optional.ofNullable(sample.tasks()).map(t -> t - REDUCERS).filter(maps -> maps > 0);
  }

  private static int atATime(VariantInfo variant, MeasuredCluster cluster, int maps) {
    String bound = variant.parameters().getOrDefault(CONTAINERS, "");
    int slots = bound.matches("\\d+") ? Integer.parseInt(bound) : Integer.MAX_VALUE;
    return Math.min(maps, Math.min(slots, cluster.containers()));
  }

  /** Time of the start run in seconds, where there is one of as many maps. */
  Optional<Double> startSeconds() {
    return startRuns().filter(s -> s.maps() == maps).map(JobRuns::seconds);
  }

  /** Waves of containers that the maps take. */
  long waves() {
    return (maps + atATime - 1) / atATime;
  }

  /**
   * What the start of containers takes grows with this: waves, each as long as its containers have
   * cores for.
   */
  double startUnits() {
    return waves() * StartLine.wave(atATime, cluster.allCores());
  }

  /** How many containers share a core, at least 1. */
  double share() {
    return Math.max(1, (double) atATime / cluster.allCores());
  }

  /** The same runs on next to no data, where there is such a run. */
  Optional<JobRuns> startRuns() {
    return start.flatMap(
        s ->
            maps(variant, s)
                .map(
                    startMaps ->
                        new JobRuns(
                            variant,
                            cluster,
                            startMaps,
                            atATime(variant, cluster, startMaps),
                            0,
                            List.of(s),
                            start)));
  }

  /** Forecasts these runs on their own cluster, whose data lay in memory. */
  public JobForecast forecast(JobFigures figures) {
    int containers = (atATime + cluster.nodes() - 1) / cluster.nodes();
    Nodes nodes = new Nodes(cluster.nodes(), containers, Double.POSITIVE_INFINITY);
    return JobForecast.of(figures, nodes, logicalBytes, maps);
  }

  /** The median of the times, in seconds. */
  public double seconds() {
    return median(s -> s.wallNanos() / NANOS_PER_SECOND);
  }

  /** The median of the CPU times, in seconds. */
  public double cpuSeconds() {
    return median(s -> s.cpuNanos() / NANOS_PER_SECOND);
  }

  double median(ToDoubleFunction<Sample> figure) {
    return Medians.of(samples.stream().mapToDouble(figure).toArray()).median();
  }

  double[] wallSeconds() {
    return samples.stream().mapToDouble(s -> s.wallNanos() / NANOS_PER_SECOND).toArray();
  }
}
