package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.measure.LimitProbes;
import io.loadpath.benchmarks.measure.ProbeTarget;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.service.Folders;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The limits of a run: probed before it, and again after it if a path exceeded one. */
final class RunLimits {
  private RunLimits() {}

  interface Prober {
    List<Limit> probe() throws IOException;
  }

  /**
   * Probes the limits of machine and database, in a separate folder that recovery deletes after a
   * kill.
   */
  static List<Limit> probe(Map<Variant, RunData.Prepared> data, RunSession session)
      throws IOException {
    RunPlace place = session.place();
    Folders folders = new Folders(Folders.ofRun(place.state(), session.runId()).resolve("limits"));
    folders.make();
    try {
      List<ProbeTarget> targets =
          data.entrySet().stream().map(e -> target(e.getKey(), e.getValue())).toList();
      return new LimitProbes(
              folders.server(),
              session.services().probed(),
              Map.of(StepProcess.MARKER, session.runId()),
              session.stop()::check,
              place.out())
          .run(targets);
    } finally {
      folders.delete(false);
    }
  }

  private static ProbeTarget target(Variant variant, RunData.Prepared data) {
    return new ProbeTarget(
        variant.path().definition().measures(),
        Requirements.needsPostgres(variant.path()),
        data.table(),
        data.id(),
        data.folder(),
        data.manifest());
  }

  /**
   * Returns figures with valid limits. If a path was faster than its limit, other programs may have
   * disturbed the probe. Then all limits are probed again, and the faster results count.
   */
  static Figures checked(Figures figures, Prober prober, PrintStream out) throws IOException {
    if (figures.aboveTheirLimits().isEmpty()) {
      return figures;
    }
    out.println("a path was faster than its limit, so the limits are probed again");
    Map<List<String>, Limit> faster = new LinkedHashMap<>();
    List<Limit> all = new ArrayList<>(figures.record().limits());
    all.addAll(prober.probe());
    for (Limit limit : all) {
      List<String> key = List.of(limit.name(), String.valueOf(limit.dataset()));
      faster.merge(key, limit, (a, b) -> a.bytesPerSecond() >= b.bytesPerSecond() ? a : b);
    }
    return Figures.of(figures.record().withLimits(List.copyOf(faster.values())));
  }
}
