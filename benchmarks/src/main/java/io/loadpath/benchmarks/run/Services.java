package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.path.LoadPath;
import io.loadpath.engines.postgres.PostgresServer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The services that the paths of a run need, in the order in which they start. */
final class Services implements AutoCloseable {
  private final List<Service> needed;

  private Services(List<Service> needed) {
    this.needed = needed;
  }

  /** Returns every service that the harness knows. */
  static List<Service> all(Path root, Path state) {
    return List.of(new PostgresService(PostgresServer.of(root, state)));
  }

  static Services neededBy(Collection<LoadPath> paths, Path root, Path state) {
    return new Services(
        all(root, state).stream()
            .filter(service -> paths.stream().anyMatch(service::usedBy))
            .toList());
  }

  /** Returns the names of those that this run would start, and therefore ends. */
  List<String> stopped() {
    return needed.stream().filter(service -> !service.running()).map(Service::name).toList();
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

  /** Returns the first processes of the services that {@code path} uses, by CPU stage. */
  Map<String, Set<Long>> processes(LoadPath path) {
    return processes(usedBy(path));
  }

  private static Map<String, Set<Long>> processes(List<Service> services) {
    Map<String, Set<Long>> processes = new LinkedHashMap<>();
    services.forEach(service -> processes.put(service.stage(), service.processes()));
    return processes;
  }

  /** Returns PostgreSQL, whose limits are probed. */
  Optional<PostgresService> postgres() {
    return needed.stream()
        .filter(PostgresService.class::isInstance)
        .map(PostgresService.class::cast)
        .findFirst();
  }

  /** Returns the variables by which {@code path} reaches what it runs on. */
  Map<String, String> environment(LoadPath path) {
    Map<String, String> variables = new LinkedHashMap<>();
    usedBy(path).forEach(service -> variables.putAll(service.environment()));
    return variables;
  }

  Set<String> secrets() {
    Set<String> secrets = new HashSet<>();
    needed.forEach(service -> secrets.addAll(service.secrets()));
    return secrets;
  }

  void settle() {
    needed.forEach(Service::settle);
  }

  /** Brings to disk what {@code path} wrote. */
  void settle(LoadPath path) {
    usedBy(path).forEach(Service::settle);
  }

  void beginSample(LoadPath path) {
    usedBy(path).forEach(Service::beginSample);
  }

  void endSessions(LoadPath path, Set<Long> clients) {
    usedBy(path).forEach(service -> service.endSessions(clients));
  }

  private List<Service> usedBy(LoadPath path) {
    return needed.stream().filter(service -> service.usedBy(path)).toList();
  }

  /** Stops those that this started, the last one first. */
  @Override
  public void close() {
    for (int i = needed.size() - 1; i >= 0; i--) {
      needed.get(i).close();
    }
  }
}
