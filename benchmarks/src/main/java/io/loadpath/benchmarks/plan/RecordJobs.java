package io.loadpath.benchmarks.plan;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Derives what a job does on a cluster from the record of its runs there: Q1 by MapReduce, or an
 * export by Sqoop. Of several paths, the one with the most variants counts, of equals the first.
 */
public final class RecordJobs {
  private static final String RUN =
      "'bin/loadpath run nodes' makes a record that has what it takes";

  /** The {@link Limit} of a database. */
  private static final String DATABASE_LIMIT = "database-copy";

  /** Above this share of a run, what the bytes take is rough. */
  private static final double MOST_START = 0.8;

  private final RunRecord record;
  private final String title;
  private final boolean query;
  private final List<JobRuns> runs;
  private final StartLine seconds;
  private final StartLine cpuSeconds;

  private RecordJobs(RunRecord record, String title, boolean query, List<JobRuns> runs) {
    this.record = record;
    this.title = title;
    this.query = query;
    this.runs = runs;
    List<JobRuns> starts = runs.stream().flatMap(r -> r.startRuns().stream()).toList();
    if (starts.isEmpty()) {
      throw cannot("has no start run of %s on a cluster, so its start-up is not known");
    }
    StartLine time = StartLine.of(starts, JobRuns::startUnits, JobRuns::seconds);
    StartLine cpu = StartLine.of(starts, JobRuns::maps, JobRuns::cpuSeconds);
    if (query && (Double.isNaN(time.each()) || Double.isNaN(cpu.each()))) {
      throw cannot(
          "has start runs of %s with one number of maps or of waves only, so what a container takes to start is not known");
    }
    if (query && !(time.grows() && cpu.grows())) {
      throw cannot(
          "has start runs of %s that cost no more with more maps and waves, so what a container takes to start is not known");
    }
    this.seconds = time.grows() ? time : StartLine.flat(starts, JobRuns::seconds);
    this.cpuSeconds = cpu.grows() ? cpu : StartLine.flat(starts, JobRuns::cpuSeconds);
  }

  /**
   * Returns the runs of Q1.
   *
   * @throws LoadpathException if they say too little, with the run that says enough
   */
  public static RecordJobs query(RunRecord record) {
    return of(
        record,
        "Q1 by MapReduce",
        true,
        v -> v.measures().equals("query") && v.tool().equals("mapreduce"));
  }

  /** Returns the runs of an export into a database. */
  public static RecordJobs load(RunRecord record) {
    return of(record, "an export by Sqoop", false, v -> v.measures().equals("export"));
  }

  private static RecordJobs of(
      RunRecord record, String title, boolean query, Predicate<VariantInfo> wanted) {
    Map<String, List<JobRuns>> byPath =
        record.variants().stream()
            .filter(wanted)
            .flatMap(v -> JobRuns.of(record, v).stream())
            .collect(
                Collectors.groupingBy(
                    r -> r.variant().name(), LinkedHashMap::new, Collectors.toList()));
    List<JobRuns> runs =
        byPath.values().stream().reduce((a, b) -> b.size() > a.size() ? b : a).orElse(List.of());
    if (runs.isEmpty()) {
      boolean inMaster =
          record.variants().stream().filter(wanted).anyMatch(JobRuns::mayRunInMaster);
      String why =
          inMaster
              ? "no verified run of %s on a cluster that counts: runs with containers=all do not, because they may run in the application master"
              : "no verified run of %s on a cluster";
      throw new LoadpathException(
          "%s has %s; %s".formatted(record.id(), why.formatted(title), RUN));
    }
    return new RecordJobs(record, title, query, runs);
  }

  private LoadpathException cannot(String why) {
    return new LoadpathException("%s %s; %s".formatted(record.id(), why.formatted(title), RUN));
  }

  /** The runs, one entry for each variant. */
  public List<JobRuns> runs() {
    return runs;
  }

  /** The figures of all runs. */
  public JobFigures figures() {
    return figures(runs);
  }

  /**
   * The figures without the runs on as many containers at a time as {@code one}'s, to be checked
   * against it; all start runs count.
   */
  public Optional<JobFigures> without(JobRuns one) {
    List<JobRuns> others = runs.stream().filter(r -> r.atATime() != one.atATime()).toList();
    return others.isEmpty() ? Optional.empty() : Optional.of(figures(others));
  }

  private JobFigures figures(List<JobRuns> of) {
    JobRuns unit = of.stream().min(Comparator.comparing(JobRuns::atATime)).orElseThrow();
    JobRuns full = full(of);
    int cores = unit.cluster().allCores();
    int nodes = unit.cluster().nodes();
    double unitRate = containerRate(unit) * unit.share();
    double allRate =
        full.atATime() >= cores ? full.atATime() * containerRate(full) : cores * unitRate;
    double bytes = full.logicalBytes();
    return new JobFigures(
        record.id(),
        full.variant().name(),
        unit.cluster().coresPerNode(),
        seconds.fixed(),
        cpuSeconds.fixed(),
        seconds.each(),
        cpuSeconds.each(),
        unitRate,
        allRate / nodes,
        Math.max(0, full.cpuSeconds() - cpuSeconds.at(full.maps())) / bytes,
        query
            ? full.median(s -> s.shuffledBytes() == null ? 0 : s.shuffledBytes()) / full.maps()
            : 0,
        query ? 1 : 0,
        query ? Double.POSITIVE_INFINITY : databaseRate(full, cores),
        nodes,
        Arrays.stream(full.wallSeconds()).map(s -> s - start(full)).boxed().toList(),
        notes(full));
  }

  /** The runs with the fewest containers that use all cores, or with the most. */
  private static JobRuns full(List<JobRuns> runs) {
    Comparator<JobRuns> fewest = Comparator.comparing(JobRuns::atATime);
    return runs.stream()
        .filter(r -> r.atATime() >= r.cluster().allCores())
        .min(fewest)
        .orElseGet(() -> runs.stream().max(fewest).orElseThrow());
  }

  /** The start of these runs: the measured one, or without it the one on the line. */
  private double start(JobRuns of) {
    return of.startSeconds().orElseGet(() -> seconds.at(of.startUnits()));
  }

  /** What a container of some runs does in a second. */
  private double containerRate(JobRuns of) {
    double left = of.seconds() - start(of);
    if (left <= 0) {
      throw new LoadpathException(
          "%s: '%s' takes %s s, and %s s of it to start: nothing is left for its bytes; take a larger --scale or --rows with 'bin/loadpath run nodes'"
              .formatted(
                  record.id(),
                  of.variant().id(),
                  Numbers.threeDigits(of.seconds()),
                  Numbers.threeDigits(start(of))));
    }
    return (double) of.logicalBytes() / of.maps() * of.waves() / left;
  }

  /** What the cores could take in if they worked for the database alone; never above its limit. */
  private double databaseRate(JobRuns of, int cores) {
    double cpu = of.median(RecordJobs::databaseCpuSeconds);
    double byCores = cpu > 0 ? cores * of.logicalBytes() / cpu : Double.POSITIVE_INFINITY;
    double limit = limit().map(Limit::bytesPerSecond).orElse(Double.POSITIVE_INFINITY);
    if (Double.isInfinite(Math.min(byCores, limit))) {
      throw cannot("has neither the CPU time of the database in %s nor its limit");
    }
    return Math.min(byCores, limit);
  }

  private static double databaseCpuSeconds(Sample sample) {
    Set<String> stages = Set.of(CpuLedger.DATABASE, CpuLedger.BACKGROUND);
    return sample.cpu().stream()
            .filter(cpu -> stages.contains(cpu.stage()))
            .mapToLong(StageCpu::totalNanos)
            .sum()
        / 1e9;
  }

  private Optional<Limit> limit() {
    return record.limits().stream().filter(l -> l.name().equals(DATABASE_LIMIT)).findFirst();
  }

  private List<String> notes(JobRuns full) {
    List<String> notes = new ArrayList<>();
    double share = start(full) / full.seconds();
    if (share > MOST_START) {
      notes.add(
          "start-up is %s %% of the time of '%s', so the rate of its containers is rough: larger data make it sure"
              .formatted(Numbers.fixed(100 * share, 0), full.variant().id()));
    }
    if (full.samples().size() == 1) {
      notes.add("one run of '%s': no straggler is known".formatted(full.variant().id()));
    }
    if (full.samples().get(0).disturbed()) {
      notes.add("other programs disturbed all runs of '%s'".formatted(full.variant().id()));
    }
    record.interruption().ifPresent(words -> notes.add(record.id() + " was " + words));
    return List.copyOf(notes);
  }
}
