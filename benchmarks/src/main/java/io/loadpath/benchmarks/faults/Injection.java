package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.run.TrialRun.Disturbance;
import io.loadpath.benchmarks.run.TrialRun.Running;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A fault that is triggered while a path runs. */
abstract class Injection implements Disturbance {
  /** Asks for speculation, because a job may switch it off otherwise. */
  static final Map<String, String> SPECULATIVE = Map.of("mapreduce.map.speculative", "true");

  private static final Duration POLL = Duration.ofMillis(50);

  final Fault fault;

  /** Whether the fault was triggered. */
  volatile boolean done;

  /** How the fault was triggered, or why not; may be empty. */
  volatile String note = "";

  Injection(Fault fault) {
    this.fault = fault;
  }

  @Override
  public final void during(Running run) {
    try {
      inject(run);
    } catch (IOException | ServiceException e) {
      note = String.valueOf(e.getMessage());
    }
  }

  /** Whether the fault needs a second worker that the cluster lacks, as the note then says. */
  final boolean lacksWorker(JobProcesses job) {
    boolean lacks = fault.needsTwoWorkers() && job.workers() < 2;
    if (lacks) {
      note =
          "needs a second worker: 'bin/loadpath cluster stop', 'start --workers 2', and 'stop' again";
    }
    return lacks;
  }

  /** Waits for the moment of the fault and triggers it. */
  abstract void inject(Running run) throws IOException;

  /**
   * Looks for something until it is there, the step is over, or the time {@code limit}, if any,
   * ends.
   */
  static <T> Optional<T> find(Running run, Duration limit, Supplier<Optional<T>> look) {
    long begun = System.nanoTime();
    Optional<T> found = look.get();
    while (found.isEmpty()
        && !run.over()
        && (limit == null || System.nanoTime() - begun < limit.toNanos())) {
      LockSupport.parkNanos(POLL.toNanos()); // looking takes CPU time from the job
      found = look.get();
    }
    return found;
  }

  /** Kills processes at once; returns whether there were any. */
  static boolean killAll(List<Victim> victims) {
    Processes.signal("KILL", victims.stream().filter(Victim::alive).map(Victim::pid).toList());
    return !victims.isEmpty();
  }
}
