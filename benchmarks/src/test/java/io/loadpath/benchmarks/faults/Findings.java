package io.loadpath.benchmarks.faults;

import io.loadpath.benchmarks.record.Sample.RunError;
import io.loadpath.benchmarks.run.TrialRun.Trial;
import io.loadpath.benchmarks.suite.PathCatalogue;
import io.loadpath.benchmarks.suite.Variant;
import java.nio.file.Path;
import java.util.Map;

/** Trials for tests, of 1,000 rows. */
final class Findings {
  private static final PathCatalogue CATALOGUE =
      PathCatalogue.discover(Path.of("").toAbsolutePath().getParent());
  private static final long SENT = 1000;

  private Findings() {}

  private static Variant variant(String path) {
    return new Variant(CATALOGUE.get(path, "test"), Map.of());
  }

  static RunError failed(String message) {
    return new RunError("run", 1, message);
  }

  /** An export after which verify found {@code rows}, and {@code proven} them. */
  static Trial export(RunError failure, Long rows, boolean proven) {
    return export("sqoop-export-jdbc", failure, rows, proven);
  }

  /** Likewise, by a path that promises exactly once. */
  static Trial promised(RunError failure, Long rows, boolean proven) {
    return export("sqoop-export-connector", failure, rows, proven);
  }

  private static Trial export(String path, RunError failure, Long rows, boolean proven) {
    int code = rows == null ? 1 : 0;
    RunError proof = proven ? null : new RunError("verify", code, "rows 1 instead of 2");
    return new Trial(variant(path), failure, rows, SENT, proof);
  }

  /**
   * A query.
   *
   * @param proof how verify failed; null for the exact answer
   */
  static Trial query(RunError failure, RunError proof) {
    return new Trial(variant("mapreduce-q1"), failure, null, SENT, proof);
  }
}
