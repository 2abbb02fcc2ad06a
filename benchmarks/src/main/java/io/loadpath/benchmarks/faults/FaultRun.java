package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.run.TrialRun;
import io.loadpath.benchmarks.run.TrialRun.Trial;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.cluster.Cluster;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs each path with each fault on the bundled cluster. */
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
    if (!job.cluster().containers().isEmpty()) {
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
    int pairs = variants.size() * faults.size();
    for (Variant variant : variants) {
      for (Fault fault : faults) {
        place
            .out()
            .printf("[%d/%d] %s: %s%n", findings.size() + 1, pairs, variant.id(), fault.title());
        boolean query = variant.path().definition().measures() == Measure.QUERY;
        Injection injection = new Injection(fault, job, query ? QUERY_BEGINS : LOAD_BEGINS);
        Trial trial = trials.take(variant, injection);
        Finding finding = Finding.of(fault, trial, injection.done(), injection.note());
        findings.add(finding);
        place.out().println("        " + FaultReport.line(finding));
      }
    }
  }
}
