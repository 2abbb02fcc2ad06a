package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Everything that one {@code bin/loadpath run} saw.
 *
 * @param schemaVersion the version of this shape, {@value #SCHEMA_VERSION}
 * @param id names the run and its file, for example {@code 20261120T210000Z-quick}
 * @param gitRevision the revision that ran, null outside a clone
 * @param gitDirty whether the clone had changes, null outside a clone
 * @param command the line that reproduces the run
 * @param samples every run of every variant, failed ones too, in order of time
 * @param notRun what was left out, and why
 * @param places the clusters on which variants ran; empty when all ran on this machine alone
 * @param limits what the machine can do at most; empty when it was not probed
 * @param interrupted why the run ended early and what is missing; null for a complete run
 */
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
    List<DatasetInfo> datasets,
    List<VariantInfo> variants,
    List<Sample> samples,
    List<NotRun> notRun,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<PlaceInfo> places,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Limit> limits,
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
    checkReferences(datasets, variants, places, samples);
  }

  /**
   * Returns this run as it is when it ends after {@code taken}; interrupted if runs are missing
   * then, or may be missing because a budget decides on them.
   *
   * @param reason why it ended early, if it did
   */
  public RunRecord endedAfter(List<Sample> taken, Instant when, String reason) {
    Interruption early = Interruption.after(taken, variants, suite, reason);
    boolean complete = early.missing().isEmpty() && suite.budgetSeconds() == null;
    return ended(taken, when, limits, complete ? null : early);
  }

  /** Returns this run as it is when it went to its end and took {@code taken}. */
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
        datasets,
        variants,
        taken,
        notRun,
        places,
        known,
        interruption);
  }

  /**
   * How many runs were due: all that the suite asked for, or with a budget those up to the first
   * round. Start runs and warm-ups are included, repeats are not.
   */
  public int plannedRuns() {
    return variants.stream().mapToInt(suite::dueRuns).sum();
  }

  /** How many counted rounds a variant got. */
  public int rounds(String variant) {
    return (int)
        samples.stream()
            .filter(sample -> sample.counted() && sample.variant().equals(variant))
            .mapToInt(Sample::round)
            .distinct()
            .count();
  }

  /** The early end in words, with what is missing; empty for a complete run. */
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

  /** The dataset of a variant of this record. */
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
}
