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
      "Plans a load: how many files, inflaters and cores a load rate needs, and which codec is best.",
      "Plans from a record of your own loads, or from the figures of the study of 2010. Shows what"
          + " limits the load (ingest, inflate, database or CPU), and why each other codec is worse,"
          + " with intervals and formulas."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath plan --goal 1TiB/h --ingest 2x1GbE",
      "      the study's question, from the study's figures",
      "  bin/loadpath run codec",
      "  bin/loadpath plan --goal 1.5TB/h --ingest 10GbE --record R.json",
      "      a plan for this machine and its codecs",
      "  bin/loadpath plan --goal 300MiB/s --ingest 1.2GB/s --record R.json --cores 32",
      "      a plan for a machine with 32 cores",
      "  bin/loadpath plan --goal 1TiB/h --ingest 2x1GbE --record R.json --check",
      "      runs the planned load here, and shows how far the forecast is off",
      "",
      "Exit code: 0 if there is a plan, even for a goal that is out of reach; 1 if the record has no"
          + " usable load, or the check failed; 2 wrong usage."
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
          "Load rate to reach, in uncompressed data: 1TiB/h, 1.5TB/h, 300MiB/s, 0.3GB/s. For a unit"
              + " with an i, answers are in MiB/s, otherwise in MB/s.")
  private String goal;

  @Option(
      names = "--ingest",
      paramLabel = "RATE",
      description =
          "Rate of the network or disk that the files come from: 2x1GbE (115 MiB/s for each Gbit/s),"
              + " 10GbE, 230MiB/s, 10Gbit/s.")
  private String ingest;

  @Option(
      names = "--record",
      paramLabel = "RECORD",
      description =
          "A record of loads, NAME.json, best from 'bin/loadpath run codec' (default: the study's"
              + " figures).")
  private Path record;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores to plan for (default: as in the record; for the study, no limit).")
  private Integer cores;

  @Option(
      names = "--check",
      description =
          "Runs the planned load here, on the bundled engines, compares it with the forecast, and keeps"
              + " the record.")
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
      throw wrong("--check needs --record: it cannot check the study's machine");
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

  /** Returns null for infinity, which JSON does not have. */
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
