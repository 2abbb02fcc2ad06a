package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Random jobs side by side, each lane with a server of its own, until time or jobs are over. */
public final class ChaosRun {
  private static final Duration HANGS = Duration.ofSeconds(120);

  private final Path root;
  private final Path folder;
  private final PrintStream out;
  private final PrintStream progress;
  private final Summary summary = new Summary();
  private final List<Server> servers = new ArrayList<>();
  private final List<Thread> lanes = new ArrayList<>();
  private ClusterHarm cluster;
  private Path hadoopConf;
  private volatile boolean stopped;

  /**
   * What is run.
   *
   * @param seed of all plans
   * @param first number of the first job
   * @param jobs how many; 0 is without limit
   * @param limit the time after which no job begins; zero is without limit
   * @param onCluster whether the jobs run on the bundled cluster, one at a time; else one more than
   *     there are cores, as a job waits now and then
   */
  public record Request(long seed, int first, int jobs, Duration limit, boolean onCluster) {
    int lanes() {
      return onCluster || jobs == 1 ? 1 : Runtime.getRuntime().availableProcessors() + 1;
    }
  }

  /**
   * @param root the project
   * @param state the state folder; all that is made there is in its folder {@code chaos}
   * @param out for failures and the summary
   * @param progress for a line a job
   */
  public ChaosRun(Path root, Path state, PrintStream out, PrintStream progress) {
    this.root = root;
    this.folder = state.resolve("chaos");
    this.out = out;
    this.progress = progress;
  }

  /**
   * Runs the jobs; returns whether the model held.
   *
   * @throws LoadpathException if another run has the folder, or jobs of others are on the cluster
   */
  @SuppressWarnings("try") // the lock is held, not used
  public boolean run(Request request) throws IOException {
    Owner.makeFolders(folder);
    Path file = folder.resolve("lock");
    try (FolderLock lock =
            FolderLock.tryTake(file, "chaos")
                .orElseThrow(() -> new LoadpathException("another chaos test holds " + file));
        BundledCluster bundled =
            request.onCluster()
                ? new BundledCluster(root, folder.getParent(), progress::println)
                : null) {
      cluster = bundled == null ? new NoCluster() : bundled;
      hadoopConf = bundled == null ? null : bundled.conf();
      return runLanes(request);
    }
  }

  private boolean runLanes(Request request) {
    Thread end = new Thread(this::stop, "chaos-end");
    Runtime.getRuntime().addShutdownHook(end);
    AtomicInteger next = new AtomicInteger(request.first());
    long deadline =
        request.limit().isZero() ? Long.MAX_VALUE : System.nanoTime() + request.limit().toNanos();
    for (int lane = 0; lane < request.lanes(); lane++) {
      Path laneFolder = folder.resolve("lane-" + lane);
      Thread thread = new Thread(() -> lane(laneFolder, request, next, deadline), "lane-" + lane);
      thread.start();
      lanes.add(thread);
    }
    join(lanes);
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      return false; // the hook is at work
    }
    summary.lines(request.seed()).forEach(out::println);
    return summary.good();
  }

  /** Ends the jobs and servers; the lanes then remove what they have made. */
  private void stop() {
    stopped = true;
    synchronized (servers) {
      servers.forEach(Server::giveUp);
    }
    join(lanes);
  }

  private static void join(List<Thread> threads) {
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void lane(Path state, Request request, AtomicInteger next, long deadline) {
    Server server = new Server(root, state);
    synchronized (servers) {
      servers.add(server);
    }
    try {
      server.remove(); // what a killed run has left
      Owner.makeFolders(state);
      server.start();
      functions(server);
      while (!stopped && System.nanoTime() < deadline) {
        int job = next.getAndIncrement();
        if (request.jobs() > 0 && job >= request.first() + request.jobs()) {
          break;
        }
        job(server, PlanDraw.draw(request.seed(), job, request.onCluster()));
      }
    } catch (IOException | SQLException | RuntimeException e) {
      if (!stopped) {
        summary.broken(e);
        e.printStackTrace(progress);
      }
    } finally {
      try {
        server.remove();
      } catch (IOException e) {
        summary.broken(e);
      }
    }
  }

  private void functions(Server server) throws IOException, SQLException {
    List<String> install =
        List.of(
            root.resolve("bin/postgres").toString(),
            "sql",
            "-f",
            root.resolve("postgres/sql/functions.sql").toString());
    Client client =
        Client.start(install, server.environment(), server.state().resolve("functions.log"));
    client.await(HANGS);
    if (client.exitCode() != 0) {
      throw new IOException("the functions are not installed: " + client.text());
    }
    server.grant();
  }

  private void job(Server server, Plan plan) throws IOException, SQLException {
    Path jobFolder = Files.createDirectories(server.state().resolve("job-" + plan.job()));
    Owner.mode(jobFolder, "rwxr-xr-x");
    long logBegin = Files.size(server.log());
    Steps steps = new Steps();
    long begin = System.nanoTime();
    try {
      new JobRun(server, plan, jobFolder, steps, cluster, hadoopConf, HANGS).run();
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
    double seconds = (System.nanoTime() - begin) / 1e9;
    summary.add(plan, steps, seconds);
    progress.printf(
        "[%d] %s%s%s, %.1f s: %s%n",
        plan.job(),
        Plan.words(plan.kind()),
        plan.harms().isEmpty()
            ? ""
            : " with " + plan.harms().stream().map(h -> h.what().toString()).toList(),
        plan.cut() ? " cut" : "",
        seconds,
        steps.violations().isEmpty() ? "good" : "VIOLATED " + steps.violations().get(0));
    if (!steps.violations().isEmpty()) {
      Path kept = folder.resolve("failed-%d-%d".formatted(plan.seed(), plan.job()));
      keep(jobFolder, server.log(), logBegin, kept);
      synchronized (out) {
        out.printf("FAILED: seed %d, job %d%n", plan.seed(), plan.job());
        steps.violations().forEach(violation -> out.println("  violated: " + violation));
        plan.steps().forEach(step -> out.println("  plan: " + step));
        steps.lines().forEach(line -> out.println("  " + line));
        out.printf(
            "  kept: %s%n  again: bin/loadpath chaos --seed %d --first %d --jobs 1%s%n",
            kept, plan.seed(), plan.job(), hadoopConf == null ? "" : " --on cluster");
      }
    }
    FileTree.delete(jobFolder);
  }

  private static void keep(Path job, Path serverLog, long logBegin, Path kept) throws IOException {
    FileTree.delete(kept);
    try (Stream<Path> all = Files.walk(job)) {
      for (Path file : all.toList()) {
        Path copy = kept.resolve(job.relativize(file).toString());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    try (var log = Files.newInputStream(serverLog)) {
      log.skipNBytes(logBegin);
      Files.copy(log, kept.resolve("server.log"));
    }
  }

  /** The local runner has no processes but the client's. */
  private static final class NoCluster implements ClusterHarm {
    @Override
    public boolean harm(Harm harm) {
      return false;
    }

    @Override
    public boolean awaitEnd() {
      return true;
    }
  }
}
