package io.loadpath.engines.service;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The processes of one service, known by its record, their command lines and their users.
 *
 * @param folder where the record is
 * @param users the numbers of the users as which they run
 * @param ours whether a command line is one of the service's
 */
public record ServiceProcesses(
    ServiceFolder folder, Set<Long> users, Predicate<List<String>> ours) {
  private static final long END_SECONDS = 10;

  /** The recorded server, if that very process still runs and is ours. */
  public Optional<ServerRecord> recorded() {
    return ServerRecord.read(folder.record())
        .filter(ServerRecord::alive)
        .filter(server -> isOurs(server.pid()));
  }

  public boolean isOurs(long pid) {
    return ours.test(Processes.arguments(pid)) && Processes.belongs(pid, users);
  }

  /** All living processes of the service, also those whose first process or record is gone. */
  public List<Long> all() {
    return Processes.all(users, ours);
  }

  /**
   * Ends all processes: with a signal for which each ends at once and in order, or else by force.
   *
   * @return whether there were any
   */
  public boolean end(String signal) {
    List<Long> processes = all();
    Processes.signal(signal, processes);
    if (!Processes.awaitEnd(processes, END_SECONDS)) {
      Processes.signal("KILL", processes);
      if (!Processes.awaitEnd(processes, END_SECONDS)) {
        throw new ServiceException(
            "cannot end the server's processes " + processes + ", even by force");
      }
    }
    return !processes.isEmpty();
  }
}
