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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Derives what a machine does from the records of its runs: loads with the parameters {@code files}
 * and {@code codec}. Of several ways to load, the one with the most variants counts, of equals the
 * first, which is the suite's default; loads that were slowed down on purpose, or that keep no
 * promise, do not count.
 */
public final class RecordFigures {
  private static final String RUN_CODEC =
      "'bin/loadpath run codec' makes a record that has what it takes";

  private RecordFigures() {}

  /**
   * Returns the figures of records of one machine; with loads of two sizes, the start of a load is
   * taken apart from what grows with the bytes.
   *
   * @throws LoadpathException if they hold no verified load, or are of several machines
   */
  public static LoadFigures of(List<RunRecord> records) {
    return find(records)
        .orElseThrow(
            () ->
                new LoadpathException(
                    "%s has no verified load with the parameters 'files' and 'codec' and an unlimited ingest, so there is nothing to plan from; %s"
                        .formatted(ids(records), RUN_CODEC)));
  }

  /** The same, but empty if there is no such load. */
  public static Optional<LoadFigures> find(List<RunRecord> records) {
    Environment machine = records.get(0).environment();
    for (RunRecord record : records) {
      requireSame(machine, record, records.get(0));
    }
    Map<LoadRuns.Way, List<LoadRuns>> ways =
        records.stream()
            .flatMap(record -> LoadRuns.of(record).stream())
            .collect(Collectors.groupingBy(LoadRuns::way, LinkedHashMap::new, Collectors.toList()));
    return ways.values().stream()
        .reduce((a, b) -> variants(b) > variants(a) ? b : a)
        .map(runs -> of(runs, records));
  }

  private static void requireSame(Environment machine, RunRecord record, RunRecord first) {
    Environment other = record.environment();
    if (!other.cpuModel().equals(machine.cpuModel())
        || other.logicalCores() != machine.logicalCores()) {
      throw new LoadpathException(
          "%s is of another machine than %s (%d cores %s, %d cores %s); plan from one at a time"
              .formatted(
                  record.id(),
                  first.id(),
                  other.logicalCores(),
                  other.cpuModel(),
                  machine.logicalCores(),
                  machine.cpuModel()));
    }
  }

  private static String ids(List<RunRecord> records) {
    return records.stream().map(RunRecord::id).collect(Collectors.joining(" and "));
  }

  private static long variants(List<LoadRuns> runs) {
    return runs.stream().map(r -> List.of(r.codec(), r.inflater(), r.files())).distinct().count();
  }

  private static LoadFigures of(List<LoadRuns> runs, List<RunRecord> records) {
    Environment machine = records.get(0).environment();
    Map<List<String>, List<LoadRuns>> byCodec =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    r -> List.of(r.codec(), r.inflater()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    int cores = machine.logicalCores();
    List<CodecFigures> codecs =
        byCodec.values().stream().map(of -> CodecRuns.figures(of, cores)).toList();
    LoadRuns.Way way = runs.get(0).way();
    SortedMap<Long, Long> bytesByRows = new TreeMap<>();
    runs.forEach(r -> bytesByRows.put(r.rows(), r.logicalBytes()));
    return new LoadFigures(
        ids(records),
        way.path(),
        way.parameters(),
        cores,
        codecs,
        bytesByRows,
        notes(runs, codecs, records, bytesByRows));
  }

  private static Optional<String> limits(List<RunRecord> records) {
    String limits =
        records.stream()
            .flatMap(record -> record.limits().stream())
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
      List<LoadRuns> runs,
      List<CodecFigures> codecs,
      List<RunRecord> records,
      SortedMap<Long, Long> bytesByRows) {
    Environment machine = records.get(0).environment();
    Set<String> notes = new LinkedHashSet<>();
    if (!LoadFigures.startKnown(bytesByRows)) {
      notes.add(
          "all loads had %s, start included, so larger ones are faster than this says; a second --record with other --rows takes the start apart"
              .formatted(Numbers.bytes(bytesByRows.get(bytesByRows.lastKey()))));
    }
    List<String> unsaturated = new ArrayList<>();
    List<String> shared = new ArrayList<>();
    for (CodecFigures c : codecs) {
      if (c.coreFiles() < machine.logicalCores()) {
        unsaturated.add(c.name());
      }
      if (c.unitFiles() > 1) {
        shared.add(c.name());
      }
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
    for (RunRecord record : records) {
      record.interruption().ifPresent(words -> notes.add(record.id() + " was " + words));
    }
    if (runs.stream().anyMatch(LoadRuns::disturbed)) {
      notes.add("other programs disturbed all runs of some variants: the figures may be too low");
    }
    if (machine.threadsPerCore() != null && machine.threadsPerCore() > 1) {
      notes.add(
          "a core here is one of %d hardware threads of a real one"
              .formatted(machine.threadsPerCore()));
    }
    limits(records).ifPresent(notes::add);
    notes.add("more cores than the record's are taken to be as busy; the disk is no bound here");
    return List.copyOf(notes);
  }
}
