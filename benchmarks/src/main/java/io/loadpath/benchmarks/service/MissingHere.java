package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.suite.Variant;
import java.util.Optional;

/** Finds variants that cannot run at a place: on its machine, its cluster and its PostgreSQL. */
public final class MissingHere {
  private final RunPlace place;
  private final Requirements requirements;
  private final DatabaseReach reach;

  public MissingHere(RunPlace place, String runId) {
    this.place = place;
    requirements =
        new Requirements(place.root(), place.caller(), place.target().map(facts -> facts::missing));
    reach = new DatabaseReach(place, runId);
  }

  /**
   * Returns why {@code variant} cannot run; empty if it can.
   *
   * @throws io.loadpath.engines.service.ServiceException if its cluster does not answer
   */
  public Optional<NotRun> missing(Variant variant) {
    return requirements
        .missing(variant)
        .or(() -> reach.missing(variant))
        .or(() -> place.target().flatMap(facts -> facts.missing(variant)));
  }
}
