package io.loadpath.engines.postgres;

import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds the processes of one state folder's server in /proc, by its name and its users. */
final class ServerSearch {
  private static final long END_SECONDS = 10;
  private static final String ADDRESS_SETTING = "listen_addresses=";

  private final ServerFiles files;
  private final String title;
  private final String nameSetting;

  ServerSearch(ServerFiles files) {
    this.files = files;
    String mark = files.service().mark();
    this.title = "postgres: " + mark + ":";
    this.nameSetting = "cluster_name=" + mark;
  }

  /** Finds the server on the current data folder that takes connections, or soon will. */
  Optional<ServerRecord> running() {
    OptionalLong postmaster = DataFolder.postmaster(files);
    long pid = postmaster.orElse(0);
    OptionalLong startTicks = Processes.startTicks(pid);
    return startTicks.isPresent()
            && port(pid).isPresent()
            && Processes.belongs(pid, ServerUser.all())
        ? Optional.of(new ServerRecord(pid, startTicks.getAsLong()))
        : Optional.empty();
  }

  /** Returns the port of a server of this name; empty if the process is another one. */
  Optional<Integer> port(long pid) {
    List<String> line = Processes.arguments(pid);
    int port = line.indexOf("-p") + 1;
    return line.contains(nameSetting) && port > 0
        ? Optional.of(Integer.parseInt(line.get(port)))
        : Optional.empty();
  }

  /** Whether a server listens on an address; only in a lab does it have an option for that. */
  boolean listensOn(long pid, String address) {
    return Processes.arguments(pid).stream()
        .filter(word -> word.startsWith(ADDRESS_SETTING))
        .findFirst()
        .orElse(addressSetting(LoopbackPort.HOST))
        .equals(addressSetting(address));
  }

  /** Returns the server's option with its address. */
  static String addressSetting(String address) {
    return ADDRESS_SETTING + address;
  }

  /**
   * Finds all processes of this folder's servers, even without a server's first process or data
   * folder.
   */
  List<Long> all() {
    return Processes.all(
        ServerUser.all(), line -> line.get(0).startsWith(title) || line.contains(nameSetting));
  }

  /**
   * Ends all processes, by force if they do not end. QUIT ends a session without a rollback.
   *
   * @return whether there were any processes
   */
  boolean end() {
    List<Long> processes = all();
    for (String signal : List.of("QUIT", "KILL")) {
      Processes.signal(signal, processes);
      if (Processes.awaitEnd(processes, END_SECONDS)) {
        return !processes.isEmpty();
      }
    }
    throw new ServiceException(
        "cannot end the server's processes " + processes + ", even by force");
  }

  /** Returns the server's option that names the cluster, and so the title of its processes. */
  String nameSetting() {
    return nameSetting;
  }
}
