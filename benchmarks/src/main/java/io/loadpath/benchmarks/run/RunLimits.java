package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.limits.LimitProbes;
import io.loadpath.benchmarks.limits.ProbeTarget;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The limits of a run: probed before it, and once more after it where a path passed one. */
record RunLimits(Prober prober, PrintStream out) {

  /** Finds all limits. */
  interface Prober {
    List<Limit> probe() throws IOException;
  }

  /** Returns the limits of a run over {@code data}. */
  static RunLimits of(
      Map<Variant, PreparedData> data,
      Path state,
      String runId,
      StopSignal stop,
      Optional<PostgresService> database,
      PrintStream out) {
    return new RunLimits(() -> probe(data, state, runId, stop, database, out), out);
  }

  /**
   * Probes what the machine and the database can do at most.
   *
   * @throws StoppedException if the user ended the run; nothing is left then
   */
  List<Limit> probe() throws IOException {
    return prober.probe();
  }

  /**
   * Returns the record with limits that hold. If a path was faster than its limit, then other
   * programs may have had a part of the machine when it was probed: all are probed again, and the
   * faster ones are kept.
   */
  RunRecord checked(RunRecord record) throws IOException {
    if (Figures.of(record).aboveTheirLimits().isEmpty()) {
      return record;
    }
    out.println("a path was faster than its limit, so the limits are probed again");
    Map<List<String>, Limit> faster = new LinkedHashMap<>();
    List<Limit> all = new ArrayList<>(record.limits());
    all.addAll(prober.probe());
    for (Limit limit : all) {
      faster.merge(key(limit), limit, (a, b) -> a.bytesPerSecond() >= b.bytesPerSecond() ? a : b);
    }
    return record.withLimits(List.copyOf(faster.values()));
  }

  private static List<String> key(Limit limit) {
    return List.of(limit.name(), String.valueOf(limit.dataset()));
  }

  /** Probes in a separate folder, which recovery deletes after a kill. */
  private static List<Limit> probe(
      Map<Variant, PreparedData> data,
      Path state,
      String runId,
      StopSignal stop,
      Optional<PostgresService> database,
      PrintStream out)
      throws IOException {
    Folders folders = new Folders(Folders.ofRun(state, runId).resolve("limits"));
    folders.make();
    try {
      List<ProbeTarget> targets =
          data.entrySet().stream().map(e -> target(e.getKey(), e.getValue())).toList();
      return new LimitProbes(
              folders.server(),
              database.map(PostgresService::connection),
              Map.of(StepProcess.MARKER, runId),
              stop::check,
              out)
          .run(targets);
    } finally {
      folders.delete(false);
    }
  }

  private static ProbeTarget target(Variant variant, PreparedData data) {
    return new ProbeTarget(
        variant.path().definition().measures(),
        Requirements.needsPostgres(variant.path()),
        data.own() == null ? Table.of(data.manifest().dataset()) : data.own().table(),
        data.id(),
        data.folder(),
        data.manifest());
  }
}
