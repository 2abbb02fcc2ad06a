package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.run.TrialRun;
import io.loadpath.benchmarks.run.TrialRun.Trial;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.postgres.PostgresServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs each path with each fault, on the bundled cluster or the bundled PostgreSQL. */
public final class FaultRun {
  /** Two workers, so that a job can continue after one is killed. */
  private static final int WORKERS = 2;

  private static final Duration STEP_LIMIT = Duration.ofMinutes(10);

  // CPU time of a task's JVM to start; Hive and Sqoop load more classes.
  private static final Duration QUERY_BEGINS = Duration.ofMillis(600);
  private static final Duration LOAD_BEGINS = Duration.ofMillis(1500);

  private final RunPlace place;
  private final JobProcesses job;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param place the folders of the run; the faults break its bundled cluster
   */
  public FaultRun(RunPlace place) {
    this.place = place;
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
    TrialRun.run(
        place,
        "faults",
        variants,
        sizes,
        WORKERS,
        STEP_LIMIT,
        trials -> {
          try {
            takeAll(trials, variants, faults);
          } finally {
            show.accept(new FaultReport(findings));
          }
        });
    return new FaultReport(findings).good();
  }

  private void takeAll(TrialRun trials, List<Variant> variants, List<Fault> faults)
      throws IOException {
    long pairs =
        variants.stream().mapToLong(v -> faults.stream().filter(f -> fits(f, v)).count()).sum();
    for (Variant variant : variants) {
      for (Fault fault : faults.stream().filter(f -> fits(f, variant)).toList()) {
        place
            .out()
            .printf("[%d/%d] %s: %s%n", findings.size() + 1, pairs, variant.id(), fault.title());
        Injected injection = injection(variant, fault);
        Trial trial = trials.take(variant, injection);
        Finding finding = Finding.of(fault, trial, injection.done(), injection.note());
        findings.add(finding);
        place.out().println("        " + FaultReport.line(finding));
      }
    }
  }

  /** Whether {@code fault} can happen to {@code variant}. */
  public static boolean fits(Fault fault, Variant variant) {
    return fault.fits(onCluster(variant));
  }

  private static boolean onCluster(Variant variant) {
    return variant.on().equals(Place.CLUSTER);
  }

  private Injected injection(Variant variant, Fault fault) {
    if (!onCluster(variant)) {
      return new DatabaseInjection(fault, PostgresServer.of(place.root(), place.state()));
    }
    boolean query = variant.path().definition().measures() == Measure.QUERY;
    return new Injection(fault, job, query ? QUERY_BEGINS : LOAD_BEGINS);
  }
}
