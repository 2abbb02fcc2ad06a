package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.loadpath.engines.net.Hosts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The record of one {@code bin/loadpath run}. */
public record RunRecord(
    int schemaVersion,
    String id,
    String loadpathVersion,
    String gitRevision,
    Boolean gitDirty,
    String command,
    Instant startedAt,
    Instant finishedAt,
    SuiteInfo suite,
    Environment environment,
    Instrument instrument,
    @JsonInclude(JsonInclude.Include.NON_NULL) DatabaseInstrument databaseInstrument,
    List<DatasetInfo> datasets,
    List<VariantInfo> variants,
    List<Sample> samples,
    List<NotRun> notRun,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PlaceInfo> places,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Limit> limits,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LinkInfo> network,
    @JsonInclude(JsonInclude.Include.NON_NULL) Interruption interrupted) {

  /** The version that this build writes and reads. */
  public static final int SCHEMA_VERSION = 2;

  public RunRecord {
    Check.atLeast("schemaVersion", SCHEMA_VERSION, schemaVersion);
    Check.text("id", id);
    if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "id is '" + id + "', expected letters, digits, '.', '_' and '-' only");
    }
    Check.text("loadpathVersion", loadpathVersion);
    Check.text("command", command);
    Check.present("startedAt", startedAt);
    Check.present("finishedAt", finishedAt);
    Check.present("suite", suite);
    Check.present("environment", environment);
    Check.present("instrument", instrument);
    datasets = Check.list("datasets", datasets);
    variants = Check.list("variants", variants);
    samples = Check.list("samples", samples);
    notRun = Check.list("notRun", notRun);
    places = places == null ? List.of() : List.copyOf(places);
    limits = limits == null ? List.of() : List.copyOf(limits);
    network = network == null ? List.of() : List.copyOf(network);
    checkReferences(datasets, variants, places, samples);
  }

  /**
   * Returns this record with the samples {@code taken}. It is interrupted if runs are missing, or
   * may be missing because of a budget.
   *
   * @param reason why it ended early, if it did
   */
  public RunRecord endedAfter(List<Sample> taken, Instant when, String reason) {
    List<Interruption.Missing> missing = new ArrayList<>();
    boolean startsDue = startsDue(taken);
    for (VariantInfo variant : variants) {
      Set<List<Object>> known = new HashSet<>(); // a disturbed run may be repeated
      taken.stream()
          .filter(sample -> sample.variant().equals(variant.id()))
          // a cluster's first variant has a second start run
          .filter(sample -> !sample.start() || startsDue && sample.round() == 1)
          .forEach(sample -> known.add(List.of(sample.warmup(), sample.start(), sample.round())));
      int runs = dueRuns(variant, startsDue) - known.size();
      if (runs > 0) {
        missing.add(new Interruption.Missing(variant.id(), runs));
      }
    }
    boolean complete = missing.isEmpty() && suite.budgetSeconds() == null;
    return ended(taken, when, limits, complete ? null : new Interruption(reason, missing));
  }

  /** Returns this record as complete, with the samples {@code taken}. */
  public RunRecord complete(List<Sample> taken, Instant when) {
    return ended(taken, when, limits, null);
  }

  /** Returns this record with other limits. */
  public RunRecord withLimits(List<Limit> known) {
    return ended(samples, finishedAt, known, interrupted);
  }

  private RunRecord ended(
      List<Sample> taken, Instant when, List<Limit> known, Interruption interruption) {
    return new RunRecord(
        schemaVersion,
        id,
        loadpathVersion,
        gitRevision,
        gitDirty,
        command,
        startedAt,
        when,
        suite,
        environment,
        instrument,
        databaseInstrument,
        datasets,
        variants,
        taken,
        notRun,
        places,
        known,
        network,
        interruption);
  }

  /** Returns what was measured of a link to the host of the database; empty if it was not. */
  public Optional<LinkInfo> linkToDatabase(String net) {
    return network.stream()
        .filter(link -> link.net().equals(net) && link.to().equals(Hosts.DATABASE))
        .findFirst();
  }

  /**
   * Returns the number of due runs: all that the suite asked for, or with a budget those up to the
   * first round. Warm-ups are included, repeats are not.
   */
  public int plannedRuns() {
    boolean startsDue = startsDue(samples);
    return variants.stream().mapToInt(variant -> dueRuns(variant, startsDue)).sum();
  }

  private int dueRuns(VariantInfo variant, boolean startsDue) {
    int start = startsDue && variant.startDataset() != null ? 1 : 0;
    return start + suite.warmups() + (suite.budgetSeconds() == null ? suite.rounds() : 1);
  }

  /**
   * Whether each variant must have its start run. With a budget, start runs follow the first round
   * if they fit; up to version 0.1, they came first, and all were due.
   */
  private boolean startsDue(List<Sample> taken) {
    return suite.budgetSeconds() == null || !taken.isEmpty() && taken.get(0).start();
  }

  /** Whether the CPU costs of a variant are those of the client alone. */
  public boolean clientOnly(String variant) {
    return variants.stream().anyMatch(v -> v.id().equals(variant) && v.clientOnly());
  }

  /** Returns the number of counted rounds of a variant. */
  public int rounds(String variant) {
    return (int)
        samples.stream()
            .filter(sample -> sample.counted() && sample.variant().equals(variant))
            .mapToInt(Sample::round)
            .distinct()
            .count();
  }

  /** Returns a sentence about the early end and the missing runs; empty for a complete run. */
  public Optional<String> interruption() {
    return Optional.ofNullable(interrupted)
        .map(
            early ->
                early.missing().isEmpty()
                    ? "interrupted: rounds after the first may be missing (%s)"
                        .formatted(early.reason())
                    : "interrupted: %d of %d runs are missing (%s)"
                        .formatted(early.missingRuns(), plannedRuns(), early.reason()));
  }

  /** Returns the name of its report: the user's table, or without one the suite. */
  public String name() {
    return datasets.stream()
        .filter(DatasetInfo::own)
        .map(DatasetInfo::dataset)
        .findFirst()
        .orElse(suite.name());
  }

  /** Returns the dataset of a variant. */
  public DatasetInfo datasetOf(VariantInfo variant) {
    return datasets.stream()
        .filter(dataset -> dataset.id().equals(variant.dataset()))
        .findFirst()
        .orElseThrow();
  }

  private static void checkReferences(
      List<DatasetInfo> datasets,
      List<VariantInfo> variants,
      List<PlaceInfo> places,
      List<Sample> samples) {
    Set<String> datasetIds = ids("datasets", datasets.stream().map(DatasetInfo::id));
    Set<String> variantIds = ids("variants", variants.stream().map(VariantInfo::id));
    Set<String> placeNames = ids("places", places.stream().map(PlaceInfo::name));
    for (VariantInfo v : variants) {
      String variant = " of variant '" + v.id() + "'";
      require("dataset" + variant, v.dataset(), "datasets", datasetIds);
      if (v.startDataset() != null) {
        require("startDataset" + variant, v.startDataset(), "datasets", datasetIds);
      }
      if (v.on() != null) {
        require("on" + variant, v.on(), "places", placeNames);
      }
      if (v.baseline() != null) {
        require("baseline" + variant, v.baseline(), "variants", variantIds);
      }
    }
    samples.forEach(s -> require("variant of a sample", s.variant(), "variants", variantIds));
  }

  private static Set<String> ids(String list, Stream<String> ids) {
    Set<String> known = new HashSet<>();
    ids.filter(id -> !known.add(id))
        .forEach(
            id -> {
              throw new IllegalArgumentException(list + " has '" + id + "' twice");
            });
    return known;
  }

  private static void require(String field, String id, String list, Set<String> ids) {
    if (!ids.contains(id)) {
      throw new IllegalArgumentException(
          "%s is '%s', expected an id in %s".formatted(field, id, list));
    }
  }

  /** The suite that ran. */
  public record SuiteInfo(
      String name,
      String title,
      int rounds,
      int warmups,
      long seed,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long budgetSeconds) {
    public SuiteInfo {
      Check.text("suite.name", name);
      Check.text("suite.title", title);
      Check.atLeast("suite.rounds", 1, rounds);
      Check.atLeast("suite.warmups", 0, warmups);
      Check.nullOrAtLeast("suite.budgetSeconds", 1, budgetSeconds);
    }
  }

  /** The instrument that counted the CPU time. */
  public record Instrument(String name, SelfCheck check) {
    private static final List<String> NAMES =
        List.of("cgroup-v1-cpuacct", "cgroup-v2-cpu.stat", "proc-tree");

    public Instrument {
      Check.oneOf("instrument.name", name, NAMES);
    }

    /** The CPU time of a burner, by its own account and by the instrument. */
    public record SelfCheck(long expectedCpuNanos, long measuredCpuNanos) {
      public SelfCheck {
        Check.atLeast("instrument.check.expectedCpuNanos", 1, expectedCpuNanos);
        Check.atLeast("instrument.check.measuredCpuNanos", 0, measuredCpuNanos);
      }
    }
  }

  /**
   * The instrument that counted the CPU time of the user's PostgreSQL.
   *
   * @param check null without an instrument
   * @param readingNanos CPU time of one reading on the server, which is in no figure; null without
   *     an instrument
   * @param refusals why better instruments were not used
   */
  public record DatabaseInstrument(
      String name, Instrument.SelfCheck check, Long readingNanos, List<String> refusals) {
    /** The name if there is no instrument: the costs of its variants are those of the client. */
    public static final String NONE = "none";

    private static final List<String> NAMES = List.of("proc-tree", "proc-sql", NONE);

    public DatabaseInstrument {
      Check.oneOf("databaseInstrument.name", name, NAMES);
      Check.nullOrAtLeast("databaseInstrument.readingNanos", 0, readingNanos);
      refusals = Check.list("databaseInstrument.refusals", refusals);
    }
  }

  /** Returns the name of the instrument that counted a database, if a variant used one. */
  public String countedDatabase() {
    return databaseInstrument == null ? instrument.name() : databaseInstrument.name();
  }

  /** A cluster on which variants of a run ran. */
  public record PlaceInfo(
      String name,
      String fileSystem,
      String scheduler,
      int workers,
      long memoryBytes,
      int cores,
      @JsonInclude(JsonInclude.Include.NON_NULL) String hadoopVersion) {

    /** The name of the bundled cluster. */
    public static final String BUNDLED = "cluster";

    public PlaceInfo {
      Check.text("places.name", name);
      Check.text("places.fileSystem", fileSystem);
      Check.text("places.scheduler", scheduler);
      Check.atLeast("places.workers", 1, workers);
      Check.atLeast("places.memoryBytes", 0, memoryBytes);
      Check.atLeast("places.cores", 0, cores);
    }

    /** Returns {@code cluster: hdfs://127.0.0.1:8020, 1 worker with 5 vcores, Hadoop 3.4.3}. */
    public String words() {
      return "%s: %s, %d %s with %d %s%s"
          .formatted(
              name,
              fileSystem,
              workers,
              workers == 1 ? "worker" : "workers",
              cores,
              cores == 1 ? "vcore" : "vcores",
              hadoopVersion == null ? "" : ", Hadoop " + hadoopVersion);
    }
  }

  /** A path or variant that could not run here, and why. */
  public record NotRun(String path, String reason) {
    public NotRun {
      Check.text("notRun.path", path);
      Check.text("notRun.reason", reason);
    }
  }

  /** The early end of a run. */
  public record Interruption(String reason, List<Missing> missing) {
    public Interruption {
      Check.text("interrupted.reason", reason);
      missing = Check.list("interrupted.missing", missing);
    }

    /** The missing runs of one variant. */
    public record Missing(String variant, int runs) {
      public Missing {
        Check.text("interrupted.missing.variant", variant);
        Check.atLeast("interrupted.missing.runs", 1, runs);
      }
    }

    /** Returns the number of missing runs of all variants. */
    public int missingRuns() {
      return missing.stream().mapToInt(Missing::runs).sum();
    }
  }
}
