package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    return runs.stream().map(r -> List.of(r.codec(), r.inflater(), r.files())).distinct().count();
  }

  private static LoadFigures of(List<LoadRuns> runs, RunRecord record) {
    Map<List<String>, List<LoadRuns>> byCodec =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    r -> List.of(r.codec(), r.inflater()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    int cores = record.environment().logicalCores();
    List<CodecFigures> codecs =
        byCodec.values().stream().map(of -> CodecRuns.figures(of, cores)).toList();
    LoadRuns any = runs.get(0);
    return new LoadFigures(
        record.id(),
        any.way().path(),
        any.way().parameters(),
        cores,
        codecs,
        any.rows(),
        any.logicalBytes(),
        notes(runs, codecs, record));
  }

  private static Optional<String> limits(RunRecord record) {
    String limits =
        record.limits().stream()
            .map(
                limit ->
                    "%s %s MB/s by %d"
                        .formatted(
                            limit.name(),
                            Numbers.threeDigits(limit.bytesPerSecond() / 1e6),
                            limit.threads()))
            .collect(Collectors.joining(", "));
    return limits.isEmpty()
        ? Optional.empty()
        : Optional.of("limits probed beside the loads, with threads: " + limits);
  }

  private static List<String> notes(
      List<LoadRuns> runs, List<CodecFigures> codecs, RunRecord record) {
    Environment machine = record.environment();
    Set<String> notes = new LinkedHashSet<>();
    List<String> startless = new ArrayList<>();
    List<String> unsaturated = new ArrayList<>();
    List<String> shared = new ArrayList<>();
    for (CodecFigures c : codecs) {
      if (c.start().isEmpty()) {
        startless.add(c.name());
      }
      if (c.coreFiles() < machine.logicalCores()) {
        unsaturated.add(c.name());
      }
      if (c.unitFiles() > 1) {
        shared.add(c.name());
      }
    }
    if (!startless.isEmpty()) {
      notes.add(
          "the start of loads of %s is not known, so it is in their figures: larger loads than of %s are faster than this says"
              .formatted(String.join(", ", startless), Numbers.bytes(runs.get(0).logicalBytes())));
    }
    if (!unsaturated.isEmpty()) {
      notes.add(
          "no load of %s had a file for each of the %d cores: all cores are taken to be kept busy"
              .formatted(String.join(", ", unsaturated), machine.logicalCores()));
    }
    if (!shared.isEmpty()) {
      notes.add(
          "no load of one file of %s: a unit's rate is that of several beside each other"
              .formatted(String.join(", ", shared)));
    }
    record.interruption().ifPresent(words -> notes.add(record.id() + " was " + words));
    if (runs.stream().anyMatch(LoadRuns::disturbed)) {
      notes.add("other programs disturbed all runs of some variants: the figures may be too low");
    }
    if (machine.threadsPerCore() != null && machine.threadsPerCore() > 1) {
      notes.add(
          "a core here is one of %d hardware threads of a real one"
              .formatted(machine.threadsPerCore()));
    }
    limits(record).ifPresent(notes::add);
    notes.add("more cores than the record's are taken to be as busy; the disk is no bound here");
    return List.copyOf(notes);
  }
}
