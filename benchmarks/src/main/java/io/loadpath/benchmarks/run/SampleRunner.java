package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Takes one variant through setup, run, verify and teardown, and measures its run. */
record SampleRunner(RunSession session, Duration stepLimit) {
  static final Duration HURRIED_TEARDOWN_LIMIT = Duration.ofSeconds(30);
  private static final Duration GRACE_AFTER_RUN = Duration.ofMillis(200);
  private static final Duration GRACE_AFTER_TEARDOWN = Duration.ofSeconds(2);
  private static final long POLL_NANOS = 10_000_000;
  private static final long VERIFY_OUTPUT_LIMIT_BYTES = 16_000_000;

  /** What is known of a sample while it is taken. */
  private static final class Findings {
    private final Instant startedAt = Instant.now();
    private Long wallNanos;
    private Long durableNanos;
    private Measurement measured;
    private VerifyOutput output;
    private Optional<CountedCpu> cluster = Optional.empty();
    private Sample.RunError error;
    private final List<String> leftProcesses = new ArrayList<>();
  }

  /**
   * Takes a sample. A step that fails makes a failed sample; whatever happens, teardown runs and no
   * process is left.
   *
   * @param position its place in the order of time
   * @throws StoppedException if the user ended the run
   * @throws IOException if the harness itself cannot work, such as on a full disk
   */
  Sample take(Schedule.Slot slot, int position, PreparedData data) throws IOException {
    data.requireUnchanged();
    Findings findings = new Findings();
    Folders folders = session.folders(position, slot.variant());
    folders.make();
    Preprocessors.of(slot.variant().path(), folders.server()).install();
    Steps steps = session.steps(slot.variant(), folders, data);
    session.remember(steps.teardownForLater());
    try {
      measure(steps, folders, findings, data);
    } catch (StepFailure e) {
      findings.error = e.error();
      session.endSessions(slot.variant());
      data.requireUnchanged(); // else this is why
    } finally {
      tearDown(steps, findings);
      session.remember(null);
    }
    folders.delete(findings.error != null);
    return sample(slot, position, findings);
  }

  private void measure(Steps steps, Folders folders, Findings findings, PreparedData data)
      throws IOException, StepFailure {
    try {
      session.beginSample(steps.variant(), folders);
    } catch (ServiceException e) {
      throw new StepFailure(Step.SETUP, null, "could not begin: " + e.getMessage());
    }
    steps.run(Step.SETUP, stepLimit);
    settle(steps.variant());
    requireAlone(steps.variant());
    Set<Long> before = session.processes().left();
    try (Measurement measurement = session.measure(steps.variant(), folders)) {
      findings.wallNanos = steps.run(Step.RUN, stepLimit);
      findings.durableNanos = findings.wallNanos + makeDurable(steps.variant());
      drain(steps.variant(), findings);
      requireAlone(steps.variant());
      measurement.end();
      findings.measured = measurement;
      endLeft(before, findings, GRACE_AFTER_RUN);
    } catch (UncheckedIOException e) {
      session.endSessions(steps.variant());
      throw StepFailure.ofFigures(e.getMessage());
    } catch (StepFailure e) {
      session.endSessions(steps.variant());
      throw e;
    }
    steps.run(Step.VERIFY, stepLimit);
    verify(steps, findings, data);
  }

  private void settle(Variant variant) throws IOException, StepFailure {
    try {
      session.settle(variant);
    } catch (ServiceException e) {
      throw new StepFailure(Step.RUN, null, "could not begin: " + e.getMessage());
    }
  }

  /** What goes on after the client's end belongs to the sample's CPU time, not to its time. */
  private void drain(Variant variant, Findings findings) throws StepFailure {
    try {
      session.drain(variant);
      findings.cluster = session.countedCpu(variant);
    } catch (ServiceException e) {
      throw new StepFailure(Step.RUN, null, "its end is not known: " + e.getMessage());
    }
  }

  private void requireAlone(Variant variant) throws StepFailure {
    try {
      session.requireAlone(variant);
    } catch (ServiceException e) {
      throw StepFailure.ofFigures(e.getMessage());
    }
  }

  /** Returns how long it took, in nanoseconds. */
  private long makeDurable(Variant variant) throws IOException, StepFailure {
    long begun = System.nanoTime();
    try {
      session.makeDurable(variant);
    } catch (ServiceException e) {
      throw new StepFailure(
          Step.RUN, null, "its rows could not be brought to disk: " + e.getMessage());
    }
    return System.nanoTime() - begun;
  }

  /**
   * A step is over when its processes are: those that are still there after {@code grace} are named
   * and ended.
   */
  private void endLeft(Set<Long> before, Findings findings, Duration grace) {
    long deadline = System.nanoTime() + grace.toNanos();
    Set<Long> left = leftSince(before);
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL_NANOS); // one that was told to end takes a moment
      left = leftSince(before);
    }
    left.forEach(pid -> findings.leftProcesses.add(Processes.describe(pid)));
    Processes.end(() -> leftSince(before));
  }

  private Set<Long> leftSince(Set<Long> before) {
    Set<Long> left = session.processes().left();
    left.removeAll(before);
    return left;
  }

  private static void verify(Steps steps, Findings findings, PreparedData data)
      throws IOException, StepFailure {
    Path printed = steps.output(Step.VERIFY);
    if (Files.size(printed) > VERIFY_OUTPUT_LIMIT_BYTES) {
      throw StepFailure.ofVerify(
          "verify printed %d bytes, where one JSON object is wanted"
              .formatted(Files.size(printed)));
    }
    findings.output = VerifyOutput.parse(Files.readString(printed));
    Verification.check(findings.output, steps.variant(), data.manifest());
  }

  private void tearDown(Steps steps, Findings findings) throws IOException {
    boolean hurried = session.stop().stopped();
    if (hurried) {
      session.endSessions(steps.variant());
    }
    try {
      steps.tearDown(hurried ? HURRIED_TEARDOWN_LIMIT : stepLimit);
    } catch (StepFailure e) {
      if (findings.error == null) {
        findings.error = e.error();
      }
    }
    endLeft(Set.of(), findings, GRACE_AFTER_TEARDOWN);
    try {
      session.endSample(steps.variant(), steps.folders());
    } catch (ServiceException e) {
      if (findings.error == null) {
        findings.error = new StepFailure(Step.TEARDOWN, null, e.getMessage()).error();
      }
    }
  }

  private static Sample sample(Schedule.Slot slot, int position, Findings findings) {
    boolean verified = findings.error == null;
    Measurement measured = findings.measured;
    VerifyOutput output = findings.output;
    Optional<CountedCpu> database =
        Optional.ofNullable(output == null ? null : output.databaseCpu());
    Optional<CountedCpu> cluster =
        Optional.ofNullable(output == null ? null : output.clusterCpu())
            .or(() -> findings.cluster)
            .filter(counted -> slot.variant().on().ofUser()); // elsewhere, the instrument saw it
    return new Sample(
        slot.variant().id(),
        slot.round(),
        position,
        slot.kind() == Schedule.Kind.WARMUP,
        slot.kind() == Schedule.Kind.START,
        findings.startedAt,
        verified ? Sample.Status.VERIFIED : Sample.Status.FAILED,
        findings.wallNanos,
        measured == null ? null : findings.durableNanos,
        measured == null ? null : measured.cpu(database, cluster),
        measured == null ? null : measured.cpuTotalNanos(),
        measured == null ? null : measured.load(database),
        measured == null ? null : measured.resources(),
        output == null || output.fingerprint() == null ? null : output.fingerprint().rows(),
        output == null ? null : output.storedBytes(),
        output == null ? null : output.jobs(),
        output == null ? null : output.tasks(),
        output == null ? null : output.shuffledBytes(),
        output == null ? null : output.answer(),
        findings.leftProcesses,
        output == null ? null : output.notes(),
        findings.error);
  }
}
