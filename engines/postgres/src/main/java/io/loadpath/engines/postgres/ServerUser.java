package io.loadpath.engines.postgres;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.SystemProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The user of the server's programs: the caller, or an unprivileged user if the caller is root.
 * PostgreSQL refuses to run as root, and its programs must not read root's files.
 *
 * @param name login name
 * @param uid numeric user
 * @param gid numeric group
 * @param dropped whether programs must give up the caller's rights first
 */
public record ServerUser(String name, long uid, long gid, boolean dropped) {
  private static final List<String> CANDIDATES = List.of("postgres", "nobody");

  /** Returns the user for a server that this process starts. */
  public static ServerUser find() {
    long caller = Owner.caller();
    if (caller != 0) {
      return new ServerUser(System.getProperty("user.name"), caller, -1, false);
    }
    return choose(passwd());
  }

  /**
   * The users as which this process can have started a server: the caller, or root's candidates.
   */
  static Set<Long> all() {
    Set<Long> users = new HashSet<>(Set.of(Owner.caller()));
    if (users.contains(0L)) {
      candidates(passwd()).forEach(user -> users.add(user.uid));
    }
    return users;
  }

  /** The first candidate in the lines of a passwd file. */
  static ServerUser choose(List<String> passwd) {
    return candidates(passwd)
        .findFirst()
        .orElseThrow(
            () ->
                new ServiceException(
                    "PostgreSQL does not run as root, and /etc/passwd has neither a user postgres nor a user nobody:"
                        + " add one (useradd --system postgres) or run as an ordinary user"));
  }

  private static Stream<ServerUser> candidates(List<String> passwd) {
    List<String[]> users = passwd.stream().map(line -> line.split(":")).toList();
    return CANDIDATES.stream()
        .flatMap(name -> users.stream().filter(u -> u.length > 3 && u[0].equals(name)))
        .filter(user -> !user[2].equals("0"))
        .map(u -> new ServerUser(u[0], Long.parseLong(u[2]), Long.parseLong(u[3]), true));
  }

  /** The command line that runs a program as this user. */
  public List<String> command(List<String> program) {
    List<String> command = new ArrayList<>(dropped ? prefix() : List.of());
    command.addAll(program);
    return command;
  }

  /** Whether this user can read a file, or enter and list a folder. False for a missing file. */
  public boolean canReach(Path path) {
    return finds("[ -r \"$1\" ] && { [ ! -d \"$1\" ] || [ -x \"$1\" ]; }", path);
  }

  /** Whether this user can make files in a folder. False for a missing one. */
  boolean canFill(Path folder) {
    return finds("[ -w \"$1\" ] && [ -x \"$1\" ]", folder);
  }

  private boolean finds(String test, Path path) {
    try {
      String file = path.toAbsolutePath().toString();
      return ServerProgram.succeeds(
          command(List.of("/bin/sh", "-c", test, "sh", file)), Path.of("/"));
    } catch (IOException e) {
      throw new ServiceException("cannot run a program as user " + name + ": " + e.getMessage(), e);
    }
  }

  private List<String> prefix() {
    Path setpriv =
        SystemProgram.find("setpriv")
            .orElseThrow(
                () ->
                    new ServiceException(
                        "PostgreSQL does not run as root, and the program setpriv to become user %s is missing: install util-linux or run as an ordinary user"
                            .formatted(name)));
    return List.of(setpriv.toString(), "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "--");
  }

  private static List<String> passwd() {
    try {
      // Latin-1, because the gecos field may hold anything; the fields read here are ASCII.
      return Files.readAllLines(Path.of("/etc/passwd"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new ServiceException("cannot read /etc/passwd: " + e.getMessage(), e);
    }
  }
}
