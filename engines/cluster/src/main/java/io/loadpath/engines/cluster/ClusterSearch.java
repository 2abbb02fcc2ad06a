package io.loadpath.engines.cluster;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds the processes of one state folder's cluster. Daemons have its mark on their command line,
 * containers in their environment.
 */
final class ClusterSearch {
  private static final String CLUSTER_OPTION = "-Dloadpath.cluster=";
  private static final String DAEMON_OPTION = "-Dloadpath.daemon=";
  private static final String CLUSTER_VARIABLE = "LOADPATH_CLUSTER";
  private static final String WORKER_VARIABLE = "LOADPATH_WORKER";

  private final ClusterFiles files;
  private final Set<Long> users = Set.of(Owner.caller());
  private final String cluster;

  ClusterSearch(ClusterFiles files) {
    this.files = files;
    this.cluster = CLUSTER_OPTION + files.service().mark();
  }

  /** The options that identify a process; the name is that of a daemon or another program. */
  List<String> marks(String name) {
    return List.of(cluster, DAEMON_OPTION + name);
  }

  /** The variables that identify a container of a NodeManager, as NAME=VALUE. */
  List<String> containerMarks(Daemon nodeManager) {
    return List.of(
        CLUSTER_VARIABLE + "=" + files.service().mark(), WORKER_VARIABLE + "=" + nodeManager);
  }

  /** Returns the processes of the daemons that run. */
  Map<Daemon, ServerRecord> running(Collection<Daemon> daemons) {
    Map<String, ServerRecord> found = new HashMap<>();
    for (long pid : daemons()) {
      OptionalLong startTicks = Processes.startTicks(pid);
      if (startTicks.isPresent()) {
        ServerRecord process = new ServerRecord(pid, startTicks.getAsLong());
        Processes.arguments(pid).stream()
            .filter(word -> word.startsWith(DAEMON_OPTION))
            // a child has its parent's command line until it runs its own program
            .forEach(word -> found.merge(word, process, ClusterSearch::older));
      }
    }
    Map<Daemon, ServerRecord> running = new LinkedHashMap<>();
    for (Daemon daemon : daemons) {
      ServerRecord process = found.get(DAEMON_OPTION + daemon.name());
      if (process != null) {
        running.put(daemon, process);
      }
    }
    return running;
  }

  private static ServerRecord older(ServerRecord one, ServerRecord other) {
    return one.startTicks() <= other.startTicks() ? one : other;
  }

  /** All processes of the cluster except containers, with those that only a start needs. */
  List<Long> daemons() {
    return Processes.all(users, line -> line.contains(cluster));
  }

  Set<Long> containers() {
    Set<Long> found = Processes.withEnvironment(CLUSTER_VARIABLE, files.service().mark());
    found.removeIf(pid -> !Processes.belongs(pid, users));
    return found;
  }

  Set<Long> containersOf(Daemon nodeManager) {
    Set<Long> containers = containers();
    containers.retainAll(Processes.withEnvironment(WORKER_VARIABLE, nodeManager.name()));
    return containers;
  }

  /** Ends the containers of a dead NodeManager. */
  void endContainersOf(Daemon nodeManager) {
    Supplier<Set<Long>> containers = () -> containersOf(nodeManager);
    requireEnded(Processes.kill(containers), containers);
  }

  /**
   * Ends everything. NodeManagers and containers are killed: a NodeManager that gets a TERM waits
   * 16 s for logs, and one that sees the end of a container reports it and gets the next.
   *
   * @return whether there was any process
   */
  boolean end() {
    List<Long> daemons = daemons();
    Set<Long> killed = withDescendants(nodeManagers());
    Processes.signal("KILL", List.copyOf(killed));
    List<Long> others = daemons.stream().filter(pid -> !killed.contains(pid)).toList();
    Processes.signal("TERM", others);
    Set<Long> containers = containers();
    requireEnded(Processes.kill(this::containers), this::containers);
    requireEnded(Processes.end(this::daemons), this::daemons);
    return !daemons.isEmpty() || !containers.isEmpty();
  }

  private List<Long> nodeManagers() {
    String prefix = DAEMON_OPTION + Role.NODEMANAGER.word() + "-";
    return Processes.all(
        users,
        line -> line.contains(cluster) && line.stream().anyMatch(word -> word.startsWith(prefix)));
  }

  private static Set<Long> withDescendants(List<Long> roots) {
    return roots.stream()
        .flatMap(root -> Processes.tree(root).stream())
        .map(ProcessStat::pid)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static void requireEnded(boolean ended, Supplier<? extends Collection<Long>> find) {
    if (!ended) {
      throw new ServiceException(
          "cannot end the cluster's processes " + find.get() + ", even by force");
    }
  }
}
