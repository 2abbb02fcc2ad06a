package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import java.util.List;

/** Records that differ from others in what a test is about. */
final class ReportRecords {
  private ReportRecords() {}

  static RunRecord with(RunRecord record, List<Sample> samples) {
    return with(record, samples, record.limits());
  }

  static RunRecord with(RunRecord r, List<Sample> samples, List<Limit> limits) {
    return new RunRecord(
        r.schemaVersion(),
        r.id(),
        r.loadpathVersion(),
        r.gitRevision(),
        r.gitDirty(),
        r.command(),
        r.startedAt(),
        r.finishedAt(),
        r.suite(),
        r.environment(),
        r.instrument(),
        r.datasets(),
        r.variants(),
        samples,
        r.notRun(),
        limits);
  }
}
