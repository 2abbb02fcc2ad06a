package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.measure.CpuMeter;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Stop;
import io.loadpath.engines.service.StoppedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Starts the executables of a run, and finds processes that they left. Each executable runs in its
 * own session, so that Ctrl-C reaches only the harness. An environment variable marks it and all
 * its descendants.
 */
final class StepProcess {
  /** Marks every process of a run; the value is the run's id. */
  static final String MARKER = "LOADPATH_RUN_ID";

  private final String runId;
  private final CpuMeter.Stage stage;
  private final Stop stop;
  private final Set<Long> sessions = ConcurrentHashMap.newKeySet();

  StepProcess(String runId, CpuMeter.Stage stage, Stop stop) {
    this.runId = runId;
    this.stage = stage;
    this.stop = stop;
  }

  /**
   * The end of an executable.
   *
   * @param exitCode its exit code; null if it was ended at the time limit
   * @param wallNanos time from just before its start to just after its end
   */
  record Outcome(Integer exitCode, long wallNanos) {}

  /**
   * Runs an executable to its end.
   *
   * @param environment its whole environment except the marker
   * @param out the file for its standard output
   * @param err the file for its standard error
   * @param stoppable whether a stop of the run ends it; a teardown is not stoppable
   * @throws IOException if it cannot be started
   * @throws StoppedException if the user stopped the run
   */
  Outcome run(
      Path executable,
      Path workFolder,
      Map<String, String> environment,
      File out,
      File err,
      Duration limit,
      boolean stoppable)
      throws IOException {
    List<String> command = new ArrayList<>(stage.launcher());
    command.addAll(onHost(List.of(executable.toString())));
    ProcessBuilder builder = program(command, workFolder).redirectOutput(out).redirectError(err);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put(MARKER, runId);

    // the number of an ended session may be used again
    sessions.removeIf(session -> Processes.ofSession(session).isEmpty());
    long begun = System.nanoTime();
    Process process = builder.start();
    sessions.add(process.pid());
    return stoppable
        ? stop.during(this::endAll, () -> await(process, begun, limit))
        : await(process, begun, limit);
  }

  /** A lab may have a host for the path's own processes. */
  private List<String> onHost(List<String> command) {
    Hosts hosts = Hosts.here();
    return hosts.has(Hosts.CLIENT) ? hosts.command(Hosts.CLIENT, command) : command;
  }

  /** Returns a process builder for a program of a run, with empty standard input. */
  static ProcessBuilder program(List<String> command, Path workFolder) {
    List<String> inNewSession = new ArrayList<>(List.of("setsid"));
    inNewSession.addAll(command);
    return new ProcessBuilder(inNewSession)
        .directory(workFolder.toFile())
        .redirectInput(new File("/dev/null"));
  }

  private Outcome await(Process process, long begun, Duration limit) {
    try {
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      long wallNanos = System.nanoTime() - begun;
      if (!ended) {
        endAll();
      }
      return new Outcome(ended ? process.exitValue() : null, wallNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      endAll();
      throw new StoppedException();
    }
  }

  /** Returns the live processes that ended executables left behind. */
  Set<Long> left() {
    Set<Long> left = Processes.withEnvironment(MARKER, runId);
    left.addAll(stage.processes());
    sessions.forEach(session -> left.addAll(Processes.ofSession(session)));
    return left;
  }

  /** Ends all of {@link #left()}. */
  void endAll() {
    Processes.end(this::left);
    sessions.clear();
  }
}
