package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.cpu.CpuReading;
import io.loadpath.benchmarks.cpu.CpuStage;
import io.loadpath.benchmarks.cpu.CpuTime;
import io.loadpath.benchmarks.path.Step;
import io.loadpath.benchmarks.proc.Processes;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.StageCpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Takes one variant through setup, run, verify and teardown, and measures its run. */
final class SampleRunner {
  private static final Duration HURRIED_TEARDOWN_LIMIT = Duration.ofSeconds(30);
  private static final Duration GRACE_AFTER_RUN = Duration.ofMillis(200);
  private static final Duration GRACE_AFTER_TEARDOWN = Duration.ofSeconds(2);
  private static final long POLL_NANOS = 10_000_000;
  private static final long VERIFY_OUTPUT_LIMIT_BYTES = 16_000_000;

  private final RunSession session;
  private final Duration stepLimit;

  SampleRunner(RunSession session, Duration stepLimit) {
    this.session = session;
    this.stepLimit = stepLimit;
  }

  /** What is known of a sample while it is taken. */
  private static final class Findings {
    private final Instant startedAt = Instant.now();
    private Long wallNanos;
    private List<StageCpu> cpu;
    private VerifyOutput output;
    private Sample.RunError error;
    private final List<String> leftProcesses = new ArrayList<>();
  }

  /**
   * Takes a sample. A step that fails makes a failed sample; whatever happens, teardown runs and no
   * process is left.
   *
   * @throws StoppedException if the user ended the run
   * @throws IOException if the harness itself cannot work, such as on a full disk
   */
  Sample take(Schedule.Slot slot, PreparedData data) throws IOException {
    Findings findings = new Findings();
    Folders folders = session.folders(slot.position(), slot.variant());
    folders.make();
    Steps steps = session.steps(slot.variant(), folders, data);
    session.remember(steps.teardownForLater());
    try {
      measure(steps, findings, data);
    } catch (StepFailure e) {
      findings.error = e.error();
    } finally {
      tearDown(steps, findings);
      session.remember(null);
    }
    folders.delete(findings.error != null);
    return sample(slot, findings);
  }

  private void measure(Steps steps, Findings findings, PreparedData data)
      throws IOException, StepFailure {
    steps.run(Step.SETUP, stepLimit);
    settle();
    Map<String, CpuStage> stages = session.stages(steps.variant());
    Set<Long> before = session.processes().left();
    Map<String, CpuReading> readings = new LinkedHashMap<>();
    stages.forEach((name, stage) -> readings.put(name, stage.read()));
    try {
      findings.wallNanos = steps.run(Step.RUN, stepLimit);
      findings.cpu = cpuSince(readings, stages);
      endLeft(before, findings, GRACE_AFTER_RUN);
    } catch (StepFailure e) {
      session.endDatabaseSessions();
      throw e;
    }
    steps.run(Step.VERIFY, stepLimit);
    verify(steps, findings, data);
  }

  private void settle() throws IOException, StepFailure {
    try {
      session.settle();
    } catch (SQLException e) {
      throw new StepFailure(
          Step.RUN, null, "could not begin: PostgreSQL does not answer: " + e.getMessage());
    }
  }

  private static List<StageCpu> cpuSince(
      Map<String, CpuReading> before, Map<String, CpuStage> stages) {
    List<StageCpu> cpu = new ArrayList<>();
    stages.forEach(
        (name, stage) -> {
          CpuTime time = stage.read().since(before.get(name));
          cpu.add(new StageCpu(name, time.userNanos(), time.systemNanos()));
        });
    return cpu;
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
    try {
      if (Files.size(printed) > VERIFY_OUTPUT_LIMIT_BYTES) {
        throw new VerificationException(
            "verify printed %d bytes, where one JSON object is wanted"
                .formatted(Files.size(printed)));
      }
      findings.output = VerifyOutput.parse(Files.readString(printed));
      Verification.check(findings.output, steps.variant(), data.manifest());
    } catch (VerificationException e) {
      throw new StepFailure(Step.VERIFY, 0, e.getMessage());
    }
  }

  private void tearDown(Steps steps, Findings findings) throws IOException {
    boolean hurried = session.stop().stopped();
    if (hurried) {
      session.endDatabaseSessions();
    }
    try {
      steps.tearDown(hurried ? HURRIED_TEARDOWN_LIMIT : stepLimit);
    } catch (StepFailure e) {
      if (findings.error == null) {
        findings.error = e.error();
      }
    }
    endLeft(Set.of(), findings, GRACE_AFTER_TEARDOWN);
  }

  private static Sample sample(Schedule.Slot slot, Findings findings) {
    boolean verified = findings.error == null;
    VerifyOutput output = findings.output;
    return new Sample(
        slot.variant().id(),
        slot.round(),
        slot.position(),
        false,
        findings.startedAt,
        verified ? Sample.Status.VERIFIED : Sample.Status.FAILED,
        findings.wallNanos,
        null,
        findings.cpu,
        null,
        null,
        null,
        output == null || output.fingerprint() == null ? null : output.fingerprint().rows(),
        output == null ? null : output.storedBytes(),
        output == null ? null : output.jobs(),
        output == null ? null : output.answer(),
        findings.leftProcesses,
        findings.error);
  }
}
