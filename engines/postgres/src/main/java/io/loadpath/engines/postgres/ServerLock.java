package io.loadpath.engines.postgres;

import io.loadpath.engines.service.LockHolder;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.StateFolder;
import io.loadpath.engines.service.SystemProgram;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/**
 * The lock on a file that a server, and all that it starts, holds for life. It tells of a server
 * whose processes are not in {@code /proc} here: in another container, or on another host that
 * shares the folder. PostgreSQL's own check takes their process numbers for those of this machine.
 */
final class ServerLock {
  /** Waits, because a program that a killed server started may need a moment to notice. */
  private static final String TAKE = "umask 077; exec 9>>\"$0\"; flock -w 3 9 || exit; exec \"$@\"";

  private ServerLock() {}

  /** The command line that takes the lock and becomes the program. */
  static List<String> command(ServerFiles files, List<String> program) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", TAKE));
    command.add(files.serverLock().toString());
    command.addAll(program);
    return command;
  }

  /** Fails if a server has the lock. The caller holds the folder's lock, so no server starts. */
  static void requireFree(ServerFiles files) throws IOException {
    if (SystemProgram.find("flock").isEmpty()) {
      throw new ServiceException("there is no program flock: install util-linux");
    }
    ProcessBuilder test = ServerProgram.builder(command(files, List.of("true")), files.folder());
    try {
      if (test.redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start().waitFor() != 0) {
        List<Long> holders =
            Processes.all().stream()
                .map(ProcessStat::pid)
                .filter(pid -> LockHolder.hasOpen(pid, files.serverLock()))
                .filter(pid -> Processes.belongs(pid, ServerUser.all())) // of no container
                .toList();
        if (!holders.isEmpty()) {
          throw new ServiceException(
              "%s, which a server of %s has started, is still there and holds %s: wait for its end, or end it with 'kill %d'"
                  .formatted(
                      Processes.describe(holders.get(0)),
                      files.data(),
                      files.serverLock(),
                      holders.get(0)));
        }
        throw new ServiceException(
            "a server that is not visible here, in another container or on another host, uses %s (it has locked %s): stop it there, or set %s to another folder"
                .formatted(files.data(), files.serverLock(), StateFolder.VARIABLE));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while waiting for " + files.serverLock(), e);
    }
  }
}
