package io.loadpath.benchmarks.index;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.report.MachineFacts;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.RecordComparison;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The trend of each variant over the records of one machine, as the page's script draws it.
 *
 * <p>A line joins what {@link RecordComparison} compares without warning of two machines: the same
 * variant on the same rows, every run verified. Points of CPU cost name their instrument, because
 * two instruments see different things.
 *
 * @param runs the records, the oldest first
 * @param lines by machine and variant
 */
public record Trends(List<String> machines, List<Run> runs, List<Line> lines) {
  private static final MathContext FIVE_DIGITS = new MathContext(5);

  /**
   * A record.
   *
   * @param link to its report, relative; null without a report
   * @param machine index into the machines
   */
  record Run(
      String file,
      String link,
      String startedAt,
      String suite,
      String version,
      String instrument,
      int machine) {}

  /**
   * One variant on one machine and the same rows.
   *
   * @param data the rows in words
   * @param points the oldest first
   */
  record Line(
      int machine,
      String variant,
      String tool,
      boolean query,
      String data,
      List<Point> points,
      List<Missing> missing) {}

  /**
   * A record's figures.
   *
   * @param run index into the runs
   * @param samples how many the figures are of
   * @param speed TB/h, of a query seconds: median, lower and upper end of its spread
   * @param cost CPU-s/GB likewise; null when no CPU time was counted
   * @param disturbed whether other programs disturbed every sample
   */
  record Point(
      int run, int samples, List<BigDecimal> speed, List<BigDecimal> cost, boolean disturbed) {}

  /** A record that has the variant but no figures of it, and why. */
  record Missing(int run, String why) {}

  private record Key(int machine, String variant, String digest) {}

  /**
   * Makes the lines.
   *
   * @param entries the newest first; of several copies of a record one counts
   */
  static Trends of(List<Entry> entries) {
    List<Environment> machines = new ArrayList<>();
    List<Run> runs = new ArrayList<>();
    Map<Key, Line> lines = new LinkedHashMap<>();
    Set<String> ids = new HashSet<>();
    for (int i = entries.size() - 1; i >= 0; i--) {
      Summary summary = entries.get(i).summary();
      if (summary != null && ids.add(summary.id())) {
        Run run = run(entries.get(i), machine(machines, summary.environment()));
        runs.add(run);
        for (Summary.Outcome outcome : summary.outcomes()) {
          Key key = new Key(run.machine(), outcome.variant(), outcome.dataset().digest());
          Line line = lines.computeIfAbsent(key, k -> line(run.machine(), outcome));
          add(line, outcome, runs.size() - 1);
        }
      }
    }
    return new Trends(machines.stream().map(MachineFacts::headline).toList(), runs, named(lines));
  }

  /** Whether any line joins two records. */
  public boolean shown() {
    return lines.stream().anyMatch(line -> line.points().size() > 1);
  }

  private static int machine(List<Environment> known, Environment machine) {
    for (int i = 0; i < known.size(); i++) {
      if (RecordComparison.sameMachine(known.get(i), machine)) {
        return i;
      }
    }
    known.add(machine);
    return known.size() - 1;
  }

  private static Run run(Entry entry, int machine) {
    Summary summary = entry.summary();
    return new Run(
        entry.file(),
        entry.link(),
        summary.startedAt().toString(),
        summary.suite().name(),
        summary.version(),
        summary.instrument(),
        machine);
  }

  private static Line line(int machine, Summary.Outcome outcome) {
    return new Line(
        machine,
        outcome.variant(),
        outcome.tool(),
        outcome.query(),
        Numbers.count(outcome.dataset().rows()) + " rows of " + outcome.dataset().dataset(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  private static void add(Line line, Summary.Outcome outcome, int run) {
    if (outcome.speed() != null) {
      line.points()
          .add(
              new Point(
                  run,
                  outcome.speed().samples(),
                  numbers(outcome.speed()),
                  outcome.cost() == null ? null : numbers(outcome.cost()),
                  outcome.disturbed()));
    } else {
      long failed = outcome.runs() - outcome.verifiedRuns();
      line.missing()
          .add(
              new Missing(
                  run,
                  failed == 0
                      ? "the record has no run of it"
                      : "%d of %d runs failed".formatted(failed, outcome.runs())));
    }
  }

  private static List<BigDecimal> numbers(Estimate e) {
    return Stream.of(e.median(), e.low(), e.high())
        .map(value -> new BigDecimal(value).round(FIVE_DIGITS))
        .toList();
  }

  /** The lines with figures; names that are the same get what tells the rows apart. */
  private static List<Line> named(Map<Key, Line> lines) {
    Function<Line, List<Object>> name =
        line -> List.of(line.machine(), line.variant(), line.data());
    Map<List<Object>, Long> uses =
        lines.values().stream().collect(Collectors.groupingBy(name, Collectors.counting()));
    return lines.entrySet().stream()
        .filter(entry -> !entry.getValue().points().isEmpty())
        .map(
            entry ->
                uses.get(name.apply(entry.getValue())) == 1
                    ? entry.getValue()
                    : withDigest(entry.getValue(), entry.getKey().digest()))
        .sorted(
            Comparator.comparingInt(Line::machine)
                .thenComparing(Line::variant)
                .thenComparing(Line::data))
        .toList();
  }

  private static Line withDigest(Line line, String digest) {
    String data = line.data() + " (" + DatasetInfo.shortDigest(digest) + ")";
    return new Line(
        line.machine(),
        line.variant(),
        line.tool(),
        line.query(),
        data,
        line.points(),
        line.missing());
  }
}
