package io.loadpath.engines.net;

import io.loadpath.engines.service.FolderLock;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServerRecord;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.ServiceFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Hosts on this machine as network namespaces, joined by a switch. Nothing of the machine's own
 * network is changed, and labs do not see each other. Closing a lab ends it.
 */
public final class Lab implements Closeable {
  /** Addresses for benchmarks, from RFC 2544; the same in every lab. */
  private static final String NETWORK = "198.18.0.";

  private static final String FOLDER = "net";

  private static final int MAX_NAME = 40;

  /** The name of a host is also that of a device, which has at most 15 characters. */
  private static final int MAX_HOST_NAME = 13;

  private static final int MAX_HOSTS = 64;

  /** A descriptor that no program of ours uses. */
  private static final int FIRST_DESCRIPTOR = 7;

  /** The frames that went through a filter, as {@code tc} shows them. */
  private static final Pattern SENT = Pattern.compile("Sent \\d+ bytes (\\d+) pkt");

  private final LabFile file;
  private final Holders holders;
  private final Relay.Server relay;

  private Lab(LabFile file, Holders holders, Relay.Server relay) {
    this.file = file;
    this.holders = holders;
    this.relay = relay;
  }

  /**
   * Makes a lab that ends with this process.
   *
   * @param state the state folder
   * @param links the link of each host
   * @throws IllegalArgumentException if a name is wrong
   * @throws ServiceException if a lab of this name runs, or this machine allows none
   */
  public static Lab up(Path state, String name, Map<String, Link> links) throws IOException {
    return make(state, name, links, false);
  }

  /** Makes a lab that stays until {@link #close} of the {@linkplain #open opened} lab. */
  public static Lab upToStay(Path state, String name, Map<String, Link> links) throws IOException {
    return make(state, name, links, true);
  }

  private static Lab make(Path state, String name, Map<String, Link> links, boolean stay)
      throws IOException {
    requireName("lab", name, MAX_NAME);
    links.keySet().forEach(host -> requireName("host", host, MAX_HOST_NAME));
    if (links.isEmpty() || links.size() > MAX_HOSTS) {
      throw new IllegalArgumentException(
          "a lab has 1 to %d hosts, not %d".formatted(MAX_HOSTS, links.size()));
    }
    LabNeeds.require(links.values());
    ServiceFolder folder = ServiceFolder.of(state, FOLDER);
    folder.make();
    List<Lab> made = new ArrayList<>();
    FolderLock.hold(
        folder.lock(), () -> made.add(make(LabFile.of(folder.path(), name), links, stay)));
    return made.get(0);
  }

  private static void requireName(String what, String name, int max) {
    if (!name.matches("[a-z][a-z0-9-]*") || name.length() > max) {
      throw new IllegalArgumentException(
          "the name '%s' of a %s must have 1 to %d of a-z, 0-9 and -, and begin with a letter"
              .formatted(name, what, max));
    }
  }

  private static Lab make(Path path, Map<String, Link> links, boolean stay) throws IOException {
    if (Files.exists(path)) {
      Lab other = open(path);
      if (other.isWhole()) {
        throw new ServiceException(
            "lab %1$s runs already: end it with 'bin/loadpath net down %1$s', or take another name"
                .formatted(other.file.lab()));
      }
      other.close();
    }
    LabFile file = LabFile.empty(path);
    int number = 1;
    for (Map.Entry<String, Link> link : links.entrySet()) {
      file.addHost(link.getKey(), NETWORK + number++, link.getValue());
    }
    Holders holders = Holders.start(file);
    Lab lab = new Lab(file, holders, null);
    try {
      LabSetup.run(file);
      lab = new Lab(file, holders, Relay.start(file));
      file.write();
      if (stay) {
        lab.letStay();
      }
      return lab;
    } catch (IOException | RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  private void letStay() throws IOException {
    holders.stay();
    if (relay != null) {
      relay.stay();
    }
  }

  /**
   * Opens a lab that another process made.
   *
   * @throws ServiceException if there is none of this name
   */
  public static Lab open(Path state, String name) throws IOException {
    Path path = LabFile.of(folder(state), name);
    if (!Files.exists(path)) {
      List<String> names = names(state);
      throw new ServiceException(
          "there is no lab %s: %s"
              .formatted(
                  name,
                  names.isEmpty()
                      ? "make it with 'bin/loadpath net up'"
                      : "there is " + String.join(", ", names)));
    }
    return open(path);
  }

  private static Lab open(Path path) throws IOException {
    return new Lab(LabFile.read(path), null, null);
  }

  /** Returns the names of all labs with a file, in alphabetical order. */
  public static List<String> names(Path state) throws IOException {
    if (!Files.isDirectory(folder(state))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder(state))) {
      return files
          .filter(path -> path.getFileName().toString().matches("[a-z].*\\.properties"))
          .map(path -> LabFile.empty(path).lab())
          .sorted()
          .toList();
    }
  }

  private static Path folder(Path state) {
    return ServiceFolder.of(state, FOLDER).path();
  }

  /**
   * Ends what is left of labs that have lost a process.
   *
   * @return a message for each
   */
  public static List<String> recover(Path state) throws IOException {
    List<String> done = new ArrayList<>();
    for (String name : names(state)) {
      Lab lab;
      try {
        lab = open(LabFile.of(folder(state), name));
      } catch (NoSuchFileException e) {
        continue; // it was ended meanwhile
      }
      if (!lab.isWhole()) {
        lab.close();
        done.add("ended what was left of lab " + name);
      }
    }
    return done;
  }

  public LabFile file() {
    return file;
  }

  /** Whether all of its processes live. */
  public boolean isWhole() {
    return file.holders().stream().allMatch(ServerRecord::alive);
  }

  /**
   * Gives a host another link. Frames that wait in the old one may be lost. An ordinary user can do
   * this only from outside the lab.
   *
   * @throws IllegalArgumentException if the new link has delay or loss, and the first one had none
   */
  public void change(String host, Link link) throws IOException {
    file.requireHost(host);
    if (link.relayed() && !file.relayedHosts().contains(host)) {
      throw new IllegalArgumentException(
          "the link of host %s has no delay and no loss since the start of lab %s, so it cannot be %s"
              .formatted(host, file.lab(), link));
    }
    LabSetup.change(file, host, link);
    file.setLink(host, link);
    if (!file.relayedHosts().isEmpty()) {
      Relay.write(file);
    }
    file.write();
  }

  /** Lets all IP frames between two hosts vanish, without a message to either. */
  public void cut(String host, String other) throws IOException {
    tc(List.of(filter(host, other), filter(other, host)));
  }

  /** Lets all IP frames between a host and every other vanish. */
  public void cut(String host) throws IOException {
    file.requireHost(host);
    List<String> filters = new ArrayList<>();
    for (String other : file.hosts()) {
      if (!other.equals(host)) {
        filters.addAll(List.of(filter(host, other), filter(other, host)));
      }
    }
    tc(filters);
  }

  /** Lets the IP frames from one host to another vanish; those in the other direction arrive. */
  public void halfOpen(String from, String to) throws IOException {
    tc(List.of(filter(from, to)));
  }

  /** Lets all frames arrive again. */
  public void heal() throws IOException {
    tc(
        file.hosts().stream()
            .map("qdisc del dev %1$s ingress\nqdisc add dev %1$s ingress"::formatted)
            .toList());
  }

  /** Returns the number of frames that have vanished in the links that are cut now. */
  public long vanishedFrames() throws IOException {
    String shown =
        LabSetup.runInSwitch(
            file,
            List.of(
                "sh",
                "-ec",
                "for d in %s; do tc -s filter show dev $d parent ffff:; done"
                    .formatted(String.join(" ", file.hosts()))));
    return SENT.matcher(shown).results().mapToLong(sent -> Long.parseLong(sent.group(1))).sum();
  }

  private String filter(String from, String to) {
    file.requireHost(from);
    file.requireHost(to);
    return ("filter add dev %s parent ffff: protocol ip u32 match ip dst %s/32"
            + " action mirred egress redirect dev %s")
        .formatted(from, file.address(to), LabSetup.HOLE);
  }

  private void tc(List<String> lines) throws IOException {
    LabSetup.runInSwitch(
        file, List.of("sh", "-c", "printf '%s\\n' \"$0\" | tc -batch -", String.join("\n", lines)));
  }

  /**
   * Returns a command that runs another one, and keeps the lab until that has ended, even if this
   * process is killed before.
   */
  public List<String> kept(List<String> command) {
    // The lab's processes end when the last writer of their standard input has ended.
    StringBuilder script = new StringBuilder();
    int descriptor = FIRST_DESCRIPTOR;
    for (String key : List.of(LabFile.SWITCH, LabFile.RELAY)) {
      if (file.process(key).isPresent()) {
        script.append("exec %d>/proc/%d/fd/0 && ".formatted(descriptor++, file.pid(key)));
      }
    }
    List<String> words = new ArrayList<>(List.of("sh", "-c", script + "exec \"$@\"", "sh"));
    words.addAll(command);
    return words;
  }

  /** Waits until no program runs on a host; returns whether that is so. */
  public boolean awaitPrograms(Duration limit) {
    return Processes.within(limit, () -> programs().isEmpty());
  }

  /**
   * Ends the lab and all programs on its hosts, by force after three seconds.
   *
   * @throws ServiceException if a process does not end; then the lab's file stays
   */
  @Override
  public void close() throws IOException {
    boolean ended = Processes.end(this::programs);
    if (holders != null) {
      holders.end();
    }
    ended &=
        Processes.kill(
            () ->
                file.holders().stream()
                    .filter(ServerRecord::alive)
                    .map(ServerRecord::pid)
                    .toList());
    if (!ended) {
      throw new ServiceException(
          "a process of lab %1$s does not end: see which with 'ps', and try 'bin/loadpath net down %1$s' again"
              .formatted(file.lab()));
    }
    if (isReplaced()) {
      return;
    }
    Files.deleteIfExists(file.relayPath());
    Files.deleteIfExists(file.path());
  }

  /** Whether the file is that of a later lab of this name. */
  private boolean isReplaced() throws IOException {
    try {
      return !LabFile.read(file.path()).holders().equals(file.holders());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** The processes on the hosts, without the lab's own and this one. */
  private Collection<Long> programs() {
    Set<Long> ours = file.holders().stream().map(ServerRecord::pid).collect(Collectors.toSet());
    ours.add(ProcessHandle.current().pid());
    Set<String> networks =
        file.networks().stream()
            .filter(ServerRecord::alive)
            .map(holder -> Namespace.of(holder.pid(), "net"))
            .filter(network -> !network.isEmpty())
            .collect(Collectors.toSet());
    // a host without its holder is known by the variable of its programs alone
    Set<Long> marked = Processes.withEnvironment(LabFile.VARIABLE, file.path().toString());
    return Processes.all().stream()
        .map(ProcessStat::pid)
        .filter(pid -> !ours.contains(pid))
        .filter(pid -> marked.contains(pid) || networks.contains(Namespace.of(pid, "net")))
        .toList();
  }
}
