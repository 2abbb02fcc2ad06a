package io.loadpath.benchmarks.index;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.SuiteInfo;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.MachineFacts;
import io.loadpath.benchmarks.report.VariantFigures;
import io.loadpath.benchmarks.statistics.CountedSamples;
import io.loadpath.benchmarks.statistics.Estimate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the index keeps of a record: little, because there may be many.
 *
 * @param version of Loadpath, with the revision where it is known
 * @param fastest of the loads, then of the queries
 * @param cheapest likewise
 * @param runs without warm-ups and start runs
 * @param uncountedFailures see {@link Figures#uncountedFailures}
 * @param loadKnown whether the load of other programs was measured
 * @param interruption null for a complete run
 */
public record Summary(
    String id,
    Instant startedAt,
    SuiteInfo suite,
    Environment environment,
    String instrument,
    String version,
    List<Best> fastest,
    List<Best> cheapest,
    long runs,
    long verifiedRuns,
    List<String> uncountedFailures,
    long disturbedRuns,
    boolean loadKnown,
    int notRun,
    String interruption,
    List<Outcome> outcomes) {
  private static final int REVISION_DIGITS = 10;

  /** The best variant, and in what: {@code 0.640 TB/h}. */
  public record Best(String label, boolean query, String figure) {}

  /**
   * What came out of one variant.
   *
   * @param speed TB/h, of a query seconds; null when a run failed or there was none
   * @param cost CPU-s/GB; null where {@code speed} is, or when no CPU time was counted
   * @param runs counted runs
   * @param verifiedRuns of them
   */
  record Outcome(
      String variant,
      String tool,
      boolean query,
      DatasetInfo dataset,
      Estimate speed,
      Estimate cost,
      boolean disturbed,
      int runs,
      long verifiedRuns) {}

  static Summary of(Figures figures) {
    RunRecord record = figures.record();
    return new Summary(
        record.id(),
        record.startedAt(),
        record.suite(),
        record.environment(),
        record.instrument().name(),
        version(record),
        best(figures::fastest, f -> f.rate().text() + " TB/h"),
        best(figures::cheapest, f -> f.cost().text() + " CPU-s/GB"),
        figures.runs(),
        figures.verifiedRuns(),
        figures.uncountedFailures(),
        figures.disturbedRuns(),
        record.samples().stream().anyMatch(sample -> sample.machine() != null),
        record.notRun().size(),
        record.interruption().orElse(null),
        figures.variants().stream().map(Summary::outcome).toList());
  }

  public String machine() {
    return MachineFacts.headline(environment);
  }

  private static List<Best> best(
      Function<Boolean, Optional<VariantFigures>> which, Function<VariantFigures, String> figure) {
    return Stream.of(false, true)
        .flatMap(query -> which.apply(query).stream())
        .map(f -> new Best(f.label(), f.query(), figure.apply(f)))
        .toList();
  }

  private static Outcome outcome(VariantFigures f) {
    boolean counted =
        new CountedSamples(f.samples())
            .forFigures().stream().map(Sample::cpuNanos).allMatch(nanos -> nanos > 0);
    return new Outcome(
        f.variant().id(),
        f.variant().tool(),
        f.query(),
        f.dataset(),
        f.verified() ? f.query() ? f.proven().commitSeconds() : f.rate() : null,
        f.verified() && counted ? f.cost() : null,
        f.disturbed(),
        f.samples().size(),
        f.verifiedRuns());
  }

  private static String version(RunRecord record) {
    String revision = record.gitRevision();
    return revision == null
        ? record.loadpathVersion()
        : "%s, revision %s%s"
            .formatted(
                record.loadpathVersion(),
                revision.substring(0, Math.min(REVISION_DIGITS, revision.length())),
                Boolean.TRUE.equals(record.gitDirty()) ? " with changes" : "");
  }
}
