package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.run.TrialRun;
import io.loadpath.benchmarks.run.TrialRun.Trial;
import io.loadpath.benchmarks.service.RunLab;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.postgres.PostgresServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs each path with each fault, on the bundled cluster or the bundled PostgreSQL. */
public final class FaultRun {
  /** Two workers, so that a job can continue after one is killed. */
  private static final int WORKERS = 2;

  private static final Duration STEP_LIMIT = Duration.ofMinutes(10);

  // CPU time of a task's JVM to start; Hive and Sqoop load more classes.
  private static final Duration QUERY_BEGINS = Duration.ofMillis(600);
  private static final Duration LOAD_BEGINS = Duration.ofMillis(1500);

  private final RunPlace place;
  private final int trialsOfEach;
  private final Optional<String> noLab;
  private final JobProcesses job;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param place the folders of the run; the faults break its bundled cluster
   * @param trialsOfEach the number of trials of each pair of path and fault
   * @param noLab why the faults of the network are not run; empty if this runs in a lab, or none is
   *     chosen
   */
  public FaultRun(RunPlace place, int trialsOfEach, Optional<String> noLab) {
    this.place = place;
    this.trialsOfEach = trialsOfEach;
    this.noLab = noLab;
    this.job = new JobProcesses(Cluster.of(place.root(), place.state()));
  }

  /**
   * Runs all pairs of path and fault.
   *
   * @param show gets the findings, even if the run ends early
   * @return whether every fault was triggered, and no path broke its promise
   * @throws LoadpathException if jobs run on the cluster, which the faults would disturb
   */
  public boolean run(
      List<Variant> variants,
      List<Fault> faults,
      Map<String, DatasetSize> sizes,
      Consumer<FaultReport> show)
      throws IOException {
    if (variants.stream().anyMatch(FaultRun::onCluster) && !job.cluster().containers().isEmpty()) {
      throw new LoadpathException(
          "jobs run on the cluster, and the faults would disturb them: wait for their end, or end them"
              + " with 'bin/loadpath cluster stop'");
    }
    List<Fault> here = faults.stream().filter(fault -> !notRun(fault)).toList();
    for (Variant variant : variants) {
      faults.stream()
          .filter(fault -> notRun(fault) && fits(fault, variant))
          .forEach(fault -> findings.add(Finding.notRun(variant, fault, noLab.orElseThrow())));
    }
    List<Variant> runnable =
        variants.stream().filter(v -> here.stream().anyMatch(fault -> fits(fault, v))).toList();
    if (runnable.isEmpty()) {
      show.accept(new FaultReport(findings));
      return true;
    }
    TrialRun.run(
        place,
        "faults",
        runnable,
        sizes,
        WORKERS,
        STEP_LIMIT,
        trials -> {
          try {
            takeAll(trials, runnable, here);
          } finally {
            show.accept(new FaultReport(findings));
          }
        });
    return new FaultReport(findings).good();
  }

  private boolean notRun(Fault fault) {
    return fault.onNetwork() && noLab.isPresent();
  }

  private void takeAll(TrialRun trials, List<Variant> variants, List<Fault> faults)
      throws IOException {
    long pairs =
        variants.stream().mapToLong(v -> faults.stream().filter(f -> fits(f, v)).count()).sum();
    long all = pairs * trialsOfEach;
    int number = 0;
    Optional<RunLab> lab = RunLab.of(place);
    if (lab.isPresent()) {
      lab.get().set(Link.UNLIMITED.words());
    }
    for (Variant variant : variants) {
      for (Fault fault : faults.stream().filter(f -> fits(f, variant)).toList()) {
        for (int i = 0; i < trialsOfEach; i++) {
          place.out().printf("[%d/%d] %s: %s%n", ++number, all, variant.id(), fault.title());
          take(trials, variant, fault, lab);
        }
      }
    }
  }

  private void take(TrialRun trials, Variant variant, Fault fault, Optional<RunLab> lab)
      throws IOException {
    Injection injection = injection(variant, fault, lab);
    Trial trial = trials.take(variant, injection);
    Finding finding = Finding.of(fault, trial, injection.done, injection.note);
    findings.add(finding);
    place.out().println("        " + FaultReport.line(finding));
  }

  /** Whether {@code fault} can happen to {@code variant}. */
  public static boolean fits(Fault fault, Variant variant) {
    return fault.fits(onCluster(variant), Requirements.needsPostgres(variant.path()));
  }

  private static boolean onCluster(Variant variant) {
    return variant.on().equals(Place.CLUSTER);
  }

  private Injection injection(Variant variant, Fault fault, Optional<RunLab> lab) {
    boolean query = variant.path().definition().measures() == Measure.QUERY;
    Duration begins = query ? QUERY_BEGINS : LOAD_BEGINS;
    PostgresServer server = PostgresServer.of(place.root(), place.state());
    if (fault.onNetwork()) {
      Supplier<List<Victim>> atWork =
          fault.onDatabaseLink()
              ? () -> DatabaseInjection.sessionAtWork(server).stream().toList()
              : () -> job.tasksAtWork(begins);
      return new NetworkInjection(fault, lab.orElseThrow().lab(), job, atWork);
    }
    return onCluster(variant)
        ? new TaskInjection(fault, job, begins)
        : new DatabaseInjection(fault, server);
  }
}
