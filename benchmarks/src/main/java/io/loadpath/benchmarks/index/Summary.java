package io.loadpath.benchmarks.index;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.SuiteInfo;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.MachineFacts;
import io.loadpath.benchmarks.report.VariantFigures;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the index keeps of a record: little, because there may be many.
 *
 * @param fastest of the loads, then of the queries
 * @param cheapest likewise
 * @param runs without warm-ups and start runs
 * @param uncountedFailures see {@link Figures#uncountedFailures}
 * @param loadKnown whether the load of other programs was measured
 * @param interruption null for a complete run
 */
public record Summary(
    Instant startedAt,
    SuiteInfo suite,
    String machine,
    List<Best> fastest,
    List<Best> cheapest,
    long runs,
    long verifiedRuns,
    List<String> uncountedFailures,
    long disturbedRuns,
    boolean loadKnown,
    int notRun,
    String interruption) {
  /** The best variant, and in what: {@code 0.640 TB/h}. */
  public record Best(String label, boolean query, String figure) {}

  static Summary of(Figures figures) {
    RunRecord record = figures.record();
    return new Summary(
        record.startedAt(),
        record.suite(),
        MachineFacts.headline(record.environment()),
        best(figures::fastest, f -> f.rate().text() + " TB/h"),
        best(figures::cheapest, f -> f.cost().text() + " CPU-s/GB"),
        figures.runs(),
        figures.verifiedRuns(),
        figures.uncountedFailures(),
        figures.disturbedRuns(),
        record.samples().stream().anyMatch(sample -> sample.machine() != null),
        record.notRun().size(),
        record.interruption().orElse(null));
  }

  private static List<Best> best(
      Function<Boolean, Optional<VariantFigures>> which, Function<VariantFigures, String> figure) {
    return Stream.of(false, true)
        .flatMap(query -> which.apply(query).stream())
        .map(f -> new Best(f.label(), f.query(), figure.apply(f)))
        .toList();
  }
}
