package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.measure.CgroupHierarchy;
import io.loadpath.benchmarks.measure.CgroupMeter;
import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.service.Service;
import io.loadpath.benchmarks.service.Services;
import io.loadpath.engines.net.Lab;
import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Cleans up after a killed run, and makes its record. */
public final class Recovery {
  private static final long TEARDOWN_LIMIT_SECONDS = 60;

  private final RunPlace place;

  Recovery(RunPlace place) {
    this.place = place;
  }

  /**
   * Cleans up after a killed run and makes its record, unless another run is going on.
   *
   * @param results the folder for record and report; empty for the killed run's folder
   * @return whether everything was done
   */
  public static boolean run(RunPlace place, Optional<Path> results) throws IOException {
    try (FolderLock lock = RunLock.tryTake(place.state(), RunLock.Holder.RECOVERY).orElse(null)) {
      if (lock == null) {
        place.out().println("another run is going on: it cleans up itself");
        return true;
      }
      return new Recovery(place).all(results, Optional.of("nothing to clean up"));
    }
  }

  /** Cleans up before a run. The caller holds the {@link RunLock}. */
  static void beforeRun(RunPlace place) throws IOException {
    StateFolder.warning(place.state()).ifPresent(text -> place.out().println("warning: " + text));
    new Recovery(place).all(Optional.empty(), Optional.empty());
  }

  /** Makes the records of earlier runs, even if the clean-up fails. */
  private boolean all(Optional<Path> results, Optional<String> nothing) throws IOException {
    boolean good;
    List<String> left = new ArrayList<>();
    try {
      List<String> done = new ArrayList<>();
      recover().ifPresent(done::add);
      done.addAll(Lab.recover(place.state()));
      left.addAll(Services.dropSchemas(place, done::add));
      done.addAll(left);
      if (done.isEmpty()) {
        nothing.ifPresent(done::add);
      }
      done.forEach(place.out()::println);
    } finally {
      good = UnfinishedRuns.finish(place.state(), results, place.out());
    }
    return good && left.isEmpty();
  }

  /**
   * Ends the processes of a killed run, runs the teardown of its path, stops the services that it
   * started, and deletes its work folders.
   *
   * @return a message about the leftovers; empty if there were none
   */
  Optional<String> recover() throws IOException {
    Optional<RunState> left = RunState.read(place.state());
    String done = null;
    if (left.isPresent()) {
      String runId = left.get().runId();
      int count = find(runId).size();
      Processes.end(() -> find(runId));
      done = "cleaned up after the killed run %s (%d processes were left)".formatted(runId, count);
      if (left.get().teardown() != null) {
        done += tearDown(runId, left.get().teardown());
      }
      for (String configuration : left.get().clusters()) {
        done += Services.cleanUp(place, runId, Path.of(configuration));
      }
      Services.all(place, runId, 1).stream()
          .filter(service -> left.get().services().contains(service.name()))
          .forEach(Service::stop);
      for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
        CgroupMeter.removeLeft(hierarchy, runId);
      }
    }
    Folders.deleteRuns(place.state());
    RunState.delete(place.state());
    return Optional.ofNullable(done);
  }

  private static Set<Long> find(String runId) {
    Set<Long> found = Processes.withEnvironment(StepProcess.MARKER, runId);
    found.addAll(Services.sessions(runId));
    for (CgroupHierarchy hierarchy : CgroupHierarchy.mounted()) {
      found.addAll(CgroupMeter.processes(hierarchy, runId, CpuLedger.CLIENT));
    }
    return found;
  }

  /**
   * Runs the teardown, which drops the path's tables. A failure is only reported.
   *
   * @return a message about what was not done
   */
  private String tearDown(String runId, RunState.Teardown teardown) throws IOException {
    if (!Files.isDirectory(Path.of(teardown.workFolder()))) {
      return "";
    }
    boolean known = lies(teardown.executable(), place.root());
    for (Path folder : place.paths()) {
      known |= lies(teardown.executable(), folder);
    }
    if (!known || !lies(teardown.workFolder(), Folders.ofRun(place.state(), runId))) {
      return "; not run, because it is not in this project or a folder of --paths: "
          + teardown.executable();
    }
    ProcessBuilder builder =
        StepProcess.program(List.of(teardown.executable()), Path.of(teardown.workFolder()))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(PathSteps::ofContract);
    teardown.environment().keySet().stream()
        .filter(PathSteps::ofContract)
        .forEach(name -> builder.environment().put(name, teardown.environment().get(name)));
    builder.environment().put(StepProcess.MARKER, runId);
    try {
      builder.start().waitFor(TEARDOWN_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Processes.end(() -> find(runId));
    return "";
  }

  private static boolean lies(String file, Path folder) throws IOException {
    Path path = Path.of(file);
    return Files.exists(path)
        && Files.exists(folder)
        && path.toRealPath().startsWith(folder.toRealPath());
  }
}
