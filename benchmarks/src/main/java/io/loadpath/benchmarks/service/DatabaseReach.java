package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Finds variants whose tasks cannot reach the run's PostgreSQL. The bundled one listens on
 * 127.0.0.1, and the user's cluster may have workers on other machines.
 */
public final class DatabaseReach {
  private final RunPlace run;
  private final String runId;
  private final Map<Place, Optional<String>> workersElsewhere = new HashMap<>();

  public DatabaseReach(RunPlace run, String runId) {
    this.run = run;
    this.runId = runId;
  }

  /**
   * Returns why {@code variant} cannot run; empty if it can.
   *
   * @throws ServiceException if its cluster does not answer
   */
  public Optional<NotRun> missing(Variant variant) {
    if (run.database().filter(users -> !users.here()).isPresent()) {
      return Optional.empty();
    }
    if (!variant.on().ofUser() || !Requirements.needsPostgres(variant.path())) {
      return Optional.empty();
    }
    return workersElsewhere
        .computeIfAbsent(variant.on(), this::workerElsewhere)
        .map(
            host ->
                new NotRun(
                    variant.on().at(variant.path().name()),
                    ("needs a PostgreSQL that the tasks reach: %s, and the worker %s is another machine; %s")
                        .formatted(
                            run.database()
                                .map(users -> "--postgres names " + users.target().host())
                                .orElse("the bundled one listens on 127.0.0.1"),
                            host,
                            run.database().isPresent()
                                ? "name the host as that machine knows it"
                                : "name yours with --postgres, use --on cluster, or a cluster whose"
                                    + " NodeManagers are all on this machine")));
  }

  private Optional<String> workerElsewhere(Place place) {
    try {
      Path log = Files.createTempFile("loadpath-cluster", ".log");
      try (ClusterClient client = ClusterClient.open(run, runId, place.configuration(), log)) {
        return client.ask("workers").stream()
            .skip(1) // their number
            .filter(host -> !ClusterClient.here(host))
            .findFirst();
      } finally {
        Files.deleteIfExists(log);
      }
    } catch (ServiceException e) {
      throw new ServiceException(
          "the cluster of %s cannot be used: %s".formatted(place.configuration(), e.getMessage()),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
