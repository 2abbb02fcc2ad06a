package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.TaskSetup;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.postgresql.core.BaseConnection;

/** Lets the framework decide which attempts' rows reach the target, all together. */
final class ExportCommitter extends OutputCommitter {
  private static final String SESSION = "loadpath export %d committer";

  /** Writes nothing, because the tasks do; has the committer of the job, or of one task. */
  public static final class Output extends NullOutputFormat<NullWritable, NullWritable> {
    private final ExportCommitter committer = new ExportCommitter();

    @Override
    public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
      return committer;
    }
  }

  private interface Work {
    void run(BaseConnection session, ExportPlan plan) throws IOException, SQLException;
  }

  /** The attempt of this JVM's task, after it has sent all its rows. */
  private Attempt attempt;

  private boolean setUp;

  /** Stores an attempt that has sent all its rows. */
  void commitLater(Attempt complete) {
    attempt = complete;
  }

  @Override
  public void setupTask(TaskAttemptContext context) {}

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) {
    return attempt != null;
  }

  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    attempt.commit();
  }

  @Override
  public void abortTask(TaskAttemptContext context) {
    if (attempt != null) {
      attempt.close();
    }
  }

  @Override
  public void setupJob(JobContext job) throws IOException {
    setUp = true;
    if (!TaskSetup.isLocal(job.getConfiguration())) { // the job may not have its credentials yet
      inSession(
          job,
          (session, plan) ->
              new Ledger(session, plan.names()).setClusterJob(job.getJobID().toString()));
    }
  }

  @Override
  public void commitJob(JobContext job) throws IOException {
    int reducers = job.getNumReduceTasks();
    int tasks = reducers > 0 ? reducers : job.getConfiguration().getInt(MRJobConfig.NUM_MAPS, -1);
    try {
      inSession(
          job, (session, plan) -> new ExportOutcome(session, plan.names()).commit(plan, tasks));
    } catch (IOException e) {
      try { // gives the client the reason of the failure, if the server still answers
        inSession(
            job,
            (session, plan) -> new Ledger(session, plan.names()).setFailure(e.getMessage(), false));
      } catch (IOException later) {
        e.addSuppressed(later);
      }
      throw e;
    }
  }

  /**
   * Undoes the export. A second application master that cannot recover the tasks of the first calls
   * this before it sets the job up. It then runs all tasks again, and their later attempts count.
   */
  @Override
  public void abortJob(JobContext job, JobStatus.State state) throws IOException {
    if (setUp) {
      inSession(job, (session, plan) -> new ExportOutcome(session, plan.names()).undo());
    }
  }

  private static void inSession(JobContext job, Work work) throws IOException {
    ExportPlan plan = ExportPlan.from(job.getConfiguration());
    try (BaseConnection session =
        PostgresSession.of(job).connect(SESSION.formatted(plan.names().export()))) {
      work.run(session, plan);
    } catch (SQLException e) {
      throw new IOException(ServerError.describe(e), e);
    }
  }

  /** A second application master keeps the tasks that the first one had committed. */
  @Override
  public boolean isRecoverySupported(JobContext job) {
    return true;
  }

  /** The rows of a committed task are in place. */
  @Override
  public void recoverTask(TaskAttemptContext context) {}

  @Override
  public boolean isCommitJobRepeatable(JobContext job) {
    return true;
  }
}
