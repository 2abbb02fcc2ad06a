package io.loadpath.benchmarks.run;

import io.loadpath.benchmarks.environment.Requirements;
import io.loadpath.benchmarks.limits.LimitProbes;
import io.loadpath.benchmarks.limits.Subject;
import io.loadpath.benchmarks.path.Variant;
import io.loadpath.benchmarks.record.Limit;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Probes the limits of a run in a folder of its own, which a later process deletes if it must. */
final class RunLimits {
  private RunLimits() {}

  /**
   * Returns what the machine and the database can do with {@code data} at most.
   *
   * @throws StoppedException if the user ended the run; nothing is left then
   */
  static List<Limit> probe(
      Map<Variant, PreparedData> data,
      Path state,
      String runId,
      StopSignal stop,
      Optional<Database> database,
      PrintStream out)
      throws IOException {
    Folders folders = new Folders(Folders.ofRun(state, runId).resolve("limits"));
    folders.make();
    try {
      List<Subject> subjects =
          data.entrySet().stream().map(e -> subject(e.getKey(), e.getValue())).toList();
      return new LimitProbes(
              folders.server(),
              database.map(Database::connection),
              Map.of(StepProcess.MARKER, runId),
              stop::check,
              out)
          .run(subjects);
    } finally {
      folders.delete(false);
    }
  }

  private static Subject subject(Variant variant, PreparedData data) {
    return new Subject(
        variant.path().definition().measures(),
        Requirements.needsPostgres(variant.path()),
        data.id(),
        data.folder(),
        data.manifest());
  }
}
