package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.ServiceException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The services that the paths of a run need.
 *
 * @param needed in the order in which they start
 */
record Services(List<Service> needed) implements AutoCloseable {

  /**
   * Returns every service that the harness starts.
   *
   * @param workers the number of workers of a bundled cluster that has none yet
   */
  static List<Service> all(RunPlace place, String runId, int workers) {
    return List.of(
        new PostgresService(PostgresServer.of(place.root(), place.state())),
        ClusterService.bundled(place, runId, workers));
  }

  static Services neededBy(
      Collection<Variant> variants, RunPlace place, String runId, int workers) {
    List<Service> known = new ArrayList<>(all(place, runId, workers));
    variants.stream()
        .map(Variant::on)
        .filter(Place::ofUser)
        .distinct()
        .map(on -> new ClusterService(on, place, runId))
        .forEach(known::add);
    return new Services(
        known.stream().filter(service -> variants.stream().anyMatch(service::usedBy)).toList());
  }

  List<Service> usedBy(Variant variant) {
    return needed.stream().filter(service -> service.usedBy(variant)).toList();
  }

  <T extends Service> Stream<T> of(Class<T> kind) {
    return needed.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** Returns the names of those that this run would start, and therefore ends. */
  List<String> stopped() {
    return needed.stream().filter(service -> !service.anyRunning()).map(Service::name).toList();
  }

  /** Returns the folders of the configurations of the clusters among them. */
  List<String> clusters() {
    return of(ClusterService.class).map(cluster -> cluster.configuration().toString()).toList();
  }

  /** Returns the clusters on which something of the run was left when this closed. */
  List<String> left() {
    return of(ClusterService.class)
        .filter(ClusterService::left)
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

  /** Returns the first processes of {@code services}, by CPU stage. */
  static Map<String, Set<Long>> processes(List<Service> services) {
    Map<String, Set<Long>> processes = new LinkedHashMap<>();
    services.stream()
        .filter(service -> !service.processes().isEmpty())
        .forEach(service -> processes.put(service.stage(), service.processes()));
    return processes;
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

  /** Stops those that this started, the last one first. */
  @Override
  public void close() {
    for (int i = needed.size() - 1; i >= 0; i--) {
      needed.get(i).close();
    }
  }
}
