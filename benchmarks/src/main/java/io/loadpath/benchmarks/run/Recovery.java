package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.cpu.CgroupHierarchy;
import io.loadpath.benchmarks.cpu.CgroupMeter;
import io.loadpath.benchmarks.cpu.CpuLedger;
import io.loadpath.benchmarks.proc.Processes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Cleans up after a run that was killed. The caller holds the {@link RunLock}. */
final class Recovery {
  private static final long TEARDOWN_LIMIT_SECONDS = 60;

  private final Path root;
  private final Path state;

  Recovery(Path root, Path state) {
    this.root = root;
    this.state = state;
  }

  /**
   * Ends the processes of a run that was killed, runs the teardown of its path, stops its server
   * and deletes its work folders.
   *
   * @return in words what was left, or nothing if there was nothing
   */
  Optional<String> recover() throws IOException {
    Optional<RunState> left = RunState.read(state);
    String done = null;
    if (left.isPresent()) {
      String runId = left.get().runId();
      int count = find(runId).size();
      Processes.end(() -> find(runId));
      tearDown(left.get());
      if (left.get().startsServer()) {
        Database.stopLeft(root, state);
      }
      for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
        CgroupMeter.removeLeft(hierarchy, runId);
      }
      done = "cleaned up after the killed run " + runId + " (" + count + " processes were left)";
    }
    Folders.delete(Folders.all(state));
    RunState.delete(state);
    return Optional.ofNullable(done);
  }

  private static Set<Long> find(String runId) {
    Set<Long> found = Processes.withEnvironment(StepProcess.MARKER, runId);
    for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
      found.addAll(CgroupMeter.processes(hierarchy, runId, CpuLedger.CLIENT));
    }
    return found;
  }

  /** The path's tables would otherwise stay until it runs again; a failure here changes nothing. */
  private void tearDown(RunState left) throws IOException {
    RunState.Teardown teardown = left.teardown();
    if (teardown == null || !Files.isDirectory(Path.of(teardown.workFolder()))) {
      return;
    }
    ProcessBuilder builder =
        new ProcessBuilder("setsid", teardown.executable())
            .directory(new File(teardown.workFolder()))
            .redirectInput(new File("/dev/null"))
            .redirectOutput(new File("/dev/null"))
            .redirectError(new File("/dev/null"));
    builder.environment().keySet().removeIf(StepEnvironment::ofContract);
    builder.environment().putAll(teardown.environment());
    builder.environment().put(StepProcess.MARKER, left.runId());
    try {
      builder.start().waitFor(TEARDOWN_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Processes.end(() -> find(left.runId()));
  }
}
