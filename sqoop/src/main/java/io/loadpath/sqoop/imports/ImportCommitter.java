package io.loadpath.sqoop.imports;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Commits the files of an import. From Hadoop 3.4 on, an application master aborts its job as it
 * exits (MAPREDUCE-7351), also five seconds after the job has succeeded: what it would delete by
 * then belongs to the next job into the same folder. That job, if it is not one of these, would
 * take a mapper without a file for one that had no rows.
 */
final class ImportCommitter extends FileOutputCommitter {
  private boolean committed;

  ImportCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(output, context);
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    super.commitJob(job);
    committed = true;
  }

  @Override
  public void abortJob(JobContext job, JobStatus.State state) throws IOException {
    if (!committed) {
      super.abortJob(job, state);
    }
  }

  /**
   * @throws IOException if the mapper's file is gone; every mapper writes one
   */
  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    if (!super.needsTaskCommit(task)) {
      throw new IOException(
          getTaskAttemptPath(task) + " is gone: another job may have ended in the same folder");
    }
    return true;
  }
}
