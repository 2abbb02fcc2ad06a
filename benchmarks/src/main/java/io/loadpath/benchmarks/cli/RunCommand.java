package io.loadpath.benchmarks.cli;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Dissection;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.ResultTable;
import io.loadpath.benchmarks.report.WriterShares;
import io.loadpath.benchmarks.run.BenchmarkRun;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.TargetCheck;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Selection;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.benchmarks.suite.SuiteDefinition;
import io.loadpath.benchmarks.suite.TimeSpan;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bin/loadpath run quick --rounds 5 --only external-table-load-postgres} */
@Command(
    name = "run",
    description = {
      "Runs load paths on real engines, measures time and CPU, and verifies every result.",
      "A path is one way to load, unload or query a table. A suite lists paths, their parameters"
          + " and the data, which Loadpath makes. TABLE.yaml describes your own files; with it, the"
          + " paths run on your rows.",
      "The results are a table on the terminal, a record (JSON) and a report (HTML). A failed path"
          + " does not stop the others.",
      "Exit code: 0 if every run was verified, 1 if not, 2 for wrong usage.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath run --budget 10m",
      "      every path of the suite quick, as often as fits into ten minutes",
      "  bin/loadpath run --only 'copy-load-postgres files=3' --rounds 5",
      "      one path with three files, five times",
      "  bin/loadpath run sales.yaml --dry-run",
      "      which paths may load the files of sales.yaml; without --dry-run, how fast"
    })
final class RunCommand implements Callable<Integer> {
  private static final int MAX_SEED = 1_000_000;

  /** The suite that changes one thing of Q1 at a time; the jobs of its variants are printed too. */
  private static final String JOBS_SUITE = "q1-jobs";

  private static final String NO_OTHER_MACHINE =
      "a lab reaches no other machine: leave out --postgres and --on DIR";

  @Mixin private HelpOption help;
  @Mixin private RunTarget target;
  @ParentCommand private Commands program;
  @Spec private CommandSpec spec;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Measured runs of each path; with --budget, at most this many (default: as the suite"
              + " says).")
  private Integer rounds;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Time for the whole run, such as 90s, 3m or 1h. Every path runs once, then again while"
              + " time is left, fast ones first (default: as the suite says; with --rounds, no"
              + " limit).")
  private String budget;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      description =
          "Runs of each path before the rounds, which do not count (default: as the suite says).")
  private Integer warmups;

  @Option(
      names = "--only",
      paramLabel = "PATH",
      completionCandidates = Completion.Paths.class,
      description =
          "Runs only this path, even if the suite does not list it. 'PATH name=value' also sets"
              + " parameters; 'bin/loadpath list' shows the allowed values. May be given several"
              + " times.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "PATH",
      description =
          "The path, or variant 'PATH name=value', that others on the same rows are compared with"
              + " (default: as the suite says, or the first).")
  private String baseline;

  @Mixin private PlacesOption places;
  @Mixin private NetOption net;
  @Mixin private DatabaseOptions databases;
  @Mixin private SizeOptions sizes;
  @Mixin private PathsOption paths;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random order of runs (default: a new one, which is recorded).")
  private Long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for record and report (default: benchmarks/results).")
  private Path results;

  @Option(
      names = "--step-limit",
      paramLabel = "TIME",
      defaultValue = "30m",
      description =
          "Maximum time of each step of a path, such as 90s or 1h (default: ${DEFAULT-VALUE}).")
  private String stepLimit;

  @Option(
      names = "--dry-run",
      description =
          "Shows what would run (on your table: what may run), on which data, what cannot run here"
              + " and why, about how long it takes, and how much it writes into PostgreSQL. Starts"
              + " nothing. Exit code 1 if nothing can run.")
  private boolean dryRun;

  private Suite suite;

  /**
   * Returns the table to print, and the heaviest writers; for the suite {@value #JOBS_SUITE} also
   * the table of jobs.
   */
  static List<String> lines(Figures figures) {
    List<String> lines = new ArrayList<>(ResultTable.lines(figures));
    if (figures.record().suite().name().equals(JOBS_SUITE)) {
      lines.add("");
      lines.addAll(Dissection.lines(figures));
    }
    List<String> shares = WriterShares.lines(figures);
    if (!shares.isEmpty()) {
      lines.add("");
      lines.addAll(shares);
    }
    return lines;
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  @Override
  public Integer call() throws IOException {
    if (dryRun) {
      String id = "dry-run-" + ProcessHandle.current().pid();
      RunPlace checked = TargetCheck.checked(place(program), id);
      Path shipped = program.root().resolve("docs/results/quick.json");
      new DryRun(request(program), checked, id, shipped).lines().forEach(System.out::println);
      return 0;
    }
    List<String> nets = Optional.ofNullable(suite(program).definition().net()).orElse(List.of());
    if (!nets.isEmpty() && otherMachine(program)) {
      throw wrongUsage("--net: " + NO_OTHER_MACHINE);
    }
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    Optional<Integer> inLab = NetOption.inLab(program, nets, List.of(), arguments);
    return inLab.isPresent()
        ? inLab.get()
        : take(program, RunCommand::lines).map(RunCommand::exitCode).orElse(1);
  }

  /** Whether the run needs a machine that a lab does not reach. */
  private boolean otherMachine(Commands program) {
    return databases.given(program.environment()).isPresent() || places.ofUser();
  }

  /**
   * Runs the suite, keeps record and report, and shows them.
   *
   * @param table makes the lines to print
   * @return the figures of the record; empty if the user stopped the run
   */
  Optional<Figures> take(Commands program, Function<Figures, List<String>> table)
      throws IOException {
    RunRequest request = request(program);
    if (request.table().isPresent()
        && request.variants().stream().anyMatch(variant -> !variant.on().local())) {
      RunTarget.requireOutsideFilesWanted(request.table().get());
    }
    writable(request.results());
    try {
      return Optional.of(
          new BenchmarkRun(place(program), request, ended -> show(ended, table)).run());
    } catch (StoppedException e) {
      return Optional.empty(); // the process itself ends with the signal's code
    }
  }

  private RunPlace place(Commands program) {
    return databases.applied(program.place(paths));
  }

  /** Returns the suite with the places and links of the command line. */
  private Suite suite(Commands program) throws IOException {
    if (suite == null) {
      check();
      try {
        suite = net.applied(places.applied(target.suite(program.root())));
      } catch (IllegalArgumentException e) {
        throw wrongUsage(e.getMessage());
      }
      if (suite.definition().withoutLab() != null) {
        Optional<String> obstacle =
            otherMachine(program)
                ? Optional.of(NO_OTHER_MACHINE)
                : NetOption.obstacle(program, suite.definition().net());
        if (obstacle.isPresent()) {
          System.out.println("no lab, so the paths without one run: " + obstacle.get());
          suite = suite.outsideLab();
        }
      }
    }
    return suite;
  }

  private RunRequest request(Commands program) throws IOException {
    Path root = program.root();
    Suite suite = suite(program);
    Optional<RunRequest.UserTable> own;
    try {
      own = target.table();
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage());
    }
    if (own.isPresent() && sizes.given()) {
      throw wrongUsage(
          "--rows and --scale are for a suite that makes its data; your table has the rows of its"
              + " files");
    }
    PathCatalogue catalogue = paths.catalogue(root);
    List<Variant> variants = Selection.select(suite, catalogue, only);
    Path bundled = Cluster.of(root, program.state()).folder().resolve("conf");
    places.unused(variants, program.environment(), bundled).ifPresent(System.err::println);
    List<Variant> baselines = suite.baselines(catalogue);
    if (baseline != null) {
      baselines = Selection.withChosen(Selection.find(variants, baseline, "--baseline"), baselines);
    }
    Path folder = results == null ? root.resolve("benchmarks/results") : results;
    return new RunRequest(
        suite,
        variants,
        baselines,
        sizes.of(suite.definition()),
        own,
        new RunRequest.Order(
            Optional.ofNullable(suite.definition().startRows()).orElse(0L),
            warmups == null ? suite.definition().warmups() : warmups,
            rounds == null ? suite.definition().rounds() : rounds,
            budget(budget, rounds, suite.definition()),
            seed == null ? ThreadLocalRandom.current().nextInt(1, MAX_SEED) : seed),
        command(program, true),
        command(program, false),
        folder.toAbsolutePath().normalize(),
        TimeSpan.parse("step-limit", stepLimit));
  }

  /** Returns {@code folder} if it is writable; a failure after the run would be too late. */
  static Path writable(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, ".writable", ""));
      return folder.toAbsolutePath().normalize();
    } catch (IOException e) {
      throw new LoadpathException(
          "cannot write to the results folder %s (%s): name another with --out"
              .formatted(folder, e),
          e);
    }
  }

  /** Returns a line about variants for which the budget allowed one round only, if any. */
  static Optional<String> oneRoundOnly(RunRecord record) {
    Long budget = record.suite().budgetSeconds();
    long few = record.variants().stream().filter(v -> record.rounds(v.id()) == 1).count();
    boolean otherReason = record.suite().rounds() == 1 || record.interrupted() != null;
    return budget == null || few == 0 || otherReason
        ? Optional.empty()
        : Optional.of(
            "%d variant%s had one round only (budget %s)"
                .formatted(few, few == 1 ? "" : "s", TimeSpan.text(budget)));
  }

  private static void show(BenchmarkRun.Ended ended, Function<Figures, List<String>> table) {
    System.out.println();
    ended.figures().record().interruption().ifPresent(System.out::println);
    table.apply(ended.figures()).forEach(System.out::println);
    oneRoundOnly(ended.figures().record()).ifPresent(System.out::println);
    System.out.println();
    ended.files().print(System.out);
    ended.logs().ifPresent(logs -> System.out.println("logs    " + logs + " (until the next run)"));
  }

  /** Returns 0 if every run was verified; prints rates above their limits on standard error. */
  static int exitCode(Figures figures) {
    List<String> impossible = figures.aboveTheirLimits();
    impossible.forEach(line -> System.err.println("loadpath: " + line));
    boolean good =
        figures.record().samples().stream()
            .allMatch(sample -> sample.verified() && sample.leftProcesses().isEmpty());
    return good && impossible.isEmpty() ? 0 : 1;
  }

  /** Fails if an option has an invalid value. */
  private void check() {
    requireRange("--rounds", rounds, 1, SuiteDefinition.MAX_ROUNDS);
    requireRange("--warmups", warmups, 0, SuiteDefinition.MAX_ROUNDS);
    try {
      places.check();
      net.check();
      TimeSpan.parse("step-limit", stepLimit);
      if (budget != null) {
        TimeSpan.parse("budget", budget);
      }
      sizes.check();
    } catch (IllegalArgumentException e) {
      throw wrongUsage("--" + e.getMessage());
    }
  }

  private void requireRange(String option, Number value, long least, long most) {
    if (value != null && (value.longValue() < least || value.longValue() > most)) {
      throw wrongUsage("%s: %s is not from %d to %d".formatted(option, value, least, most));
    }
  }

  /** Returns the budget, if any; --rounds without --budget removes the suite's. */
  static Optional<Duration> budget(String given, Integer rounds, SuiteDefinition suite) {
    String ofSuite = rounds == null ? suite.budget() : null;
    return Optional.ofNullable(given == null ? ofSuite : given)
        .map(text -> TimeSpan.parse("budget", text));
  }

  /** Returns the command that repeats this run. */
  private String command(Commands program, boolean withOnly) {
    String command =
        "bin/loadpath run "
            + target.words()
            + paths.words()
            + words("--rounds", rounds)
            + words("--budget", budget)
            + words("--warmups", warmups)
            + sizes.words()
            + places.words()
            + net.words()
            + databases.words(program.environment());
    return withOnly
        ? command
            + words("--seed", seed)
            + quoted("--only", only)
            + quoted("--baseline", baseline == null ? List.of() : List.of(baseline))
        : command;
  }

  /** Returns an option and its value for a command line; empty if the value is null. */
  static String words(String option, Object value) {
    return value == null ? "" : " " + option + " " + value;
  }

  static String quoted(String option, List<String> values) {
    return values.stream().map(value -> words(option, "'" + value + "'")).collect(joining());
  }
}
