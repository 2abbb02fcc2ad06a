package io.loadpath.benchmarks.faults;

import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.cluster.Daemon;
import io.loadpath.engines.cluster.Role;
import io.loadpath.engines.service.ServerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The processes of the bundled cluster: its daemons, and the JVMs of the jobs that run on it. */
public final class JobProcesses {
  private static final Set<String> TASKS =
      Set.of("org.apache.hadoop.mapred.YarnChild", "org.apache.tez.runtime.task.TezChild");
  private static final Set<String> MASTERS =
      Set.of(
          "org.apache.hadoop.mapreduce.v2.app.MRAppMaster", "org.apache.tez.dag.app.DAGAppMaster");
  private static final Pattern MAP_ATTEMPT =
      Pattern.compile("attempt_(?<task>\\d+_\\d+_m_\\d+)_\\d+");
  private static final Pattern REDUCE_ATTEMPT = Pattern.compile("attempt_\\d+_\\d+_r_\\d+_\\d+");

  private final Cluster cluster;

  /** Makes the processes of a bundled cluster that may not run yet. */
  public JobProcesses(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Returns the cluster. */
  public Cluster cluster() {
    return cluster;
  }

  int workers() {
    return (int) cluster.all().stream().filter(node -> node.role() == Role.NODEMANAGER).count();
  }

  /** Returns the JVMs of tasks. */
  public List<Victim> tasks() {
    return jvms(cluster.containers(), TASKS);
  }

  /** Returns the tasks that have used this much CPU time, and so are past their start. */
  List<Victim> tasksAtWork(Duration workBegins) {
    return tasks().stream().filter(task -> task.cpu().compareTo(workBegins) >= 0).toList();
  }

  /** Returns the JVMs of application masters. */
  public List<Victim> masters() {
    return jvms(cluster.containers(), MASTERS);
  }

  /** Returns the JVMs of these classes, without the shells that start them. */
  private static List<Victim> jvms(Collection<Long> pids, Set<String> classes) {
    return victims(pids).stream()
        .filter(victim -> victim.words().stream().anyMatch(classes::contains))
        .toList();
  }

  static List<Victim> victims(Collection<Long> pids) {
    return pids.stream().map(Victim::of).flatMap(Optional::stream).toList();
  }

  /** Returns the map task of an attempt; empty for a reduce task, and for Tez. */
  static Optional<String> mapTask(Victim attempt) {
    return attempt.words().stream()
        .map(MAP_ATTEMPT::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group("task"))
        .findFirst();
  }

  /** Returns the number of live attempts of a map task. */
  long attempts(String task) {
    return tasks().stream()
        .filter(other -> mapTask(other).equals(Optional.of(task)))
        .map(Victim::words)
        .distinct()
        .count();
  }

  /** Whether it is a reduce task of MapReduce; a Tez container runs maps and reduces. */
  static boolean reduce(Victim attempt) {
    return attempt.words().stream().anyMatch(REDUCE_ATTEMPT.asMatchPredicate());
  }

  Optional<Victim> daemon(Role role) {
    return cluster.daemons().entrySet().stream()
        .filter(entry -> entry.getKey().role() == role)
        .map(Map.Entry::getValue)
        .map(Victim::of)
        .findFirst();
  }

  /** Returns the NodeManager that a task runs on. */
  public Optional<Daemon> nodeManagerOf(Victim task) {
    return cluster.daemons().keySet().stream()
        .filter(daemon -> daemon.role() == Role.NODEMANAGER)
        .filter(daemon -> cluster.containers(daemon).contains(task.pid()))
        .findFirst();
  }

  /** Returns the processes of a NodeManager and its containers. */
  public List<Victim> withContainers(Daemon nodeManager) {
    ServerRecord process = cluster.daemons().get(nodeManager);
    List<Victim> all = new ArrayList<>(victims(cluster.containers(nodeManager)));
    if (process != null) {
      all.add(0, Victim.of(process));
    }
    return all;
  }
}
