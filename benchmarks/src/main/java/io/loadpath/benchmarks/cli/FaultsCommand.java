package io.loadpath.benchmarks.cli;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.faults.Fault;
import io.loadpath.benchmarks.faults.FaultReport;
import io.loadpath.benchmarks.faults.FaultRun;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Selection;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.net.LabNeeds;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.cli.HelpOption;
import io.loadpath.tables.yaml.NearestName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath faults --only sqoop-jdbc-load-postgres --fault master} */
@Command(
    name = "faults",
    description = {
      "Shows what each path on Hadoop does when a part of the cluster dies: kills that part during"
          + " the tasks, restarts it, and counts the rows that arrived.",
      "A path on PostgreSQL alone, such as --only psql-load-postgres, has the faults client, session"
          + " and server.",
      "The faults loss, half-open and link-… break links: the command makes a lab, and runs in it, as"
          + " root. Where no lab can be had, their lines are 'not run'.",
      "It kills only processes of the bundled cluster and the bundled PostgreSQL, and the client"
          + " that it started. It does not start while other jobs run on that cluster.",
      "Paths and rows are those of benchmarks/suites/fault-paths.yaml.",
      "Exit code 0: every fault was triggered, no query gave a wrong answer without an error, and"
          + " each path that promises 'exactly once' loaded every row once, or failed with all rows"
          + " or none. The table marks broken promises."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath faults",
      "  bin/loadpath faults --only sqoop-jdbc-load-postgres",
      "  bin/loadpath faults --only 'hive-q1 engine=tez' --fault master --fault client",
      "  bin/loadpath faults --only psql-load-postgres --rows 1000000",
      "  bin/loadpath faults --only sqoop-jdbc-load-postgres --fault link-cut --trials 5",
      "  bin/loadpath faults --format md > faults.md"
    })
final class FaultsCommand implements Callable<Integer> {
  /** The form of the printed table. */
  enum Format {
    text,
    md
  }

  private static final int MAX_TRIALS = 1000;

  /** The path's own processes have a host, so that their link can be cut. */
  private static final List<String> CLIENT = List.of(Hosts.CLIENT);

  @Mixin private HelpOption help;
  @Spec private CommandSpec spec;
  @ParentCommand private Commands program;

  @Option(
      names = "--on",
      paramLabel = "PLACE",
      defaultValue = "cluster",
      description = "Where the paths run: only cluster, the bundled one, is allowed.")
  private String on;

  @Option(
      names = "--only",
      paramLabel = "PATH",
      completionCandidates = Completion.Paths.class,
      description =
          "Runs only this path; 'PATH name=value' picks values. May be given several times.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      completionCandidates = Completion.Faults.class,
      description =
          "Triggers only this fault: ${COMPLETION-CANDIDATES}. May be given several times (default:"
              + " all but reduce-attempt, which needs a job with reduces, and those of the network).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--trials",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Trials of each path and fault (default: ${DEFAULT-VALUE}). Those that end alike are one"
              + " line.")
  private int trials;

  @Mixin private SizeOptions sizes;
  @Mixin private PathsOption paths;
  @Mixin private DatabaseOptions databases;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "The form of the table: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException {
    if (!on.equals(Place.CLUSTER.name())) {
      throw new UsageException(
          "--on is '%s': give cluster; faults breaks only the bundled cluster".formatted(on));
    }
    if (trials < 1 || trials > MAX_TRIALS) {
      throw new UsageException("--trials: %d is not from 1 to %d".formatted(trials, MAX_TRIALS));
    }
    List<Fault> faults = faults();
    try {
      sizes.check();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--" + e.getMessage());
    }
    Path root = program.root();
    Suite suite = Suite.find(root, Suite.FAULT_PATHS);
    List<Variant> variants = runnable(root, suite, faults);
    Optional<String> noLab = noLab(faults);
    if (noLab.isEmpty() && faults.stream().anyMatch(Fault::onNetwork)) {
      List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
      Optional<Integer> inLab = NetOption.inLab(program, nets(faults), CLIENT, arguments);
      if (inLab.isPresent()) {
        return inLab.get();
      }
    }
    FaultRun run = new FaultRun(databases.applied(program.place(paths)), trials, noLab);
    try {
      return run.run(variants, faults, sizes.of(suite.definition()), this::print) ? 0 : 1;
    } catch (StoppedException e) {
      return 1; // the process itself ends with the signal's code
    }
  }

  private static List<String> nets(List<Fault> faults) {
    return List.of(faults.contains(Fault.LOSS) ? Fault.LOSSY_NET : Link.UNLIMITED.words());
  }

  /** Returns why faults of the network cannot be run here; empty if they can, or none is chosen. */
  private Optional<String> noLab(List<Fault> faults) throws IOException {
    if (faults.stream().noneMatch(Fault::onNetwork)) {
      return Optional.empty();
    }
    if (databases.given(program.environment()).isPresent()) {
      return Optional.of("a lab does not reach the PostgreSQL of --postgres");
    }
    return Owner.caller() == 0
        ? LabNeeds.missing(nets(faults).stream().map(Link::parse).toList())
        : Optional.of("only root can cut a link of a lab from inside it");
  }

  private List<Fault> faults() {
    return names.isEmpty()
        ? Stream.of(Fault.values()).filter(fault -> !fault.onDemand()).toList()
        : names.stream().map(FaultsCommand::fault).distinct().toList();
  }

  private static Fault fault(String name) {
    List<String> known = Stream.of(Fault.values()).map(Fault::toString).toList();
    return Stream.of(Fault.values())
        .filter(fault -> fault.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--fault: unknown fault '%s'%s"
                        .formatted(name, NearestName.hint(name, known))));
  }

  /** Returns the variants that can run here, and prints why others cannot. */
  private List<Variant> runnable(Path root, Suite suite, List<Fault> faults) {
    Requirements requirements =
        new Requirements(
            root,
            databases.environment(program.environment()),
            databases.needs(program.environment()));
    List<Variant> runnable = new ArrayList<>();
    for (Variant variant : Selection.select(suite, paths.catalogue(root), only)) {
      if (!variant.on().equals(Place.CLUSTER) && !Requirements.needsPostgres(variant.path())) {
        throw new UsageException(
            "--only: %s runs neither on a cluster nor on PostgreSQL".formatted(variant.id()));
      }
      if (!variant.on().equals(Place.CLUSTER) && databases.namesPostgres()) {
        throw new UsageException(
            "--postgres: a fault of %s ends processes of PostgreSQL, and only those of the bundled one: leave --postgres out"
                .formatted(variant.id()));
      }
      if (faults.stream().noneMatch(fault -> FaultRun.fits(fault, variant))) {
        throw new UsageException(
            "--fault: %s does not have this fault; it has %s"
                .formatted(
                    variant.id(),
                    Stream.of(Fault.values())
                        .filter(fault -> FaultRun.fits(fault, variant))
                        .map(Fault::toString)
                        .collect(joining(", "))));
      }
      Optional<String> missing = requirements.missing(variant).map(notRun -> notRun.reason());
      missing.ifPresent(reason -> System.err.println("not run: " + variant.id() + ": " + reason));
      if (missing.isEmpty()) {
        runnable.add(variant);
      }
    }
    if (runnable.isEmpty()) {
      throw new LoadpathException("nothing of this can run here");
    }
    return runnable;
  }

  private void print(FaultReport report) {
    if (json.wanted()) {
      JsonOption.print(report);
    } else if (format == Format.md) {
      System.out.print(report.markdown(command()));
    } else {
      System.out.println();
      report.lines().forEach(System.out::println);
    }
  }

  /** Returns the command that makes this table again. */
  private String command() {
    return "bin/loadpath faults"
        + paths.words()
        + RunCommand.quoted("--only", only)
        + names.stream().map(name -> RunCommand.words("--fault", name)).collect(joining())
        + RunCommand.words("--trials", trials == 1 ? null : trials)
        + sizes.words()
        + databases.words(program.environment())
        + " --format md";
  }
}
