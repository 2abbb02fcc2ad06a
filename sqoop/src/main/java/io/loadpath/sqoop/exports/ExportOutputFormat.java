package io.loadpath.sqoop.exports;

import java.io.IOException;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Copies a mapper's rows to the database. The key is the mapper's split. */
public final class ExportOutputFormat extends OutputFormat<ExportSplit, RowChunk> {
  private final ExportCommitter committer = new ExportCommitter();

  @Override
  public void checkOutputSpecs(JobContext context) {}

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
    return committer;
  }

  @Override
  public RecordWriter<ExportSplit, RowChunk> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    return new Writer(context, ExportPlan.from(context.getConfiguration()));
  }

  private final class Writer extends RecordWriter<ExportSplit, RowChunk> {
    private final TaskAttemptContext task;
    private final ExportPlan plan;
    private ExportAttempt attempt;

    Writer(TaskAttemptContext task, ExportPlan plan) {
      this.task = task;
      this.plan = plan;
    }

    @Override
    public void write(ExportSplit split, RowChunk chunk) throws IOException {
      if (attempt == null) {
        attempt = new ExportAttempt(task, plan, split.pieces());
        committer.set(attempt);
        attempt.begin();
      }
      if (chunk.failure != null) {
        attempt.fail(chunk.failure);
      } else if (chunk.end) {
        attempt.end();
        task.getCounter(ExportCounter.ROWS).setValue(attempt.rows());
        task.getCounter(ExportCounter.REJECTED_ROWS).setValue(attempt.rejected());
        task.getCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(attempt.rows());
      } else {
        attempt.write(chunk);
      }
    }

    /** Called after failures, too: then the end has not been written. */
    @Override
    public void close(TaskAttemptContext context) {
      if (attempt != null && !attempt.isComplete()) {
        attempt.close();
      }
    }
  }
}
