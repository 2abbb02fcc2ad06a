package io.loadpath.benchmarks.cli;

import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.chaos.ChaosRun;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.TimeSpan;
import io.loadpath.tables.cli.HelpOption;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code bin/loadpath chaos --seed 7 --jobs 100} */
@Command(
    name = "chaos",
    description = {
      "Looks for lost, doubled and changed rows: runs random jobs of the connector, of the loader"
          + " for partitions and of the loads in postgres/, disturbs them, and checks every row afterwards.",
      "It starts its own PostgreSQL servers, kills them, and removes them at the end. It never"
          + " touches another server. After a failure, logs and files are kept in the folder chaos of"
          + " the state folder.",
      "The same seed and number repeat the same job.",
      "Exit code: 0 if every job passed the check, otherwise 1."
    },
    footer = {
      "",
      "Examples:",
      "  bin/loadpath chaos                                two minutes with a new seed",
      "  bin/loadpath chaos --seed 7 --jobs 100            100 jobs of seed 7",
      "  bin/loadpath chaos --seed 7 --first 42 --jobs 1   only job 42",
      "  bin/loadpath chaos --only load --jobs 80          80 jobs of the loader for partitions",
      "  bin/loadpath chaos --on cluster --budget 30m      half an hour on a cluster"
    })
final class ChaosCommand implements Callable<Integer> {
  private static final String DEFAULT_BUDGET = "2m";
  private static final int SEEDS = 1_000_000;

  @Mixin private HelpOption help;
  @ParentCommand private Commands program;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random jobs (default: a new one, which is printed).")
  private Long seed;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Starts no job after this time, such as 90s, 3m or 1h (default: 2m, or no limit with --jobs).")
  private String budget;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Number of jobs (default: as many as the budget allows).")
  private int jobs;

  @Option(
      names = "--first",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of the first job (default: ${DEFAULT-VALUE}).")
  private int first;

  @Option(
      names = "--on",
      paramLabel = "PLACE",
      defaultValue = "local",
      description =
          "Where the jobs run: local, or cluster for the bundled one (default: ${DEFAULT-VALUE}).")
  private String on;

  @Option(
      names = "--only",
      paramLabel = "KIND",
      defaultValue = "",
      description =
          "The only kind of jobs: export, update, merge, import, load, copy or external (default: all).")
  private String only;

  @Override
  public Integer call() throws IOException {
    boolean cluster = on.equals(Place.CLUSTER.name());
    if (!cluster && !on.equals(Place.LOCAL.name())) {
      throw new UsageException("--on is '%s': give local or cluster".formatted(on));
    }
    if (jobs < 0 || first < 1) {
      throw new UsageException("--jobs must be at least 0, and --first at least 1");
    }
    List<String> kinds = ChaosRun.Request.kinds(cluster);
    if (!only.isEmpty() && !kinds.contains(only)) {
      throw new UsageException("--only is '%s': give one of %s".formatted(only, kinds));
    }
    Duration limit = limit();
    long chosen = seed == null ? new SecureRandom().nextInt(SEEDS) : seed;
    System.err.println("seed " + chosen);
    ChaosRun.Request request = new ChaosRun.Request(chosen, first, jobs, limit, cluster, only);
    ChaosRun run = new ChaosRun(program.root(), program.state(), System.out, System.err, request);
    return run.run() ? 0 : 1;
  }

  /** Returns the time after which no job starts; zero for no limit. */
  private Duration limit() {
    String text = budget == null && jobs == 0 ? DEFAULT_BUDGET : budget;
    try {
      return text == null ? Duration.ZERO : TimeSpan.parse("--budget", text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
