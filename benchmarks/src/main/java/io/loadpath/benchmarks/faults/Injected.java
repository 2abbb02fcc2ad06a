package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.run.TrialRun.Disturbance;
import io.loadpath.benchmarks.run.TrialRun.Running;
import io.loadpath.engines.service.Processes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A fault that is triggered while a path runs. */
interface Injected extends Disturbance {
  /** Asks for speculation, because a job may switch it off otherwise. */
  Map<String, String> SPECULATIVE = Map.of("mapreduce.map.speculative", "true");

  Duration POLL = Duration.ofMillis(50);

  /** Whether the fault was triggered. */
  boolean done();

  /** Returns how the fault was triggered, or why not; may be empty. */
  String note();

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
