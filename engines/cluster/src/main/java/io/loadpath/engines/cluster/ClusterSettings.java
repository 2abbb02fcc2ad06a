package io.loadpath.engines.cluster;

import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * The settings that a cluster keeps between starts.
 *
 * @param workers number of DataNodes, and of NodeManagers
 * @param ports TCP port by {@code daemon.port}, such as {@code namenode.rpc}
 * @param addresses IP address by daemon; all are 127.0.0.1, except in a lab
 */
record ClusterSettings(int workers, Map<String, Integer> ports, Map<Daemon, String> addresses) {
  static final int MAX_WORKERS = 16;

  private static final Duration PORT_PATIENCE = Duration.ofSeconds(2);
  private static final String WORKERS = "workers";
  private static final String ADDRESS = ".address";

  ClusterSettings {
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException("workers is " + workers + ", not 1 to " + MAX_WORKERS);
    }
    ports = Map.copyOf(ports);
    addresses = Map.copyOf(addresses);
  }

  /**
   * Reads the kept settings; a missing or damaged file counts as empty, because all settings can be
   * chosen again.
   */
  static Optional<ClusterSettings> read(Path file) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(Files.readString(file)));
      int workers = Integer.parseInt(properties.getProperty(WORKERS, ""));
      Map<String, Integer> ports = new TreeMap<>();
      Map<Daemon, String> addresses = new HashMap<>();
      for (Daemon daemon : Daemon.of(workers)) {
        addresses.put(daemon, properties.getProperty(daemon.name() + ADDRESS, LoopbackPort.HOST));
        for (String port : daemon.role().ports) {
          String key = key(daemon, port);
          ports.put(key, Integer.parseInt(properties.getProperty(key, "")));
        }
      }
      return Optional.of(new ClusterSettings(workers, ports, addresses));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  void write(Path file) throws IOException {
    Map<String, Object> values = new TreeMap<>(ports);
    addresses.forEach((daemon, address) -> values.put(daemon.name() + ADDRESS, address));
    String lines =
        values.entrySet().stream()
            .map(value -> value.getKey() + "=" + value.getValue() + "\n")
            .collect(Collectors.joining());
    WholeFile.write(file, WORKERS + "=" + workers + "\n" + lines, "rw-r--r--");
  }

  List<Daemon> daemons() {
    return Daemon.of(workers);
  }

  /** The port of a daemon, by its name in {@link Role#ports}. */
  int port(Daemon daemon, String name) {
    return ports.get(key(daemon, name));
  }

  String webAddress(Daemon daemon) {
    return "http://" + address(daemon, "http");
  }

  /** Address and port, such as {@code 127.0.0.1:8020}. */
  String address(Daemon daemon, String port) {
    return addresses.get(daemon) + ":" + port(daemon, port);
  }

  /** The IP address of the daemons that a cluster has once. */
  String master() {
    return addresses.get(Daemon.NAMENODE);
  }

  /** The IP address of each daemon on these hosts. */
  static Map<Daemon, String> addresses(int workers, Hosts hosts) {
    return Daemon.of(workers).stream()
        .collect(Collectors.toMap(daemon -> daemon, daemon -> hosts.address(daemon.host(hosts))));
  }

  /**
   * Returns settings for a number of workers that keep these ports where they are free or belong to
   * running daemons.
   */
  static ClusterSettings choose(int workers, Map<String, Integer> kept, Set<Daemon> running)
      throws IOException {
    return choose(workers, kept, running, port -> LoopbackPort.awaitFree(port, PORT_PATIENCE));
  }

  static ClusterSettings choose(
      int workers, Map<String, Integer> kept, Set<Daemon> running, IntPredicate isFree)
      throws IOException {
    Map<String, Integer> ports = new TreeMap<>();
    Set<Integer> used = new HashSet<>();
    for (Daemon daemon : Daemon.of(workers)) {
      for (String name : daemon.role().ports) {
        String key = key(daemon, name);
        Integer port = kept.get(key);
        boolean mayKeep = port != null && (running.contains(daemon) || isFree.test(port));
        if (!mayKeep || !used.add(port)) {
          do {
            port = LoopbackPort.free();
          } while (kept.containsValue(port) || !used.add(port));
        }
        ports.put(key, port);
      }
    }
    return new ClusterSettings(workers, ports, addresses(workers, Hosts.here()));
  }

  /** Returns the keys of the ports that have changed. */
  List<String> moved(Map<String, Integer> before) {
    return ports.keySet().stream()
        .filter(key -> before.containsKey(key) && !before.get(key).equals(ports.get(key)))
        .sorted()
        .toList();
  }

  static String count(int workers) {
    return workers == 1 ? "1 worker" : workers + " workers";
  }

  static String key(Daemon daemon, String port) {
    return daemon.name() + "." + port;
  }
}
