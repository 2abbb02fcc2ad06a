package io.loadpath.engines.postgres;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Finds the processes of one state folder's server, by its record or, where that is lost, in /proc.
 */
final class ServerSearch {
  private final ServerFiles files;

  ServerSearch(ServerFiles files) {
    this.files = files;
  }

  /** The server that takes connections, or soon will, on the data folder that is there now. */
  Optional<ServerRecord> running() {
    Optional<ServerRecord> recorded = ServerRecord.read(files).filter(this::ours);
    return recorded.isPresent() ? recorded : unrecorded();
  }

  /**
   * All processes of this folder's servers, also of one whose first process or whose data folder is
   * gone.
   */
  List<Long> all() {
    String title = "postgres: " + files.clusterName() + ":";
    return Processes.all(line -> line.get(0).startsWith(title) || line.contains(nameSetting()));
  }

  /** The server's option that names the cluster. */
  String nameSetting() {
    return "cluster_name=" + files.clusterName();
  }

  private boolean ours(ServerRecord server) {
    return server.alive()
        && DataFolder.postmaster(files).equals(OptionalLong.of(server.pid()))
        && Processes.arguments(server.pid()).contains(nameSetting());
  }

  /** A server whose start was killed before it could be recorded. */
  private Optional<ServerRecord> unrecorded() {
    OptionalLong pid = DataFolder.postmaster(files);
    if (pid.isEmpty()) {
      return Optional.empty();
    }
    List<String> line = Processes.arguments(pid.getAsLong());
    OptionalInt port = port(line);
    OptionalLong startTicks = Processes.startTicks(pid.getAsLong());
    if (!line.contains(nameSetting()) || port.isEmpty() || startTicks.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ServerRecord(
            pid.getAsLong(),
            startTicks.getAsLong(),
            port.getAsInt(),
            Binaries.version(),
            files.data()));
  }

  private static OptionalInt port(List<String> line) {
    int option = line.indexOf("-p");
    return option < 0 || option + 1 >= line.size()
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(line.get(option + 1)));
  }
}
