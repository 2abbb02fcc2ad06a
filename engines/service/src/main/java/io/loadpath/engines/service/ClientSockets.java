package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The TCP connections of the clients on this machine, and the process of each. */
public final class ClientSockets {
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int INODE = 9;

  private ClientSockets() {}

  /**
   * Returns the connections to a port of this machine that a process still holds: the socket's
   * number by the client's port.
   *
   * @throws IOException if /proc cannot be read
   */
  public static Map<Integer, Long> to(int serverPort) throws IOException {
    Map<Integer, Long> sockets = new HashMap<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path file = Path.of("/proc/net", table);
      if (table.equals("tcp") || Files.exists(file)) { // a kernel may have no IPv6
        for (String line : Files.readAllLines(file)) {
          String[] fields = line.strip().split("\\s+");
          if (!fields[0].equals("sl") && port(fields[REMOTE]) == serverPort) {
            sockets.merge(port(fields[LOCAL]), Long.parseLong(fields[INODE]), Math::max);
          }
        }
      }
    }
    sockets.values().removeIf(inode -> inode == 0); // its process is gone
    return sockets;
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
  }

  /** Returns the numbers of all sockets that these processes hold. */
  public static Set<Long> heldBy(Collection<Long> processes) {
    Set<Long> sockets = new HashSet<>();
    for (long pid : processes) {
      Path folder = Path.of("/proc", Long.toString(pid), "fd");
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          Matcher socket = SOCKET.matcher(target(file));
          if (socket.matches()) {
            sockets.add(Long.parseLong(socket.group(1)));
          }
        }
      } catch (IOException | DirectoryIteratorException e) {
        // it ended
      }
    }
    return sockets;
  }

  /** The target of a descriptor; nothing if it was closed meanwhile. */
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
