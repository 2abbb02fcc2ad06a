package io.loadpath.engines.net;

import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The file of a lab, {@code <state>/net/NAME.properties}. Its keys:
 *
 * <ul>
 *   <li>{@code host.NAME.address}: the address of a host
 *   <li>{@code link.NAME}: the words of its link
 *   <li>{@code relayed.NAME}: there if a relay passes its frames on, because its link has, or had,
 *       delay or loss
 *   <li>{@code host.NAME.pid}, {@code host.NAME.started}: its holder, the process that keeps its
 *       network namespace, and the start of that process in clock ticks since boot
 *   <li>{@code switch.…}: the same for the namespace that joins the hosts
 *   <li>{@code user-namespace.…}: the same for the user namespace of the programs; only where an
 *       ordinary user made the lab. {@code user-namespace.uid} and {@code user-namespace.gid} are
 *       that user
 *   <li>{@code relay.…}: the same for the relay, if a link has delay or loss
 * </ul>
 */
public final class LabFile {
  /** The variable that names the file to programs in the lab. */
  public static final String VARIABLE = "LOADPATH_LAB";

  static final String SWITCH = "switch";
  static final String USER_NAMESPACE = "user-namespace";
  static final String RELAY = "relay";
  private static final String HOST = "host.";
  private static final String LINK = "link.";
  private static final String RELAYED = "relayed.";
  private static final String ADDRESS = ".address";
  private static final String PID = ".pid";
  private static final String STARTED = ".started";
  private static final String SUFFIX = ".properties";

  private final Path path;
  private final Map<String, String> values;

  private LabFile(Path path, Map<String, String> values) {
    this.path = path;
    this.values = values;
  }

  static LabFile empty(Path path) {
    return new LabFile(path, new TreeMap<>());
  }

  /**
   * Reads the file of a lab.
   *
   * @throws IOException if it is missing or cannot be read
   */
  public static LabFile read(Path path) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    }
    Map<String, String> values = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
    return new LabFile(path, values);
  }

  void write() throws IOException {
    String text =
        values.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
            .collect(Collectors.joining());
    WholeFile.write(path, text, "rw-r--r--");
  }

  /** Returns the place of a lab's file, which need not exist. */
  static Path of(Path folder, String lab) {
    return folder.resolve(lab + SUFFIX);
  }

  /** Returns the file's absolute path. */
  public Path path() {
    return path;
  }

  /** Returns the lab's name. */
  public String lab() {
    String name = path.getFileName().toString();
    return name.substring(0, name.length() - SUFFIX.length());
  }

  /** Returns the names of the hosts, in the order of their addresses. */
  public List<String> hosts() {
    return values.keySet().stream()
        .filter(key -> key.startsWith(HOST) && key.endsWith(ADDRESS))
        .map(key -> key.substring(HOST.length(), key.length() - ADDRESS.length()))
        .sorted(Comparator.comparingInt(this::number))
        .toList();
  }

  /** Returns the last part of a host's address. */
  int number(String host) {
    String address = address(host);
    return Integer.parseInt(address.substring(address.lastIndexOf('.') + 1));
  }

  public String address(String host) {
    return value(HOST + host + ADDRESS);
  }

  /** Returns the hosts whose links have delay or loss, now or later. */
  List<String> relayedHosts() {
    return hosts().stream().filter(host -> values.containsKey(RELAYED + host)).toList();
  }

  /** Returns the file with the relay's delays and losses. */
  Path relayPath() {
    return path.resolveSibling(lab() + ".relay");
  }

  public Link link(String host) {
    return Link.parse(value(LINK + host));
  }

  void addHost(String host, String address, Link link) {
    values.put(HOST + host + ADDRESS, address);
    setLink(host, link);
    if (link.relayed()) {
      values.put(RELAYED + host, "yes");
    }
  }

  void setLink(String host, Link link) {
    values.put(LINK + host, link.words());
  }

  /** Notes a process under a key such as {@link #SWITCH} or a {@linkplain #hostKey host's}. */
  void addProcess(String key, ServerRecord process) {
    values.put(key + PID, Long.toString(process.pid()));
    values.put(key + STARTED, Long.toString(process.startTicks()));
  }

  void addUser(long uid, long gid) {
    values.put(USER_NAMESPACE + ".uid", Long.toString(uid));
    values.put(USER_NAMESPACE + ".gid", Long.toString(gid));
  }

  /** Returns the key of a host's holder. */
  static String hostKey(String host) {
    return HOST + host;
  }

  Optional<ServerRecord> process(String key) {
    return values.containsKey(key + PID)
        ? Optional.of(
            new ServerRecord(
                Long.parseLong(value(key + PID)), Long.parseLong(value(key + STARTED))))
        : Optional.empty();
  }

  /** Returns the process that makes delay and loss, if a link has one. */
  public Optional<ServerRecord> relay() {
    return process(RELAY);
  }

  /** Returns all processes of the lab. */
  List<ServerRecord> holders() {
    return processes(key -> true);
  }

  /** Returns the holders of network namespaces: the hosts' and the switch's. */
  List<ServerRecord> networks() {
    return processes(key -> key.startsWith(HOST) || key.equals(SWITCH));
  }

  private List<ServerRecord> processes(Predicate<String> wanted) {
    return values.keySet().stream()
        .filter(key -> key.endsWith(PID))
        .map(key -> key.substring(0, key.length() - PID.length()))
        .filter(wanted)
        .flatMap(key -> process(key).stream())
        .toList();
  }

  /**
   * Returns a command line that runs a program on a host. An ordinary user's program has that
   * user's id there; it can start programs on other hosts, but those programs cannot.
   *
   * @throws IllegalArgumentException if the lab has no such host
   * @throws ServiceException if the process that keeps its network has ended
   */
  public List<String> command(String host, List<String> program) {
    requireHost(host);
    long pid = livePid(hostKey(host));
    Optional<ServerRecord> user = process(USER_NAMESPACE);
    List<String> words = new ArrayList<>();
    if (user.isPresent() && !isInside(user.get())) {
      // This namespace is above the one that owns the networks, so that programs in it can enter
      // those.
      words.addAll(enter(user.get().pid(), pid));
    } else {
      words.addAll(enter(pid, pid));
      if (user.isPresent()) {
        words.addAll(List.of(LabTool.path("unshare"), "--user", "--map-user=" + user("uid")));
        words.addAll(List.of("--map-group=" + user("gid"), "--"));
      }
    }
    words.addAll(program);
    return List.copyOf(words);
  }

  /** Returns a command line that runs a program in the switch, with the right to change it. */
  List<String> switchCommand(List<String> program) {
    long pid = livePid(SWITCH);
    List<String> words = new ArrayList<>(enter(pid, pid));
    words.addAll(program);
    return words;
  }

  private List<String> enter(long userPid, long holderPid) {
    List<String> words = new ArrayList<>(List.of(LabTool.path("nsenter")));
    if (process(USER_NAMESPACE).isPresent()) {
      words.addAll(List.of("--user=/proc/" + userPid + "/ns/user", "--preserve-credentials"));
    }
    String namespaces = "/proc/" + holderPid + "/ns/";
    words.addAll(List.of("--net=" + namespaces + "net", "--uts=" + namespaces + "uts", "--"));
    return words;
  }

  private static boolean isInside(ServerRecord user) {
    return Namespace.of("self", "user").equals(Namespace.of(user.pid(), "user"));
  }

  private String user(String id) {
    return value(USER_NAMESPACE + "." + id);
  }

  /** After its end, another process may have its number, which leads to another network. */
  private long livePid(String key) {
    if (!process(key).filter(ServerRecord::alive).isPresent()) {
      throw new ServiceException(
          "a process of lab %1$s has ended, %2$s: end the lab with 'bin/loadpath net down %1$s'"
              .formatted(lab(), key));
    }
    return pid(key);
  }

  long pid(String key) {
    return Long.parseLong(value(key + PID));
  }

  /** Passes if the lab has a host of this name. */
  void requireHost(String host) {
    if (!hosts().contains(host)) {
      throw new IllegalArgumentException(
          "lab %s has no host '%s': its hosts are %s"
              .formatted(lab(), host, String.join(", ", hosts())));
    }
  }

  private String value(String key) {
    return Objects.requireNonNull(values.get(key), () -> path + " has no " + key);
  }
}
