package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs random jobs in parallel lanes, each with its own server, until time or jobs are used up. */
public final class ChaosRun {
  private final Path root;
  private final Path folder;
  private final PrintStream out;
  private final PrintStream progress;
  private final Request request;
  private final AtomicInteger next;
  private final long deadline;
  private List<Server> servers;
  private List<Thread> lanes;
  private ChaosCluster cluster;
  private volatile boolean stopped;

  // counts of jobs and harms
  private int jobs;
  private int harmed;
  private final Map<String, Integer> shown = new TreeMap<>();
  private final Map<String, List<Integer>> failures = new TreeMap<>();
  private Exception broken;

  /**
   * A request for a chaos run.
   *
   * @param seed the seed of all plans
   * @param first the number of the first job
   * @param jobs the number of jobs; 0 for no limit
   * @param limit the time after which no job starts; zero for no limit
   * @param onCluster whether the jobs run on the bundled cluster, one at a time. Otherwise there is
   *     one lane more than cores, because a job sometimes waits
   * @param only the only kind of jobs, such as {@code load}; empty for all kinds
   */
  public record Request(
      long seed, int first, int jobs, Duration limit, boolean onCluster, String only) {
    /** Returns the kinds of jobs that run in a place. */
    public static List<String> kinds(boolean onCluster) {
      return Stream.of(JobPlan.Kind.values())
          .filter(kind -> !onCluster || !kind.replaces())
          .map(JobPlan::words)
          .toList();
    }

    private JobPlan plan(int job) {
      JobPlan.Kind kind =
          only.isEmpty() ? null : JobPlan.Kind.valueOf(only.toUpperCase(Locale.ROOT));
      return new JobPlan(seed, job, onCluster, kind);
    }

    int lanes() {
      return onCluster || jobs == 1 ? 1 : Runtime.getRuntime().availableProcessors() + 1;
    }
  }

  /**
   * @param root the project
   * @param state the state folder; its folder {@code chaos} is used
   * @param out the output for failures and the summary
   * @param progress the output for a line about each job
   */
  public ChaosRun(Path root, Path state, PrintStream out, PrintStream progress, Request request) {
    this.root = root;
    this.folder = state.resolve("chaos");
    this.out = out;
    this.progress = progress;
    this.request = request;
    this.next = new AtomicInteger(request.first());
    this.deadline =
        request.limit().isZero() ? Long.MAX_VALUE : System.nanoTime() + request.limit().toNanos();
  }

  /**
   * Runs the jobs; returns whether the model held.
   *
   * @throws LoadpathException if another run uses the folder, or other jobs run on the cluster
   */
  @SuppressWarnings("try") // the lock is only held
  public boolean run() throws IOException {
    Owner.makeFolders(folder);
    Path file = folder.resolve("lock");
    try (FolderLock lock =
            FolderLock.tryTake(file, "chaos")
                .orElseThrow(() -> new LoadpathException("another chaos test holds " + file));
        ChaosCluster bundled =
            request.onCluster()
                ? new ChaosCluster(root, folder.getParent(), progress::println)
                : null) {
      cluster = bundled;
      servers =
          IntStream.range(0, request.lanes())
              .mapToObj(n -> new Server(root, folder.resolve("lane-" + n)))
              .toList();
      lanes =
          servers.stream()
              .map(server -> new Thread(() -> lane(server), server.state.getFileName().toString()))
              .toList();
      Thread end = new Thread(this::stop, "chaos-end");
      Runtime.getRuntime().addShutdownHook(end);
      lanes.forEach(Thread::start);
      join(lanes, Duration.ZERO);
      try {
        Runtime.getRuntime().removeShutdownHook(end);
      } catch (IllegalStateException e) {
        return false; // the shutdown hook cleans up
      }
      return summary();
    }
  }

  /** Ends the jobs and servers; the lanes then remove their files. */
  private void stop() {
    stopped = true;
    for (Server server : servers) {
      try {
        server.giveUp();
      } catch (RuntimeException e) {
        broken(e);
      }
    }
    join(lanes, Duration.ZERO);
  }

  /** Waits for the end of threads, for each up to the limit; zero for no limit. */
  static void join(List<Thread> threads, Duration limit) {
    for (Thread thread : threads) {
      try {
        thread.join(limit.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void lane(Server server) {
    if (stopped) {
      return; // nothing waits for a lane that starts later
    }
    try {
      server.remove(); // leftovers of a killed run
      server.start();
      while (!stopped && System.nanoTime() < deadline) {
        int job = next.getAndIncrement();
        if (request.jobs() > 0 && job >= request.first() + request.jobs()) {
          break;
        }
        job(server, request.plan(job));
      }
    } catch (IOException | SQLException | RuntimeException e) {
      if (!stopped) {
        broken(e);
      }
    } finally {
      try {
        server.remove();
      } catch (IOException | RuntimeException e) {
        broken(e);
      }
    }
  }

  private void job(Server server, JobPlan plan) throws IOException {
    Path jobFolder = Files.createDirectories(server.state.resolve("job-" + plan.job));
    Owner.mode(jobFolder, "rwxr-xr-x");
    long logBegin = Files.size(server.log());
    Steps steps = new Steps();
    long begin = System.nanoTime();
    try {
      new JobRun(server, plan, jobFolder, steps, cluster).run();
    } catch (SQLException | RuntimeException e) {
      if (stopped) {
        return;
      }
      steps.violation("the chaos test itself fails: " + e);
      e.printStackTrace(progress);
      server.awaitReady();
    }
    if (stopped) {
      return;
    }
    progress.printf(
        "[%d] %s%s%s, %.1f s: %s%n",
        plan.job,
        JobPlan.words(plan.kind),
        plan.harms.isEmpty() ? "" : " with " + plan.harms.stream().map(Harm::what).toList(),
        plan.cut() ? " cut" : "",
        (System.nanoTime() - begin) / 1e9,
        steps.violations.isEmpty() ? "good" : "VIOLATED " + steps.violations.get(0));
    Path kept = folder.resolve("failed-%d-%d".formatted(plan.seed, plan.job));
    note(plan, steps, kept);
    if (!steps.violations.isEmpty()) {
      FileTree.delete(kept);
      Files.move(jobFolder, kept);
      try (InputStream log = Files.newInputStream(server.log())) {
        log.skipNBytes(logBegin);
        Files.copy(log, kept.resolve("server.log"));
      }
    }
    FileTree.delete(jobFolder);
  }

  private synchronized void note(JobPlan plan, Steps steps, Path kept) {
    jobs++;
    shown.merge(JobPlan.words(plan.kind), 1, Integer::sum);
    steps.harms.forEach(what -> shown.merge(what.toString(), 1, Integer::sum));
    if (!steps.harms.isEmpty() || plan.cut() || plan.twin != JobPlan.Twin.NONE) {
      harmed++;
    }
    if (steps.violations.isEmpty()) {
      return;
    }
    for (String violation : steps.violations) {
      failures.computeIfAbsent(violation.split(":", 2)[0], s -> new ArrayList<>()).add(plan.job);
    }
    out.printf("FAILED: seed %d, job %d%n", plan.seed, plan.job);
    steps.violations.forEach(violation -> out.println("  violated: " + violation));
    plan.steps().forEach(step -> out.println("  plan: " + step));
    steps.lines.forEach(line -> out.println("  " + line));
    out.printf(
        "  kept: %s%n  again: bin/loadpath chaos --seed %d --first %d --jobs 1%s%s%n",
        kept,
        plan.seed,
        plan.job,
        request.only().isEmpty() ? "" : " --only " + request.only(),
        cluster == null ? "" : " --on cluster");
  }

  /** Notes an error that ended the jobs, or left files. */
  private synchronized void broken(Exception e) {
    broken = e;
    e.printStackTrace(progress);
  }

  /** Prints the summary; returns whether the model held. */
  private synchronized boolean summary() {
    out.printf("seed %d: %d jobs, %d with harm%n", request.seed(), jobs, harmed);
    out.println("jobs and harm: " + shown);
    failures.forEach((sentence, numbers) -> out.printf("FAILED %s: jobs %s%n", sentence, numbers));
    if (broken != null) {
      out.println("ended early: " + broken);
    }
    return failures.isEmpty() && broken == null;
  }
}
