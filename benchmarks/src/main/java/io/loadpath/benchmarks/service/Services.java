package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.measure.ProbeServer;
import io.loadpath.benchmarks.measure.postgres.CheckedDatabaseMeter;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The services that the paths of a run need.
 *
 * @param needed the services in the order of their start
 */
public record Services(List<Service> needed) implements AutoCloseable {

  /**
   * Returns every service that the harness starts.
   *
   * @param workers the number of workers of a new bundled cluster
   */
  public static List<Service> all(RunPlace place, String runId, int workers) {
    return List.of(
        PostgresService.of(place),
        ClusterService.bundled(place, runId, workers),
        new FileService(place));
  }

  public static Services neededBy(
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

  public List<Service> usedBy(Variant variant) {
    return needed.stream().filter(service -> service.usedBy(variant)).toList();
  }

  private <T extends Service> Stream<T> of(Class<T> kind) {
    return needed.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** Returns the run's PostgreSQL for the probes of its limits, if a path needs it. */
  public Optional<ProbeServer> probed() {
    return of(PostgresService.class).findFirst().map(PostgresService::probed);
  }

  /**
   * Chooses the instrument for the CPU time of the user's PostgreSQL.
   *
   * @return empty if the run uses none, or the bundled one
   */
  public Optional<CheckedDatabaseMeter> databaseMeter(RunPlace place) {
    return of(PostgresService.class)
        .findFirst()
        .map(PostgresService::connection)
        .filter(connection -> place.database().isPresent())
        .map(
            connection ->
                CheckedDatabaseMeter.choose(
                    () -> connection.connect(Map.of("ApplicationName", "loadpath")),
                    connection.host()));
  }

  /** Returns the live cluster sessions of a run, which are not processes of its steps. */
  public static Set<Long> sessions(String runId) {
    return Processes.withEnvironment(ClusterClient.MARKER, runId);
  }

  /**
   * Ends a killed run's applications on a cluster and deletes its folder there.
   *
   * @return a message about what was not done
   */
  public static String cleanUp(RunPlace place, String runId, Path configuration)
      throws IOException {
    Path log = Folders.ofRun(place.state(), runId).resolve("recovery.log");
    Owner.makeFolders(log.getParent());
    try (ClusterClient client = ClusterClient.open(place, runId, configuration, log)) {
      client.ask("end", TaggedConfiguration.tag(runId));
      client.ask("remove", runId);
      return "";
    } catch (ServiceException e) {
      return "; the cluster of %s was not cleaned up: %s".formatted(configuration, e.getMessage());
    }
  }

  /**
   * Drops the schemas of killed runs in users' databases.
   *
   * @param dropped gets a message for each one that is dropped
   * @return messages about those that are left
   */
  public static List<String> dropSchemas(RunPlace place, Consumer<String> dropped)
      throws IOException {
    return LeftSchema.dropAll(place.state(), place.caller(), dropped);
  }

  /** Returns the names of the services that are not running, which this run starts and stops. */
  public List<String> stopped() {
    return needed.stream().filter(service -> !service.anyRunning()).map(Service::name).toList();
  }

  /** Returns the configuration folders of the clusters among them. */
  public List<String> clusters() {
    return of(ClusterService.class).map(cluster -> cluster.configuration().toString()).toList();
  }

  /** Returns the clusters that had leftovers of the run when this was closed. */
  public List<String> left() {
    return of(ClusterService.class)
        .filter(ClusterService::left)
        .map(cluster -> cluster.configuration().toString())
        .toList();
  }

  /** Fails if the schema of the run could not be dropped when this was closed. */
  public void requireSchemaDropped() {
    of(PostgresService.class).forEach(PostgresService::requireSchemaDropped);
  }

  /** Starts the services that are not running; if one fails, stops those that this has started. */
  public Services start(PrintStream out) {
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
  public static Map<String, Set<Long>> processes(List<Service> services) {
    Map<String, Set<Long>> processes = new LinkedHashMap<>();
    services.stream()
        .filter(service -> !service.processes().isEmpty())
        .forEach(service -> processes.put(service.stage(), service.processes()));
    return processes;
  }

  /** Returns the number of workers of the user's cluster here; empty if there is none. */
  public static OptionalInt workersOfUserHere(List<Service> services) {
    return services.stream()
        .map(Service::workersOfUserHere)
        .filter(OptionalInt::isPresent)
        .findFirst()
        .orElse(OptionalInt.empty());
  }

  /**
   * Ends earlier work and writes it to disk before {@code variant} runs. A service that the variant
   * does not use may be dead.
   */
  public void settleBefore(Variant variant) {
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

  /** Stops the services that this started, the last one first. */
  @Override
  public void close() {
    for (int i = needed.size() - 1; i >= 0; i--) {
      needed.get(i).close();
    }
  }
}
