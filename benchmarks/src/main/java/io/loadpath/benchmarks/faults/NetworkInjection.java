package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.run.TrialRun.Running;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.net.Lab;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Breaks a link of the lab while a task or a session works on rows. The harness itself runs on the
 * host {@code hadoop}, whose link to the database stays whole.
 */
final class NetworkInjection extends Injection {
  private static final Duration CUT = Duration.ofSeconds(30);
  private static final Duration SECOND_ATTEMPT = Duration.ofMinutes(3);

  /**
   * An application master begins a second attempt after it has tried, for minutes, to end the
   * first.
   */
  private static final Map<String, String> SECOND_ATTEMPT_SOON =
      Map.of("yarn.client.nodemanager-connect.max-wait-ms", "1000");

  private static final List<String> MASTERS = List.of(Hosts.HADOOP);

  /** The hosts without a path's programs and tasks. */
  private static final Set<String> OTHERS = Set.of(Hosts.DATABASE, Hosts.HADOOP, Hosts.FILES);

  private final Lab lab;
  private final JobProcesses job;
  private final Supplier<List<Victim>> atWork;

  /**
   * @param atWork returns the tasks or sessions that work on rows
   */
  NetworkInjection(Fault fault, Lab lab, JobProcesses job, Supplier<List<Victim>> atWork) {
    super(fault);
    this.lab = lab;
    this.job = job;
    this.atWork = atWork;
  }

  @Override
  public Map<String, String> jobSettings() {
    return fault == Fault.LINK_TASK ? SECOND_ATTEMPT_SOON : Map.of();
  }

  @Override
  void inject(Running run) throws IOException {
    if (fault == Fault.LOSS) {
      lab.change(Hosts.DATABASE, Link.parse(Fault.LOSSY_NET));
      done = true;
      return;
    }
    if (lacksWorker(job)) {
      return;
    }
    Optional<Victim> victim = find(run, null, this::victim);
    if (victim.isEmpty()) {
      note = "the path ended before a fitting task or session was seen at work";
      return;
    }
    cut(victim.get());
    await(run, victim.get());
    done = lab.vanishedFrames() > 0;
    if (!done) {
      note = "no frame crossed the link while it was cut";
    }
    if (fault != Fault.LINK_LOST && fault != Fault.HALF_OPEN) {
      lab.heal();
    }
  }

  private Optional<Victim> victim() {
    return fault == Fault.LINK_TASK ? mapWithoutMaster() : atWork.get().stream().findFirst();
  }

  /** Returns a map on a worker without an application master, which must see the attempt vanish. */
  private Optional<Victim> mapWithoutMaster() {
    List<Daemon> ofMasters =
        job.masters().stream().flatMap(master -> job.nodeManagerOf(master).stream()).toList();
    return atWork.get().stream()
        .filter(task -> JobProcesses.mapTask(task).isPresent())
        .filter(task -> job.nodeManagerOf(task).filter(d -> !ofMasters.contains(d)).isPresent())
        .findFirst();
  }

  private void cut(Victim victim) throws IOException {
    switch (fault) {
      case LINK_CUT, LINK_LOST -> cut(clients(), List.of(Hosts.DATABASE));
      case HALF_OPEN -> {
        for (String client : clients()) {
          lab.halfOpen(Hosts.DATABASE, client);
        }
      }
      case LINK_RESOURCEMANAGER -> cut(List.of(worker(victim)), MASTERS);
      case LINK_DATANODE -> cut(List.of(Hosts.worker(1)), List.of(Hosts.worker(2)));
      case LINK_CLIENT ->
          cut(List.of(Hosts.CLIENT), List.of(Hosts.HADOOP, Hosts.worker(1), Hosts.worker(2)));
      case LINK_TASK -> {
        String worker = worker(victim);
        List<String> others = new ArrayList<>(clients());
        others.remove(worker);
        others.addAll(MASTERS);
        cut(List.of(worker), others);
      }
      default -> throw new IllegalStateException("no such fault: " + fault);
    }
  }

  private void cut(List<String> some, List<String> others) throws IOException {
    for (String host : some) {
      for (String other : others) {
        lab.cut(host, other);
      }
    }
  }

  /** Returns the hosts of a path's programs and tasks. */
  private List<String> clients() {
    return lab.file().hosts().stream().filter(host -> !OTHERS.contains(host)).toList();
  }

  private String worker(Victim task) {
    return job.nodeManagerOf(task)
        .map(nodeManager -> Hosts.worker(nodeManager.worker()))
        .orElseThrow(() -> new ServiceException("the task has ended"));
  }

  /** Waits while the link is to be cut. */
  private void await(Running run, Victim victim) {
    switch (fault) {
      case LINK_LOST, HALF_OPEN -> find(run, null, Optional::empty);
      case LINK_TASK -> {
        Optional<String> task = JobProcesses.mapTask(victim);
        boolean second =
            find(run, SECOND_ATTEMPT, () -> task.filter(name -> job.attempts(name) > 1))
                .isPresent();
        note =
            second
                ? "a second attempt was started"
                : "no second attempt in %d s".formatted(SECOND_ATTEMPT.toSeconds());
      }
      default -> find(run, CUT, Optional::empty);
    }
  }

  @Override
  public void repair() {
    try {
      lab.heal();
      if (fault == Fault.LOSS) {
        lab.change(Hosts.DATABASE, Link.UNLIMITED);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
