package io.loadpath.engines.cluster;

import io.loadpath.engines.net.Hosts;
import java.util.ArrayList;
import java.util.List;

/**
 * One daemon of a cluster.
 *
 * @param role its task
 * @param worker the number of its worker, from 1; 0 if the cluster has only one such daemon
 */
public record Daemon(Role role, int worker) {
  static final Daemon NAMENODE = new Daemon(Role.NAMENODE, 0);
  static final Daemon HISTORY = new Daemon(Role.HISTORY, 0);

  public static List<Daemon> of(int workers) {
    List<Daemon> daemons = new ArrayList<>();
    for (Role role : Role.values()) {
      if (role.perWorker()) {
        for (int worker = 1; worker <= workers; worker++) {
          daemons.add(new Daemon(role, worker));
        }
      } else {
        daemons.add(new Daemon(role, 0));
      }
    }
    return List.copyOf(daemons);
  }

  /** Its name, such as {@code namenode} or {@code datanode-1}. */
  public String name() {
    return role.perWorker() ? role.word() + "-" + worker : role.word();
  }

  /** The name of its host: in a lab with hosts for workers, the host of its worker. */
  String host(Hosts hosts) {
    String own = Hosts.worker(worker);
    return role.perWorker() && hosts.has(own) ? own : Hosts.HADOOP;
  }

  /** Its name in a message, such as {@code NameNode} or {@code DataNode 1}. */
  public String title() {
    return role.perWorker() ? role.title + " " + worker : role.title;
  }

  @Override
  public String toString() {
    return name();
  }
}
