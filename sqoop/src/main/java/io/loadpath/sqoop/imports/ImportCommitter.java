package io.loadpath.sqoop.imports;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Commits the files of an import's mappers. In Hadoop 3.4, an application master aborts its job
 * when it exits (MAPREDUCE-7351), five seconds after the job's end as well, and so deletes the
 * temporary files in the output folder. By then they may be the next job's, which would take a
 * mapper without a file for one without rows. This committer deletes nothing after the end of its
 * job, and fails if the file of a mapper is gone.
 */
final class ImportCommitter extends FileOutputCommitter {
  private volatile boolean open;

  ImportCommitter(Path output, TaskAttemptContext context) throws IOException {
    super(output, context);
  }

  @Override
  public void setupJob(JobContext job) throws IOException {
    super.setupJob(job);
    open = true;
  }

  /**
   * @throws IOException if the files of a task are gone
   */
  @Override
  public void commitJob(JobContext job) throws IOException {
    requireAll(job);
    super.commitJob(job);
    open = false;
  }

  private void requireAll(JobContext job) throws IOException {
    Path folder = getJobAttemptPath(job);
    FileStatus[] done =
        folder
            .getFileSystem(job.getConfiguration())
            .listStatus(folder, path -> path.getName().matches("task_.*_m_.*"));
    int tasks = job.getConfiguration().getInt(MRJobConfig.NUM_MAPS, -1);
    if (done.length != tasks) {
      throw new FileNotFoundException(
          "%s has files of %d tasks of %d: another job may have ended in this output folder"
              .formatted(folder, done.length, tasks));
    }
  }

  @Override
  public void abortJob(JobContext job, JobStatus.State state) throws IOException {
    if (!open) {
      return;
    }
    try {
      super.abortJob(job, state);
    } finally {
      open = false;
    }
  }

  /**
   * @throws IOException if the task's files are gone
   */
  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    requireFiles(task);
    return super.needsTaskCommit(task);
  }

  /**
   * @throws IOException if the task's files are gone
   */
  @Override
  public void commitTask(TaskAttemptContext task) throws IOException {
    requireFiles(task);
    super.commitTask(task);
  }

  private void requireFiles(TaskAttemptContext task) throws IOException {
    Path folder = getTaskAttemptPath(task);
    if (!folder.getFileSystem(task.getConfiguration()).exists(folder)) {
      throw new FileNotFoundException(
          folder + " is gone: another job may have ended in this output folder");
    }
  }
}
