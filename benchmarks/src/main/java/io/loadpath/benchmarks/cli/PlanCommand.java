package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.plan.CodecPlan;
import io.loadpath.benchmarks.plan.LoadFigures;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.Rate;
import io.loadpath.benchmarks.plan.RecordFigures;
import io.loadpath.benchmarks.plan.StudyFigures;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.PlanReport;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath plan --goal 1TiB/h --ingest 2x1GbE --record R.json} */
@Command(
    name = "plan",
    description = {
      "How hard to compress, and how many files, inflaters and cores a load rate takes.",
      "Plans from a record of your own loads, or from the figures of the study of 2010: says what"
          + " bounds the load (ingest, inflate, database or CPU), which codec to use and why no other,"
          + " with intervals and with the formulas."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath plan --goal 1TiB/h --ingest 2x1GbE",
      "      the study's own question, from the study's own figures",
      "  bin/loadpath run codec",
      "  bin/loadpath plan --goal 1.5TB/h --ingest 10GbE --record RECORD.json",
      "      the same for this machine and its codecs",
      "  bin/loadpath plan --goal 300MiB/s --ingest 1.2GB/s --record NAME.json --cores 32",
      "      as if it had 32 cores",
      "  bin/loadpath plan --goal 1TiB/h --ingest 2x1GbE --record NAME.json --check",
      "      runs the chosen set-up here and shows how far the forecast is off; a record that holds"
          + " the start of its loads forecasts larger ones",
      "",
      "Exit codes: 0 a plan, also of a goal that is out of reach; 1 a record that cannot be planned"
          + " from, or a check that failed; 2 wrong usage."
    })
final class PlanCommand implements Callable<Integer> {
  private static final int MOST_CORES = 100_000;

  @Mixin private HelpOption help;
  @Mixin private PathsOption paths;
  @Mixin private JsonOption json;
  @ParentCommand private Commands program;

  @Spec private CommandSpec spec;

  @Option(
      names = "--goal",
      paramLabel = "RATE",
      description =
          "Uncompressed data to load per time: 1TiB/h, 1.5TB/h, 300MiB/s, 0.3GB/s. Answers come in"
              + " MiB/s for a unit with an i, else in MB/s.")
  private String goal;

  @Option(
      names = "--ingest",
      paramLabel = "RATE",
      description =
          "Rate of network or disk: 2x1GbE (115 MiB/s for each Gbit/s), 10GbE, 230MiB/s,"
              + " 10Gbit/s.")
  private String ingest;

  @Option(
      names = "--record",
      paramLabel = "RECORD",
      description =
          "A record of loads, NAME.json, best of 'bin/loadpath run codec' (default: the study's"
              + " figures).")
  private Path record;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores to plan for (default: those of the record; for the study no bound).")
  private Integer cores;

  @Option(
      names = "--check",
      description =
          "Runs the chosen set-up here, on the bundled engines, and sets forecast against"
              + " measurement; the record is kept.")
  private boolean check;

  @Override
  public Integer call() throws IOException {
    require("--goal", goal, "--goal 1TiB/h");
    require("--ingest", ingest, "--ingest 2x1GbE");
    if (cores != null && (cores < 1 || cores > MOST_CORES)) {
      throw wrong("--cores: %d is not from 1 to %d".formatted(cores, MOST_CORES));
    }
    if (check && json.wanted()) {
      throw wrong("--check prints a table: leave out --json");
    }
    if (check && record == null) {
      throw wrong("--check needs --record: the study's machine is not here to be checked");
    }
    Rate wanted = Rate.parse(goal, "--goal");
    Rate arriving = Rate.parseIngest(ingest, "--ingest");
    Optional<RunRecord> measured =
        record == null ? Optional.empty() : Optional.of(ReportCommand.read(record));
    if (check) {
      measured.ifPresent(PlanCheck::requireMadeData);
    }
    LoadFigures figures = measured.map(RecordFigures::of).orElseGet(StudyFigures::get);
    Plan plan = Plan.of(figures, wanted, arriving, cores == null ? figures.cores() : cores);
    if (json.wanted()) {
      JsonOption.print(json(plan));
    } else {
      System.out.print(PlanReport.text(plan));
    }
    return check ? PlanCheck.run(plan, program, paths) : 0;
  }

  private static Map<String, Object> json(Plan plan) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("goalBytesPerSecond", plan.goal().bytesPerSecond());
    all.put("ingestBytesPerSecond", plan.ingest().bytesPerSecond());
    all.put("cores", finite(plan.cores()));
    all.put("reached", plan.chosen().reached());
    all.put("chosen", plan.chosen().codec().name());
    all.put("codecs", plan.codecPlans().stream().map(PlanCommand::json).toList());
    return all;
  }

  private static Map<String, Object> json(CodecPlan plan) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("codec", plan.codec().codec());
    all.put("inflater", plan.codec().inflater());
    all.put("ratio", plan.codec().ratio());
    all.put("files", plan.units());
    all.put("bytesPerSecond", finite(plan.bytesPerSecond()));
    all.put("lowBytesPerSecond", finite(plan.lowBytesPerSecond()));
    all.put("highBytesPerSecond", finite(plan.highBytesPerSecond()));
    all.put("bottleneck", plan.bottleneck().toString());
    all.put("reached", plan.reached());
    all.put("filesForGoal", plan.unitsForGoal());
    all.put("coresForGoal", finite(plan.coresForGoal().median()));
    return all;
  }

  /** Returns null for a number that has no bound: JSON has none. */
  private static Double finite(double value) {
    return Double.isInfinite(value) ? null : (Double) value;
  }

  private void require(String option, Object value, String example) {
    if (value == null) {
      throw wrong("%s is missing, for example %s".formatted(option, example));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
