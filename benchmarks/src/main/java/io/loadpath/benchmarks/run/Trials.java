package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Takes variants through setup, run, verify and teardown, and measures only what arrives. */
public final class Trials {
  private static final Duration JOBS_LIMIT = Duration.ofMinutes(3);

  private final RunSession session;
  private final Services services;
  private final Map<Variant, PreparedData> data;
  private final Duration stepLimit;
  private int position;

  Trials(
      RunSession session, Services services, Map<Variant, PreparedData> data, Duration stepLimit) {
    this.session = session;
    this.services = services;
    this.data = data;
    this.stepLimit = stepLimit;
  }

  /**
   * Takes one variant through its steps. Teardown runs whatever happens, and no process is left.
   *
   * @throws StoppedException if the user ended the run
   * @throws LoadpathException if the teardown fails, after which nothing can be said of the next
   */
  public Trial take(Variant variant, Disturbance disturbance) throws IOException {
    session.stop().check();
    Folders folders = session.folders(++position, variant);
    folders.make();
    Preprocessors.of(variant.path(), folders.server()).install();
    Steps steps = session.steps(variant, folders, data.get(variant));
    session.remember(steps.teardownForLater());
    try {
      session.beginSample(variant, folders);
      services.configure(variant, disturbance.jobSettings());
      return take(steps, disturbance);
    } finally {
      tearDown(steps);
      session.remember(null);
      folders.delete(false);
    }
  }

  private Trial take(Steps steps, Disturbance disturbance) throws IOException {
    try {
      steps.run(Step.SETUP, stepLimit);
    } catch (StepFailure e) {
      return trial(steps, e.error(), null, e.error());
    }
    RunError failure = run(steps, disturbance);
    awaitJobs(steps.variant());
    VerifyOutput output = null;
    try {
      steps.run(Step.VERIFY, stepLimit);
      output = VerifyOutput.parse(Files.readString(steps.output(Step.VERIFY)));
      Verification.check(output, steps.variant(), data.get(steps.variant()).manifest());
      return trial(steps, failure, output, null);
    } catch (StepFailure e) {
      return trial(steps, failure, output, e.error());
    }
  }

  private Trial trial(Steps steps, RunError failure, VerifyOutput output, RunError proof) {
    boolean counted = output != null && output.fingerprint() != null;
    return new Trial(
        steps.variant(),
        failure,
        counted ? output.fingerprint().rows() : null,
        data.get(steps.variant()).manifest().rows(),
        proof == null,
        proof);
  }

  /** Returns how it failed, or null if it did not. */
  private RunError run(Steps steps, Disturbance disturbance) throws IOException {
    Beside beside = new Beside(disturbance);
    try {
      steps.run(Step.RUN, stepLimit);
      return null;
    } catch (StepFailure e) {
      return e.error();
    } finally {
      beside.end();
      disturbance.repair(); // also when the user ended the run
    }
  }

  /** The thread of a disturbance. */
  private final class Beside implements Disturbance.Running {
    private final Thread thread;
    private volatile boolean over;

    Beside(Disturbance disturbance) {
      thread = new Thread(() -> disturbance.during(this), "disturbance");
      thread.start();
    }

    @Override
    public boolean over() {
      return over;
    }

    @Override
    public Set<Long> clients() {
      return session.processes().left();
    }

    void end() {
      over = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoppedException();
      }
    }
  }

  /** A job goes on after its client; it is ended where it does not end. */
  private void awaitJobs(Variant variant) {
    Processes.end(session.processes()::left);
    long deadline = System.nanoTime() + JOBS_LIMIT.toNanos();
    while (services.busy(variant) && System.nanoTime() < deadline) {
      session.stop().check();
      Processes.pause();
    }
    session.endSessions(variant);
  }

  private void tearDown(Steps steps) throws IOException {
    session.endSessions(steps.variant());
    try {
      steps.tearDown(session.stop().stopped() ? SampleRunner.HURRIED_TEARDOWN_LIMIT : stepLimit);
      session.endSample(steps.variant(), steps.folders());
    } catch (StepFailure | ServiceException e) {
      throw new LoadpathException(
          "%s: the teardown failed: %s".formatted(steps.variant().id(), e.getMessage()), e);
    } finally {
      session.processes().endAll();
    }
  }
}
