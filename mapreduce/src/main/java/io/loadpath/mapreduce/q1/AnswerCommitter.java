package io.loadpath.mapreduce.q1;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Commits the files of the reducers. From Hadoop 3.4 on, an application master aborts its job
 * whenever it exits (MAPREDUCE-7351), so two things need care. Five seconds after a job has
 * succeeded, what its master would delete belongs to the next job into the same folder. And when a
 * master is ended in the middle, the files of its finished reducers are gone, but the next master
 * takes these reducers for done.
 */
final class AnswerCommitter extends FileOutputCommitter {
  private boolean committed;

  AnswerCommitter(Path output, TaskAttemptContext context) throws IOException {
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
   * @throws IOException if a reducer's file is gone
   */
  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    boolean needed = super.needsTaskCommit(task);
    if (!needed && reduces(task)) {
      throw gone(getTaskAttemptPath(task));
    }
    return needed;
  }

  /**
   * @throws IOException if a reducer's file is gone; the framework then runs it again
   */
  @Override
  public void recoverTask(TaskAttemptContext task) throws IOException {
    int master = task.getConfiguration().getInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 0);
    Path before = getCommittedTaskPath(master - 1, task);
    if (reduces(task) && !before.getFileSystem(task.getConfiguration()).exists(before)) {
      throw gone(before);
    }
    super.recoverTask(task);
  }

  private static boolean reduces(TaskAttemptContext task) {
    return task.getTaskAttemptID().getTaskType() == TaskType.REDUCE;
  }

  private static IOException gone(Path folder) {
    return new IOException(folder + " is gone: another job may have ended in the same folder");
  }
}
