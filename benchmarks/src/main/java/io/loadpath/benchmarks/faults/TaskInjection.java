package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.run.TrialRun.Running;
import io.loadpath.engines.cluster.Role;
import io.loadpath.engines.service.Processes;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Triggers a fault while the tasks of a job work. */
final class TaskInjection extends Injection {
  private static final Duration SECOND_ATTEMPT = Duration.ofSeconds(40);

  /** Shorter than the ten minutes after which Hadoop kills a stopped task. */
  private static final Duration OTHER_TASK = Duration.ofMinutes(4);

  private static final Duration END = Duration.ofSeconds(10);
  private static final int AS_BEFORE = 0;

  private final JobProcesses job;
  private final Duration workBegins;
  private final Set<List<String>> seen = new HashSet<>();

  /**
   * @param workBegins the CPU time of a task before it works on rows
   */
  TaskInjection(Fault fault, JobProcesses job, Duration workBegins) {
    super(fault);
    this.job = job;
    this.workBegins = workBegins;
  }

  @Override
  public Map<String, String> jobSettings() {
    return fault == Fault.SPECULATION ? SPECULATIVE : Map.of();
  }

  @Override
  void inject(Running run) {
    if (lacksWorker(job)) {
      return;
    }
    Optional<Victim> task = find(run, null, this::working);
    if (task.isPresent()) {
      trigger(run, task.get());
    } else {
      note = "the job ended before a task was seen at work";
    }
  }

  private Optional<Victim> working() {
    List<Victim> tasks = job.tasks();
    seen.addAll(words(tasks));
    return tasks.stream()
        .filter(task -> fault != Fault.SPECULATION || !JobProcesses.reduce(task))
        .filter(task -> !fault.needsReduces() || JobProcesses.reduce(task))
        .filter(task -> task.cpu().compareTo(workBegins) >= 0)
        .findFirst();
  }

  private void trigger(Running run, Victim task) {
    switch (fault) {
      case MAP_ATTEMPT, REDUCE_ATTEMPT -> done = task.signal("KILL");
      case MASTER -> done = killAll(job.masters());
      case MASTER_LATE -> killMasterLate(run, task);
      case SPECULATION -> stop(run, task);
      case NODEMANAGER ->
          job.nodeManagerOf(task).ifPresent(daemon -> done = killAll(job.withContainers(daemon)));
      case DATANODE -> restart(Role.DATANODE);
      case RESOURCEMANAGER -> restart(Role.RESOURCEMANAGER);
      case CLIENT -> done = killAll(JobProcesses.victims(run.clients()));
      default -> throw new IllegalStateException("no such fault: " + fault);
    }
  }

  private void restart(Role role) {
    Optional<Victim> daemon = job.daemon(role);
    done = daemon.isPresent() && daemon.get().signal("KILL");
    Processes.awaitEnd(daemon.stream().map(Victim::pid).toList(), END.toSeconds());
    repair();
  }

  /** Stops one task until another has ended; the killed master then loses the state of that one. */
  private void killMasterLate(Running run, Victim held) {
    held.signal("STOP");
    try {
      Optional<Victim> other = find(run, OTHER_TASK, () -> oneEnded(held));
      if (other.isPresent() && held.alive()) {
        done = killAll(job.masters());
      } else {
        note = "no other task ended in %d s".formatted(OTHER_TASK.toSeconds());
      }
    } finally {
      held.signal("CONT");
    }
  }

  private Optional<Victim> oneEnded(Victim held) {
    Set<List<String>> living = words(job.tasks());
    seen.addAll(living);
    living.add(held.words());
    return living.containsAll(seen) ? Optional.empty() : Optional.of(held);
  }

  /**
   * Returns the command lines, which identify tasks: a program that a task starts has the task's
   * command line for a moment. An ended task has none.
   */
  private static Set<List<String>> words(List<Victim> tasks) {
    return tasks.stream()
        .map(Victim::words)
        .filter(words -> words.size() > 1)
        .collect(Collectors.toSet());
  }

  /** Stops an attempt. A Tez container runs several tasks, and its command line names none. */
  private void stop(Running run, Victim attempt) {
    Optional<String> task = JobProcesses.mapTask(attempt);
    done = attempt.signal("STOP");
    try {
      Optional<String> second =
          find(run, SECOND_ATTEMPT, () -> task.filter(name -> job.attempts(name) > 1));
      String none =
          task.isPresent() ? "no second attempt in %d s" : "held for %d s; Tez names no attempts";
      note =
          second.isPresent()
              ? "a second attempt was started"
              : none.formatted(SECOND_ATTEMPT.toSeconds());
    } finally {
      attempt.signal("CONT");
    }
  }

  @Override
  public void repair() {
    job.cluster().start(AS_BEFORE, line -> {});
  }
}
