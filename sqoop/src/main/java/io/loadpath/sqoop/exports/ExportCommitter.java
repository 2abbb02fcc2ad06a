package io.loadpath.sqoop.exports;

import io.loadpath.sqoop.PostgresSession;
import io.loadpath.sqoop.TaskSetup;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.postgresql.core.BaseConnection;

/** Lets the framework decide which attempts' rows reach the target, all together. */
final class ExportCommitter extends OutputCommitter {
  private static final String SESSION = "loadpath export %d committer";

  private ExportAttempt attempt;
  private boolean setUp;

  /** Sets the attempt that runs in this JVM. */
  void set(ExportAttempt running) {
    attempt = running;
  }

  @Override
  public void setupJob(JobContext job) throws IOException {
    setUp = true;
    if (TaskSetup.isLocal(job.getConfiguration())) {
      return; // its credentials may not be there yet
    }
    ExportPlan plan = ExportPlan.from(job.getConfiguration());
    try (BaseConnection session = connect(job, plan)) {
      new Ledger(plan.names()).setClusterJob(session, job.getJobID().toString());
    } catch (SQLException e) {
      throw new IOException(ServerError.describe(e), e);
    }
  }

  @Override
  public void setupTask(TaskAttemptContext context) {}

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) {
    return attempt != null && attempt.isComplete();
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
  public void commitJob(JobContext job) throws IOException {
    ExportPlan plan = ExportPlan.from(job.getConfiguration());
    int tasks = job.getConfiguration().getInt(MRJobConfig.NUM_MAPS, -1);
    try (BaseConnection session = connect(job, plan)) {
      new ExportOutcome(plan.names()).commit(session, plan, tasks);
    } catch (SQLException e) {
      throw noted(job, plan, new IOException(ServerError.describe(e), e));
    } catch (IOException e) {
      throw noted(job, plan, e);
    }
  }

  /** Tells the client why the job fails, if the server still answers. */
  private static IOException noted(JobContext job, ExportPlan plan, IOException failure) {
    try (BaseConnection session = connect(job, plan)) {
      new Ledger(plan.names()).setFailure(session, failure.getMessage(), false);
    } catch (IOException | SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /**
   * Undoes the export. A second application master that cannot recover the first one's tasks calls
   * this before it sets the job up, and then runs all tasks again: their later attempts count.
   */
  @Override
  public void abortJob(JobContext job, JobStatus.State state) throws IOException {
    if (!setUp) {
      return;
    }
    ExportPlan plan = ExportPlan.from(job.getConfiguration());
    try (BaseConnection session = connect(job, plan)) {
      new ExportOutcome(plan.names()).undo(session);
    } catch (SQLException e) {
      throw new IOException(ServerError.describe(e), e);
    }
  }

  private static BaseConnection connect(JobContext job, ExportPlan plan)
      throws IOException, SQLException {
    return PostgresSession.of(job).connect(SESSION.formatted(plan.names().export()));
  }

  /** A second application master goes on with the tasks that the first one had committed. */
  @Override
  public boolean isRecoverySupported(JobContext job) {
    return true;
  }

  /** The rows of a task that had committed are in place. */
  @Override
  public void recoverTask(TaskAttemptContext context) {}

  @Override
  public boolean isCommitJobRepeatable(JobContext job) {
    return true;
  }
}
