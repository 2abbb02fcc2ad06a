package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.run.ClusterService.ClusterAccess;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.cluster.Cluster;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.ServiceException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/** The services that the paths of a run need, in the order in which they start. */
final class Services implements AutoCloseable {
  private final List<Service> needed;

  Services(List<Service> needed) {
    this.needed = needed;
  }

  /** Returns every service that the harness starts. */
  static List<Service> all(ClusterAccess access) {
    return List.of(
        new PostgresService(PostgresServer.of(access.root(), access.state())),
        new ClusterService(
            Place.CLUSTER,
            new BundledCluster(Cluster.of(access.root(), access.state()), access.workers()),
            access));
  }

  static Services neededBy(Collection<Variant> variants, ClusterAccess access) {
    List<Service> known = new ArrayList<>(all(access));
    variants.stream()
        .map(Variant::on)
        .filter(Place::ofUser)
        .distinct()
        .map(on -> new ClusterService(on, new UserCluster(on.configuration()), access))
        .forEach(known::add);
    return new Services(
        known.stream().filter(service -> variants.stream().anyMatch(service::usedBy)).toList());
  }

  /** Returns the names of those that this run would start, and therefore ends. */
  List<String> stopped() {
    return needed.stream().filter(service -> !service.anyRunning()).map(Service::name).toList();
  }

  /** Returns the folders of the configurations of the clusters among them. */
  List<String> clusters() {
    return configurations(cluster -> true);
  }

  /** Returns likewise those on which something of the run stayed when this closed. */
  List<String> left() {
    return configurations(ClusterService::left);
  }

  private List<String> configurations(Predicate<ClusterService> wanted) {
    return needed.stream()
        .filter(ClusterService.class::isInstance)
        .map(ClusterService.class::cast)
        .filter(wanted)
        .map(cluster -> cluster.configuration().toString())
        .toList();
  }

  /** Starts those that do not run; if one fails, none is left that this has started. */
  Services start(PrintStream out) {
    try {
      for (Service service : needed) {
        if (!service.running()) {
          out.println("starting " + service.name());
        }
        service.start();
      }
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns the first processes of all services, by CPU stage. */
  Map<String, Set<Long>> processes() {
    return processes(needed);
  }

  /** Returns the first processes of the services that {@code variant} uses, by CPU stage. */
  Map<String, Set<Long>> processes(Variant variant) {
    return processes(usedBy(variant));
  }

  private static Map<String, Set<Long>> processes(List<Service> services) {
    Map<String, Set<Long>> processes = new LinkedHashMap<>();
    services.stream()
        .filter(service -> !service.processes().isEmpty())
        .forEach(service -> processes.put(service.stage(), service.processes()));
    return processes;
  }

  /** Returns PostgreSQL, whose limits are probed. */
  Optional<PostgresService> postgres() {
    return needed.stream()
        .filter(PostgresService.class::isInstance)
        .map(PostgresService.class::cast)
        .findFirst();
  }

  /** Returns the variables by which {@code variant} reaches what it runs on. */
  Map<String, String> environment(Variant variant, Folders folders, Path data) {
    Map<String, String> variables = new LinkedHashMap<>();
    usedBy(variant).forEach(service -> variables.putAll(service.environment(folders, data)));
    return variables;
  }

  Set<String> secrets() {
    Set<String> secrets = new HashSet<>();
    needed.forEach(service -> secrets.addAll(service.secrets()));
    return secrets;
  }

  /**
   * Ends earlier work and brings it to disk, before {@code variant} runs. A service that it does
   * not use may be dead.
   */
  void settleBefore(Variant variant) {
    for (Service service : needed) {
      try {
        service.drain();
        service.settle();
      } catch (ServiceException e) {
        if (service.usedBy(variant)) {
          throw e;
        }
      }
    }
  }

  /** Brings to disk what {@code variant} wrote. */
  void settle(Variant variant) {
    usedBy(variant).forEach(Service::settle);
  }

  /** Returns the places of the run that are not this machine's processes. */
  List<PlaceInfo> places() {
    return needed.stream().flatMap(service -> service.place().stream()).toList();
  }

  /**
   * Returns the workers of the cluster of the user's on which {@code variant} runs, if its
   * ResourceManager is on this machine.
   */
  OptionalInt workersOfUserHere(Variant variant) {
    return usedBy(variant).stream()
        .filter(ClusterService.class::isInstance)
        .map(service -> ((ClusterService) service).workersOfUserHere())
        .filter(OptionalInt::isPresent)
        .findFirst()
        .orElse(OptionalInt.empty());
  }

  /** Waits until nothing more is done for {@code variant}, whose clients have ended. */
  void drain(Variant variant) {
    usedBy(variant).forEach(Service::drain);
  }

  /** Whether anything is done for {@code variant}. */
  boolean busy(Variant variant) {
    return usedBy(variant).stream().anyMatch(Service::busy);
  }

  void beginRun(Variant variant) {
    usedBy(variant).forEach(Service::beginRun);
  }

  void requireAlone(Variant variant) {
    usedBy(variant).forEach(Service::requireAlone);
  }

  void beginSample(Variant variant, Folders folders) {
    usedBy(variant).forEach(service -> service.beginSample(folders));
  }

  void configure(Variant variant, Map<String, String> jobSettings) {
    usedBy(variant).forEach(service -> service.configure(jobSettings));
  }

  void endSample(Variant variant, Folders folders) {
    usedBy(variant).forEach(service -> service.endSample(folders));
  }

  /** Returns the CPU time of the sample by a service's own count, if one is out of sight. */
  Optional<CountedCpu> cpu(Variant variant) {
    return usedBy(variant).stream().flatMap(service -> service.cpu().stream()).findFirst();
  }

  void endSessions(Variant variant, Set<Long> clients) {
    usedBy(variant).forEach(service -> service.endSessions(clients));
  }

  private List<Service> usedBy(Variant variant) {
    return needed.stream().filter(service -> service.usedBy(variant)).toList();
  }

  /** Stops those that this started, the last one first. */
  @Override
  public void close() {
    for (int i = needed.size() - 1; i >= 0; i--) {
      needed.get(i).close();
    }
  }
}
