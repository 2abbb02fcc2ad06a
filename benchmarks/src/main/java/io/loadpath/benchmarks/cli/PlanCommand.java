package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.plan.Ingest;
import io.loadpath.benchmarks.plan.LoadFigures;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.Rate;
import io.loadpath.benchmarks.plan.RecordFigures;
import io.loadpath.benchmarks.plan.StudyFigures;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.PlanReport;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.datasets.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
          + " with intervals and with the formulas.",
      "With --nodes: how long Q1 and a load take on clusters of that many nodes, and what CPU time"
          + " they cost, from a record of a cluster."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath plan --goal 1TiB/h --ingest 2x1GbE",
      "      the study's own question, from the study's own figures",
      "  bin/loadpath run codec",
      "  bin/loadpath plan --goal 1.5TB/h --ingest 10GbE --record benchmarks/results/NAME-codec.json",
      "      the same for this machine and its codecs",
      "  bin/loadpath plan --goal 300MiB/s --ingest 1.2GB/s --record NAME.json --cores 32",
      "      as if it had 32 cores",
      "  bin/loadpath plan --goal 1TiB/h --ingest 2x1GbE --record NAME.json --check",
      "      runs the chosen set-up here and shows how far the forecast is off; a record that holds"
          + " the start of its loads forecasts larger ones",
      "  bin/loadpath run nodes",
      "  bin/loadpath plan --nodes 10,100,1000 --scale 1000",
      "      Q1 and a load of 760 GB on 10, 100 and 1000 nodes like this machine, with the formulas",
      "  bin/loadpath plan --nodes 10 --scale 1000 --containers 16 --ingest 25GbE --check",
      "      with 16 containers and 25 Gbit/s a node; and how far the same forecast is off for the"
          + " runs of the record",
      "",
      "Exit codes: 0 a plan, also of a goal that is out of reach; 1 a record that cannot be planned"
          + " from, or a check that failed; 2 wrong usage."
    })
final class PlanCommand implements Callable<Integer> {
  private static final int MOST = 100_000;

  @Mixin private HelpOption help;
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
              + " 10Gbit/s. With --nodes of each node (default: 10GbE).")
  private String ingest;

  @Option(
      names = "--record",
      paramLabel = "RECORD",
      description =
          "A record of loads, NAME.json, best of 'bin/loadpath run codec' (default: the study's"
              + " figures). With --nodes a record of a cluster, best of 'bin/loadpath run nodes'"
              + " (default: the newest in benchmarks/results that fits).")
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
              + " measurement; the record is kept. With --nodes: sets forecasts of the record's runs"
              + " against these; exit code 1 if one is off by more than 20 %%.")
  private boolean check;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "N",
      description = "Numbers of nodes to forecast Q1 and a load for, with commas.")
  private List<Integer> nodes = new ArrayList<>();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "With --nodes: the scale factor of LINEITEM; the load has as many bytes.")
  private Double scale;

  @Option(
      names = "--containers",
      paramLabel = "N",
      description = "With --nodes: containers of a node at a time (default: its cores).")
  private Integer containers;

  @Override
  public Integer call() throws IOException {
    if (!nodes.isEmpty()) {
      return forecast();
    }
    refuse("--scale", scale, "--nodes");
    refuse("--containers", containers, "--nodes");
    require("--goal", goal, "--goal 1TiB/h");
    require("--ingest", ingest, "--ingest 2x1GbE");
    if (cores != null) {
      range("--cores", cores);
    }
    if (check && record == null) {
      throw wrong("--check needs --record: the study's machine is not here to be checked");
    }
    Rate wanted = Rate.parse(goal, "--goal");
    Ingest arriving = Ingest.parse(ingest, "--ingest");
    Optional<RunRecord> measured =
        record == null ? Optional.empty() : Optional.of(ReportCommand.read(record));
    if (check) {
      measured.ifPresent(PlanCheck::requireMadeData);
    }
    LoadFigures figures = measured.map(RecordFigures::of).orElseGet(StudyFigures::get);
    Plan plan = Plan.of(figures, wanted, arriving, cores == null ? figures.cores() : cores);
    PlanReport.lines(plan).forEach(System.out::println);
    return check ? PlanCheck.run(plan, program.workspace()) : 0;
  }

  private int forecast() throws IOException {
    if (goal != null) {
      throw wrong("--goal and --nodes are two questions: ask one");
    }
    refuse("--cores", cores, "--goal");
    require("--scale", scale, "--scale 1000");
    nodes.forEach(n -> range("--nodes", n));
    if (containers != null) {
      range("--containers", containers);
    }
    NodesPlan plan =
        new NodesPlan(
            nodes, containers, size(), Ingest.parse(ingest == null ? "10GbE" : ingest, "--ingest"));
    Path results = RecordedRun.folder(program.workspace().root());
    return plan.print(
        record == null ? NodesPlan.newest(results) : ReportCommand.read(record), check);
  }

  private DatasetSize size() {
    try {
      return new DatasetSize(scale, null);
    } catch (IllegalArgumentException e) {
      throw wrong("--" + e.getMessage());
    }
  }

  private void range(String option, int value) {
    if (value < 1 || value > MOST) {
      throw wrong("%s: %d is not from 1 to %d".formatted(option, value, MOST));
    }
  }

  private void refuse(String option, Object value, String with) {
    if (value != null) {
      throw wrong("%s goes with %s".formatted(option, with));
    }
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
