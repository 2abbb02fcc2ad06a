package io.loadpath.engines.postgres;

import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceProcesses;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the processes of one state folder's server, by its record or, if that is lost, in /proc.
 */
final class ServerSearch {
  private final ServerFiles files;
  private final String nameSetting;
  private final ServiceProcesses processes;

  ServerSearch(ServerFiles files) {
    this.files = files;
    String mark = files.service().mark();
    String title = "postgres: " + mark + ":";
    this.nameSetting = "cluster_name=" + mark;
    this.processes =
        new ServiceProcesses(
            files.service(),
            ServerUser.all(),
            line -> line.get(0).startsWith(title) || line.contains(nameSetting));
  }

  /** Finds the server that takes connections, or soon will, on the current data folder. */
  Optional<ServerRecord> running() {
    OptionalLong postmaster = DataFolder.postmaster(files);
    return processes
        .recorded()
        .filter(server -> postmaster.equals(OptionalLong.of(server.pid())))
        .or(() -> unrecorded(postmaster));
  }

  /**
   * Finds all processes of this folder's servers, even if a server's first process or data folder
   * is gone.
   */
  List<Long> all() {
    return processes.all();
  }

  /** Ends all processes; returns whether there were any. QUIT ends a session without a rollback. */
  boolean end() {
    return processes.end("QUIT");
  }

  /** Returns the server's option that names the cluster, and so the title of its processes. */
  String nameSetting() {
    return nameSetting;
  }

  /** Finds a server whose start was killed before it was recorded. */
  private Optional<ServerRecord> unrecorded(OptionalLong postmaster) {
    if (postmaster.isEmpty()) {
      return Optional.empty();
    }
    long pid = postmaster.getAsLong();
    List<String> line = Processes.arguments(pid);
    int port = line.indexOf("-p") + 1;
    OptionalLong startTicks = Processes.startTicks(pid);
    return line.contains(nameSetting) && processes.isOurs(pid) && port > 0 && startTicks.isPresent()
        ? Optional.of(
            new ServerRecord(pid, startTicks.getAsLong(), Integer.parseInt(line.get(port))))
        : Optional.empty();
  }
}
