package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.plan.CodecFigures;
import io.loadpath.benchmarks.plan.CodecPlan;
import io.loadpath.benchmarks.plan.LoadFigures;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.PrintedTable;
import io.loadpath.benchmarks.report.VariantFigures;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Numbers;
import io.loadpath.benchmarks.statistics.Units;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathDefinition;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;

/** Runs a plan's set-up on this machine, and compares the measurement with the forecast. */
final class PlanCheck {
  private static final String DATASET = DatasetSize.ALL_CARD_TRANS;
  private static final double RUN_SECONDS = 10;
  private static final double CHECK_SECONDS = 30;
  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 6; // the first number that gives an interval of 95 %

  /** The largest ratio of a checked load to a measured one. */
  private static final int LARGEST_STEP = 8;

  private final LoadFigures figures;
  private final CodecFigures codec;
  private final LoadPath path;
  private final int cores;
  private final int files;
  private final long rows;
  private final int rounds;

  private PlanCheck(Plan plan, LoadPath path, int cores) {
    this.figures = plan.figures();
    this.codec = plan.chosen().codec();
    this.path = path;
    this.cores = cores;
    long units =
        CodecPlan.of(codec, plan.goal().bytesPerSecond(), Double.POSITIVE_INFINITY, cores).units();
    this.files = path.definition().allowed(PathDefinition.FILES).enough(units);
    this.rows = codec.start().isPresent() ? rowsFor(RUN_SECONDS) : figures.rows();
    double seconds = codec.seconds(cores, files, bytes(rows));
    this.rounds =
        (int) Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, Math.ceil(CHECK_SECONDS / seconds)));
  }

  /**
   * Passes if the rows of {@code record} can be made and loaded here.
   *
   * @throws LoadpathException if they are the user's own rows, which a check cannot make, or were
   *     loaded into the user's PostgreSQL, which a check does not load into
   */
  static void requireMadeData(RunRecord record) {
    if (record.environment().postgres() != null) {
      throw new LoadpathException(
          "--check loads into the bundled PostgreSQL, but %s is about %s: plan without --check, and check with: %s"
              .formatted(record.id(), record.environment().postgres().words(), record.command()));
    }
    record.datasets().stream()
        .filter(DatasetInfo::own)
        .findFirst()
        .ifPresent(
            data -> {
              throw new LoadpathException(
                  "--check loads %s, but %s is about your table %s: plan without --check, and check with: %s"
                      .formatted(DATASET, record.id(), data.dataset(), record.command()));
            });
  }

  /** Runs it and prints forecast and measurement; returns the exit code. */
  static int run(Plan plan, Commands program, PathsOption paths) throws IOException {
    LoadPath path = paths.catalogue(program.root()).get(plan.figures().path(), "--check");
    if (!path.definition().dataset().equals(DATASET)) {
      throw new LoadpathException(
          "--check loads %s, but %s reads %s; plan from a record of external-table-load-postgres"
              .formatted(DATASET, path.name(), path.definition().dataset()));
    }
    PlanCheck check = new PlanCheck(plan, path, Runtime.getRuntime().availableProcessors());
    List<String> words = new ArrayList<>(check.words());
    paths.folders().forEach(folder -> words.addAll(List.of("--paths", folder.toString())));
    try {
      return CommandLine.populateCommand(new RunCommand(), words.toArray(String[]::new))
          .take(program, check::lines)
          .map(RunCommand::exitCode)
          .orElse(1);
    } catch (UsageException e) { // the user did not type these options
      throw new LoadpathException("--check: " + e.getMessage(), e);
    }
  }

  private double bytes(long count) {
    return (double) count * figures.logicalBytes() / figures.rows();
  }

  /** Returns how many rows load in {@code seconds}, in two digits; at least the measured ones. */
  private long rowsFor(double seconds) {
    double begun = codec.seconds(cores, files, 0);
    double each = codec.seconds(cores, files, bytes(1)) - begun;
    double most = (double) LARGEST_STEP * figures.rows();
    double bounded = Math.max(figures.rows(), Math.min(most, (seconds - begun) / each));
    double unit = Math.pow(10, Math.floor(Math.log10(bounded)) - 1);
    return Math.round(Math.max(1, Math.floor(bounded / unit) * unit));
  }

  /** Returns the arguments of {@code bin/loadpath run}. */
  private List<String> words() {
    Map<String, String> values = new LinkedHashMap<>(path.definition().defaults());
    values.putAll(figures.parameters());
    values.remove(Variant.AS);
    values.put(PathDefinition.CODEC, codec.codec());
    values.put(PathDefinition.FILES, Integer.toString(files));
    if (codec.inflater() != null) {
      values.put("inflater", codec.inflater());
    }
    StringBuilder only = new StringBuilder(path.name());
    values.forEach((name, value) -> only.append(' ').append(name).append('=').append(value));
    return List.of(
        "--rounds",
        Integer.toString(rounds),
        "--rows",
        Long.toString(rows),
        "--only",
        only.toString());
  }

  private List<String> lines(Figures measuredHere) {
    RunRecord record = measuredHere.record();
    DatasetInfo data = record.datasets().get(0);
    VariantFigures seen = measuredHere.variants().get(0);
    if (seen.measured().isEmpty()) {
      String why =
          record.samples().stream()
              .filter(s -> !s.verified())
              .findFirst()
              .map(failed -> failed.error().message())
              .orElse("it ended before its first load"); // after the start run
      return List.of("the check failed: " + why, "run it again: " + record.command());
    }
    double seconds = codec.seconds(cores, files, data.logicalBytes());
    double gigabytes = data.logicalBytes() / 1e9;
    PrintedTable<Checked> table =
        PrintedTable.of(
                List.of(
                    new Checked("MB/s", gigabytes * 1e3 / seconds, seen.rate().inMbPerSecond()),
                    new Checked("TB/h", gigabytes * Units.GB_PER_SECOND / seconds, seen.rate()),
                    new Checked(
                        "CPU-s/GB",
                        codec.cpuSeconds(data.logicalBytes()) / gigabytes,
                        seen.cost())))
            .text("check", Checked::unit)
            .number("forecast", row -> Numbers.threeDigits(row.forecast()))
            .number("measured", Checked::measured)
            .number("forecast is off by", Checked::off);
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, %s rows, %s here, ingest unlimited"
            .formatted(
                record.variants().get(0).id(),
                Numbers.count(data.rows()),
                cores == 1 ? "1 core" : cores + " cores"));
    lines.addAll(table.lines());
    if (seen.disturbed()) {
      lines.add("other programs disturbed every run, so this says little about the forecast");
    }
    if (codec.start().isEmpty()) {
      lines.add(
          "the record has no start runs, so this check loads as many rows as the record, and says"
              + " nothing about larger loads");
    }
    if (cores != figures.cores()) {
      lines.add(
          "planned from %s cores, checked on %d: the record may be from another machine"
              .formatted(Numbers.count((long) figures.cores()), cores));
    }
    return lines;
  }

  /** A forecast and its measurement. */
  private record Checked(String unit, double forecast, Estimate measured) {
    String off() {
      return measured.median() == 0
          ? "–" // too little to count
          : String.format(Locale.ROOT, "%+.1f %%", 100 * (forecast / measured.median() - 1));
    }
  }
}
