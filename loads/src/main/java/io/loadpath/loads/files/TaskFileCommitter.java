package io.loadpath.loads.files;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Commits the files of a job's tasks. In Hadoop 3.4, an application master aborts its job when it
 * exits (MAPREDUCE-7351), even five seconds after the job's end. So it deletes temporary files in
 * the output folder, which may be the next job's by then. That job would take a task without a file
 * for one without rows. This committer deletes nothing after the end of its job, and fails if the
 * file of a task is gone.
 */
public class TaskFileCommitter extends FileOutputCommitter {
  /** Set by Hadoop for a task in the application master. */
  static final String IN_MASTER = "mapreduce.task.uberized";

  private final TaskType type;
  private volatile boolean open;

  /**
   * @param type the type of task that always has a file
   */
  public TaskFileCommitter(Path output, TaskAttemptContext context, TaskType type)
      throws IOException {
    super(output, context);
    this.type = type;
  }

  /** Whether a task has files. */
  protected boolean hasFiles(TaskAttemptContext task) {
    return task.getTaskAttemptID().getTaskType() == type;
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
    if (!isCommitJobRepeatable(job)) { // in version 2 of the algorithm, they are in place already
      requireAll(job);
    }
    super.commitJob(job);
    open = false;
  }

  private void requireAll(JobContext job) throws IOException {
    boolean maps = type == TaskType.MAP;
    String names = maps ? "task_.*_m_.*" : "task_.*_r_.*";
    Path folder = getJobAttemptPath(job);
    FileStatus[] done =
        folder
            .getFileSystem(job.getConfiguration())
            .listStatus(folder, path -> path.getName().matches(names));
    int tasks =
        job.getConfiguration().getInt(maps ? MRJobConfig.NUM_MAPS : MRJobConfig.NUM_REDUCES, 1);
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
   * In the application master (uber mode), this commits the task. There, a task asks the master
   * whether it may commit in the moment after it has said that it is ready. Often the master has
   * not noted that yet, and the task sleeps for a second. It needs no permission: there are never
   * two such tasks at a time, and each master of a job has a folder for its own files.
   *
   * @throws IOException if the task's files are gone
   */
  @Override
  public boolean needsTaskCommit(TaskAttemptContext task) throws IOException {
    requireFiles(task);
    boolean needed = super.needsTaskCommit(task);
    if (needed
        && task.getConfiguration().getBoolean(IN_MASTER, false)
        && !isCommitJobRepeatable(task)) {
      commitTask(task);
      return false;
    }
    return needed;
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
    if (hasFiles(task) && !folder.getFileSystem(task.getConfiguration()).exists(folder)) {
      throw new FileNotFoundException(
          folder + " is gone: another job may have ended in this output folder");
    }
  }
}
