package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** For the tests of all modules: the sockets that processes listen on. */
public final class ListeningSockets {
  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private ListeningSockets() {}

  /** Returns their addresses, as the kernel writes them: {@code 0100007F:1F90}. */
  public static List<String> of(Set<Long> pids) throws IOException {
    Set<String> held =
        ClientSockets.heldBy(pids).stream().map(Object::toString).collect(Collectors.toSet());
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] fields = line.strip().split("\\s+");
        if (fields[STATE].equals("0A") && held.contains(fields[INODE])) {
          addresses.add(fields[ADDRESS]);
        }
      }
    }
    return addresses;
  }
}
