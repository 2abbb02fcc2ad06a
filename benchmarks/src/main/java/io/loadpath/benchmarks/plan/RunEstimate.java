package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.service.TargetFacts;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.PathDefinition;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Estimates the time of a run, and the bytes that it writes into PostgreSQL. The times are those of
 * the newest record that has the path, scaled to the size of the data.
 */
public final class RunEstimate {
  private static final String EXTERNAL_TABLE = "external-table";
  private static final int MOST_RECORDS = 20;
  private static final long MOST_RECORD_BYTES = 10_000_000;

  /** The start of the engines and the probes of limits. */
  private static final double SECONDS_BEFORE_ROUNDS = 20;

  private static final double MINUTE = 60;
  private static final double HOUR = 3600;

  /** From this number of a unit on, a time is told in it. */
  private static final double LEAST_OF_UNIT = 1.5;

  /**
   * What a run would do.
   *
   * @param textBytes the text of each variant's data
   * @param startBytes the text of each variant's start run; 0 if there is none
   * @param budget the time of the whole run, if limited
   */
  public record Work(
      Map<Variant, Long> textBytes,
      long startBytes,
      int warmups,
      int rounds,
      Optional<Duration> budget) {}

  /**
   * The time of a path in a record, as seconds with all its steps.
   *
   * @param start the seconds of a run on few rows; 0 if there is none
   * @param source the file of the record
   */
  private record Timed(double start, double seconds, long textBytes, Path source) {
    double secondsOf(long bytes) {
      return start + Math.max(0, seconds - start) * bytes / textBytes;
    }
  }

  private final Work work;
  private final Map<Variant, Timed> times = new LinkedHashMap<>();

  /**
   * @param results the folder of the user's records
   * @param shipped a record that comes with the project, for paths that no other record has
   */
  public RunEstimate(Work work, Path results, Path shipped) {
    this.work = work;
    List<Path> files = new ArrayList<>(newest(results));
    files.add(shipped);
    for (Path file : files) {
      if (times.size() < work.textBytes().size()) {
        read(file).ifPresent(record -> find(record, file));
      }
    }
  }

  private static List<Path> newest(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(".json"))
          .filter(file -> file.toFile().length() <= MOST_RECORD_BYTES)
          .sorted(Comparator.comparingLong((Path file) -> file.toFile().lastModified()).reversed())
          .limit(MOST_RECORDS)
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static Optional<RunRecord> read(Path file) {
    try {
      return Optional.of(RecordFile.read(file));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // 'report' says what is wrong with it
    }
  }

  private void find(RunRecord record, Path file) {
    for (Variant variant : work.textBytes().keySet()) {
      if (!times.containsKey(variant)) {
        record.variants().stream()
            .filter(known -> known.name().equals(variant.on().at(variant.path().name())))
            .min(Comparator.comparing(known -> !known.id().equals(variant.id())))
            .flatMap(known -> timed(record, known, file))
            .ifPresent(timed -> times.put(variant, timed));
      }
    }
  }

  private static Optional<Timed> timed(RunRecord record, VariantInfo variant, Path file) {
    List<Instant> begins =
        Stream.concat(
                record.samples().stream().map(Sample::startedAt), Stream.of(record.finishedAt()))
            .sorted()
            .toList();
    Map<Boolean, List<Double>> seconds =
        record.samples().stream()
            .filter(sample -> sample.variant().equals(variant.id()) && sample.verified())
            .collect(
                Collectors.groupingBy(
                    Sample::start,
                    Collectors.mapping(s -> untilNext(s, begins), Collectors.toList())));
    return seconds.containsKey(false)
        ? Optional.of(
            new Timed(
                seconds.containsKey(true) ? median(seconds.get(true)) : 0,
                median(seconds.get(false)),
                record.datasetOf(variant).logicalBytes(),
                file))
        : Optional.empty();
  }

  /** Returns the seconds until the next sample, which include the steps around the timed one. */
  private static double untilNext(Sample sample, List<Instant> begins) {
    Instant next =
        begins.stream()
            .filter(begin -> begin.isAfter(sample.startedAt()))
            .findFirst()
            .orElseThrow();
    return Duration.between(sample.startedAt(), next).toNanos() / 1e9;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private double roundSeconds() {
    return times.entrySet().stream()
        .mapToDouble(e -> e.getValue().secondsOf(work.textBytes().get(e.getKey())))
        .sum();
  }

  private double beforeRounds() {
    boolean starting = work.startBytes() > 0;
    double starts = starting ? times.values().stream().mapToDouble(Timed::start).sum() : 0;
    return SECONDS_BEFORE_ROUNDS + starts + work.warmups() * roundSeconds();
  }

  /** Returns the rounds that fit into the budget, of those that were asked for. */
  private int rounds() {
    if (work.budget().isEmpty() || times.isEmpty()) {
      return work.rounds();
    }
    double fit = (work.budget().get().toSeconds() - beforeRounds()) / roundSeconds();
    return (int) Math.max(1, Math.min(work.rounds(), fit));
  }

  /** Returns {@code about 4 minutes, by FILE}; names the paths that no record has. */
  public String time() {
    String unknown =
        work.textBytes().keySet().stream()
            .filter(variant -> !times.containsKey(variant))
            .map(Variant::path)
            .map(LoadPath::name)
            .distinct()
            .collect(Collectors.joining(", "));
    if (times.isEmpty()) {
      return "not known: no record has " + unknown;
    }
    Set<String> sources = new LinkedHashSet<>();
    times.values().forEach(timed -> sources.add(timed.source().toString()));
    return "%s, an estimate by %s%s"
        .formatted(
            about(beforeRounds() + rounds() * roundSeconds()),
            String.join(" and ", sources),
            unknown.isEmpty() ? "" : "; without " + unknown + ", which no record has");
  }

  /** Returns {@code about 40 seconds}, {@code about 4 minutes} or {@code about 2 hours}. */
  static String about(double seconds) {
    if (seconds < LEAST_OF_UNIT * MINUTE) {
      return "about %d seconds".formatted(10 * Math.max(1, Math.round(seconds / 10)));
    }
    return seconds < LEAST_OF_UNIT * HOUR
        ? "about %d minutes".formatted(Math.round(seconds / MINUTE))
        : "about %d hours".formatted(Math.round(seconds / HOUR));
  }

  /**
   * Returns what the paths write into PostgreSQL; empty if they write nothing. The probes of limits
   * are not counted.
   */
  public Optional<String> written() {
    long starts = 0;
    long once = 0;
    long largest = 0;
    for (Map.Entry<Variant, Long> each : work.textBytes().entrySet()) {
      long bytes = written(each.getKey(), each.getValue());
      starts += written(each.getKey(), work.startBytes());
      once += bytes;
      largest = Math.max(largest, bytes);
    }
    int rounds = rounds() + work.warmups();
    return once == 0
        ? Optional.empty()
        : Optional.of(
            "about %s into PostgreSQL in %d %s%s, at most %s at a time: an estimate of %s times the text for a table, and as much for its write-ahead log; probes of limits write more"
                .formatted(
                    Numbers.bytes(starts + once * rounds),
                    rounds,
                    rounds == 1 ? "round" : "rounds",
                    starts == 0 ? "" : " and a start run",
                    Numbers.bytes(largest),
                    Numbers.raw(TargetFacts.TABLE_PER_TEXT)));
  }

  /** Returns the bytes of a variant's table, and of its log unless the table is unlogged. */
  private static long written(Variant variant, long textBytes) {
    PathDefinition path = variant.path().definition();
    boolean onlyReads = path.tool().equals(EXTERNAL_TABLE) && path.measures() == Measure.QUERY;
    boolean fills = Requirements.needsPostgres(variant.path()) && !onlyReads;
    int copies =
        variant.parameters().containsValue("unlogged") ? 1 : TargetFacts.COPIES_OF_LOGGED_TABLE;
    return fills ? Math.round(textBytes * TargetFacts.TABLE_PER_TEXT * copies) : 0;
  }
}
