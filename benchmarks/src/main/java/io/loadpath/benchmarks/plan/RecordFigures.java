package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RunRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Derives what a machine does from the record of its runs: loads with the parameters {@code files}
 * and {@code codec}. Of several ways to load, the one with the most variants counts, of equals the
 * first, which is the suite's default; loads that were slowed down on purpose, or that keep no
 * promise, do not count.
 */
public final class RecordFigures {
  private RecordFigures() {}

  /**
   * Returns the figures of a record; where it holds the start of its loads, that is taken apart
   * from what grows with the bytes.
   *
   * @throws LoadpathException if it holds no verified load
   */
  public static LoadFigures of(RunRecord record) {
    return find(record)
        .orElseThrow(
            () ->
                new LoadpathException(
                    "%s has no verified load with the parameters 'files' and 'codec' and an unlimited ingest, so there is nothing to plan from; 'bin/loadpath run codec' makes a record that has what it takes"
                        .formatted(record.id())));
  }

  /** The same, but empty if there is no such load. */
  public static Optional<LoadFigures> find(RunRecord record) {
    Map<LoadRuns.Way, List<LoadRuns>> ways =
        LoadRuns.of(record).stream()
            .collect(Collectors.groupingBy(LoadRuns::way, LinkedHashMap::new, Collectors.toList()));
    return ways.values().stream()
        .reduce((a, b) -> variants(b) > variants(a) ? b : a)
        .map(runs -> of(runs, record));
  }

  private static long variants(List<LoadRuns> runs) {
    return runs.stream()
        .map(r -> Arrays.asList(r.data().codec(), r.inflater(), r.data().files()))
        .distinct()
        .count();
  }

  private static LoadFigures of(List<LoadRuns> runs, RunRecord record) {
    Map<List<String>, List<LoadRuns>> byCodec =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    r -> Arrays.asList(r.data().codec(), r.inflater()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    int cores = record.environment().logicalCores();
    List<CodecFigures> codecs = new ArrayList<>();
    byCodec.values().forEach(of -> codecs.add(LoadRuns.figures(of, cores)));
    LoadRuns any = runs.get(0);
    return new LoadFigures(
        record,
        any.way().path(),
        any.way().parameters(),
        cores,
        codecs,
        any.data().rows(),
        any.data().logicalBytes(),
        runs.stream().anyMatch(LoadRuns::disturbed));
  }
}
