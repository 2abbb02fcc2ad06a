package io.loadpath.benchmarks.cli;

import static java.util.stream.Collectors.joining;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.measure.Requirements;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Dissection;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.report.ResultTable;
import io.loadpath.benchmarks.run.BenchmarkRun;
import io.loadpath.benchmarks.run.RunRequest;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Selection;
import io.loadpath.benchmarks.suite.Suite;
import io.loadpath.benchmarks.suite.SuiteDefinition;
import io.loadpath.benchmarks.suite.TimeSpan;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
      "Runs every path of a suite on real engines, verifies that the rows arrived or that the answer"
          + " is right, and writes a record and a report.",
      "A path that fails does not stop the others; the exit code is then 1."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath run",
      "  bin/loadpath run quick --rounds 5",
      "  bin/loadpath run quick --budget 10m",
      "  bin/loadpath run quick --rounds 10 --warmups 1 --baseline sqoop-jdbc-load-postgres",
      "  bin/loadpath run --only mapreduce-q1 --scale 1",
      "  bin/loadpath run --only 'copy-load-postgres files=3' --rows 10000000",
      "  bin/loadpath run --only mapreduce-q1 --on local,cluster",
      "  bin/loadpath run --paths ../my-paths --only my-loader",
      "  bin/loadpath describe 'sales/*.csv.gz'",
      "  bin/loadpath run sales.yaml",
      "  bin/loadpath run sales.yaml 'sales/2026-*.csv.gz' --parts 4"
    })
final class RunCommand implements Callable<Integer> {
  private static final int MAX_SEED = 1_000_000;
  private static final String CONF_DIR = "HADOOP_CONF_DIR";

  /** The suite that changes one thing of Q1 at a time: the jobs of its variants tell more. */
  private static final String JOBS_SUITE = "q1-jobs";

  @Mixin private HelpOption help;
  @Mixin private RunTarget target;
  @ParentCommand private Commands program;
  @Spec private CommandSpec spec;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Rounds: runs of each path (default: as the suite says). Without --budget, each path gets"
              + " all of them.")
  private Integer rounds;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Time for the whole run, such as 90s, 3m or 1h: every path runs once, then again as often"
              + " as fits, fast ones first (default: as the suite says).")
  private String budget;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      description =
          "Runs of each path before the rounds, marked and not counted (default: as the suite"
              + " says).")
  private Integer warmups;

  @Option(
      names = "--only",
      paramLabel = "PATH",
      completionCandidates = Completion.Paths.class,
      description =
          "Runs this path alone; 'PATH name=value' picks values, any that 'bin/loadpath list'"
              + " allows: of the range 1..9999, files=3. May be given several times.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--on",
      split = ",",
      paramLabel = "PLACE",
      description =
          "Where paths run that use Hadoop: local, cluster (the bundled one), or DIR, the"
              + " HADOOP_CONF_DIR of a cluster of yours; several with commas (default: as the suite"
              + " says, or local).")
  private List<String> on = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "PATH",
      description =
          "Compares every path over the same rows with this path, or with the variant"
              + " 'PATH name=value' (default: as the suite says, or the first).")
  private String baseline;

  @Mixin private SizeOptions sizes;
  @Mixin private PathsOption paths;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the order in which paths run (default: a new one, which is recorded).")
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
          "Maximum time of a step of a path, such as 90s or 1h; a longer one is ended (default:"
              + " ${DEFAULT-VALUE}).")
  private String stepLimit;

  @Option(
      names = "--dry-run",
      description = "Only shows what would run on which data, and what cannot run here and why.")
  private boolean dryRun;

  /** The lines to print of the record: the table of all its paths, and for Q1 that of its jobs. */
  static List<String> lines(Figures figures) {
    List<String> lines = new ArrayList<>(ResultTable.lines(figures));
    if (figures.record().suite().name().equals(JOBS_SUITE)) {
      lines.add("");
      lines.addAll(Dissection.lines(figures));
    }
    return lines;
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  @Override
  public Integer call() throws IOException {
    if (dryRun) {
      Requirements requirements = new Requirements(program.root(), program.environment());
      new DryRun(request(program), requirements).lines().forEach(System.out::println);
      return 0;
    }
    return take(program, RunCommand::lines).map(RunCommand::exitCode).orElse(1);
  }

  /**
   * Runs the suite, keeps record and report, and shows them.
   *
   * @param table what to print of the record
   * @return the figures of the record; nothing if the user stopped the run
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
          new BenchmarkRun(program.place(paths), request, ended -> show(ended, table)).run());
    } catch (StoppedException e) {
      System.err.println("stopped: all that this run started is ended");
      return Optional.empty(); // the process itself ends with the signal's code
    }
  }

  private RunRequest request(Commands program) {
    check();
    Path root = program.root();
    Suite suite;
    Optional<RunRequest.UserTable> own;
    try {
      suite = target.suite(root);
      own = target.table();
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage());
    }
    if (own.isPresent() && sizes.given()) {
      throw wrongUsage(
          "--rows and --scale are for data that is made; a table has the rows of its files");
    }
    if (!on.isEmpty()) {
      suite = suite.on(on);
    }
    PathCatalogue catalogue = paths.catalogue(root);
    List<Variant> variants = Selection.select(suite, catalogue, only);
    Path bundled = Cluster.of(root, program.state()).folder().resolve("conf");
    unused(on, variants, program.environment(), bundled).ifPresent(System.err::println);
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
        command(true),
        command(false),
        folder.toAbsolutePath().normalize(),
        TimeSpan.parse("step-limit", stepLimit));
  }

  /** Returns {@code folder}, if files can be made in it: better now than after the run. */
  static Path writable(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, ".writable", ""));
      return folder.toAbsolutePath().normalize();
    } catch (IOException e) {
      throw new LoadpathException(
          "the results folder %s cannot be written (%s): name another with --out"
              .formatted(folder, e),
          e);
    }
  }

  /** Says how many variants the budget left with one round; empty if it left none. */
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

  /**
   * Returns what to say of a caller's cluster that the run does not use, if there is one.
   *
   * @param bundled the folder of the bundled cluster's configuration
   */
  static Optional<String> unused(
      List<String> on, List<Variant> variants, Map<String, String> environment, Path bundled) {
    String configuration = environment.getOrDefault(CONF_DIR, "");
    boolean jobs = variants.stream().anyMatch(variant -> variant.path().runsOnCluster());
    List<Place> places = variants.stream().map(Variant::on).distinct().toList();
    boolean ofBundled = Path.of(configuration).toAbsolutePath().normalize().equals(bundled);
    if (!on.isEmpty()
        || configuration.isEmpty()
        || !jobs
        || ofBundled && places.contains(Place.CLUSTER)) {
      return Optional.empty();
    }
    return Optional.of(
        "%s=%s is not used: this run is %s; to run on that cluster, add --on %s"
            .formatted(
                CONF_DIR,
                configuration,
                places.stream()
                    .map(place -> place.local() ? place.name() : "on " + place.name())
                    .collect(joining(" and ")),
                ofBundled ? Place.CLUSTER.name() : "\"$" + CONF_DIR + "\""));
  }

  /** Returns 0 if all went well; prints rates above their limits on standard error. */
  static int exitCode(Figures figures) {
    List<String> impossible = figures.aboveTheirLimits();
    impossible.forEach(line -> System.err.println("loadpath: " + line));
    boolean good =
        figures.record().samples().stream()
            .allMatch(sample -> sample.verified() && sample.leftProcesses().isEmpty());
    return good && impossible.isEmpty() ? 0 : 1;
  }

  /** Fails if an option or parameter means nothing here. */
  private void check() {
    requireRange("--rounds", rounds, 1, SuiteDefinition.MAX_ROUNDS);
    requireRange("--warmups", warmups, 0, SuiteDefinition.MAX_ROUNDS);
    requirePlaces();
    try {
      TimeSpan.parse("step-limit", stepLimit);
      if (budget != null) {
        TimeSpan.parse("budget", budget);
      }
      sizes.check();
    } catch (IllegalArgumentException e) {
      throw wrongUsage("--" + e.getMessage());
    }
  }

  private void requirePlaces() {
    try {
      on.forEach(Place::of);
    } catch (IllegalArgumentException e) {
      throw wrongUsage("--on: " + e.getMessage());
    }
  }

  private void requireRange(String option, Number value, long least, long most) {
    if (value != null && (value.longValue() < least || value.longValue() > most)) {
      throw wrongUsage("%s: %s is not from %d to %d".formatted(option, value, least, most));
    }
  }

  /** Rounds given by hand are all wanted, unless a budget is given too. */
  static Optional<Duration> budget(String given, Integer rounds, SuiteDefinition suite) {
    String ofSuite = rounds == null ? suite.budget() : null;
    return Optional.ofNullable(given == null ? ofSuite : given)
        .map(text -> TimeSpan.parse("budget", text));
  }

  /** The line that asks for this run again. */
  private String command(boolean withOnly) {
    String command =
        "bin/loadpath run "
            + target.words()
            + paths.words()
            + words("--rounds", rounds)
            + words("--budget", budget)
            + words("--warmups", warmups)
            + sizes.words()
            + words("--on", on.isEmpty() ? null : places(on));
    return withOnly
        ? command
            + words("--seed", seed)
            + quoted("--only", only)
            + quoted("--baseline", baseline == null ? List.of() : List.of(baseline))
        : command;
  }

  /** Returns an option of a command line; nothing if it was not given. */
  static String words(String option, Object value) {
    return value == null ? "" : " " + option + " " + value;
  }

  static String quoted(String option, List<String> values) {
    return values.stream().map(value -> words(option, "'" + value + "'")).collect(joining());
  }

  /** Returns the value of --on for a shell, in whichever folder it is. */
  static String places(List<String> on) {
    return on.stream().map(RunCommand::place).collect(joining(","));
  }

  private static String place(String text) {
    Path configuration = Place.of(text).configuration();
    return configuration == null ? text : ShellWord.quoted(configuration.toString());
  }
}
