package io.loadpath.mapreduce.load;

import io.loadpath.loads.exports.ExportPlan;
import io.loadpath.loads.exports.Ledger.Task;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.WriterShares.Estimate;
import java.util.List;

/** What a load will do, and what it did. */
final class PlanText {
  private static final double PERCENT = 100;
  private static final double MEGA = 1e6;

  private final LoadOptions options;
  private final ExportPlan plan;
  private final TargetPartitions partitions;
  private final SortOrder order;
  private final Sampler sample;
  private final WriterShares writers;
  private final List<Piece> files;

  PlanText(
      LoadOptions options,
      ExportPlan plan,
      TargetPartitions partitions,
      SortOrder order,
      Sampler sample,
      WriterShares writers,
      List<Piece> files) {
    this.options = options;
    this.plan = plan;
    this.partitions = partitions;
    this.order = order;
    this.sample = sample;
    this.writers = writers;
    this.files = files;
  }

  String before() {
    StringBuilder text = new StringBuilder();
    long bytes = files.stream().mapToLong(Piece::bytes).sum();
    text.append(
        "Load of %d files, %.1f MB, into %s\n".formatted(files.size(), bytes / MEGA, options.into));
    List<Estimate> estimates =
        writers.estimateWriters(sample.rows(), sample.places(), options.confidence);
    for (int i = 0; i < estimates.size(); i++) {
      text.append("  writer %d: %.1f %%\n".formatted(i, PERCENT * estimates.get(i).share()));
    }
    return text.toString();
  }

  String after(List<Task> tasks) {
    StringBuilder text = new StringBuilder();
    long rows = tasks.stream().mapToLong(Task::rows).sum();
    for (Task task : tasks) {
      text.append(
          "  writer %d: %.1f %% of the rows\n"
              .formatted(task.task(), PERCENT * task.rows() / Math.max(1, rows)));
    }
    if (options.prove) {
      text.append("  proven: the server has the %d rows that the mappers made\n".formatted(rows));
    }
    return text.toString();
  }
}
