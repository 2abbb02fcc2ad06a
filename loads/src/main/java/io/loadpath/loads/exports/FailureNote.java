package io.loadpath.loads.exports;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import java.io.IOException;
import java.sql.SQLException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the client of an export why a task failed. */
public final class FailureNote {
  private static final Logger LOG = LoggerFactory.getLogger(FailureNote.class);

  private FailureNote() {}

  /**
   * Notes the failure of a task in the ledger, if the job has one and the server answers.
   *
   * @param forGood whether another attempt would fail, too
   */
  public static void write(TaskAttemptContext task, String message, boolean forGood) {
    try {
      if (ExportPlan.isIn(task.getConfiguration())) {
        write(PostgresSession.of(task), ExportPlan.from(task.getConfiguration()), message, forGood);
      }
    } catch (IOException e) {
      LOG.warn("Cannot note the failure in the ledger: {}", e.toString());
    }
  }

  static void write(PostgresSession sessions, ExportPlan plan, String message, boolean forGood) {
    try (BaseConnection session = sessions.connect("loadpath export failure")) {
      new Ledger(session, plan.names()).setFailure(message, forGood);
    } catch (SQLException e) {
      LOG.warn("Cannot note the failure in the ledger: {}", ServerError.describe(e));
    }
  }
}
