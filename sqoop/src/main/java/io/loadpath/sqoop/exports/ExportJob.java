package io.loadpath.sqoop.exports;

import com.cloudera.sqoop.SqoopOptions;
import com.cloudera.sqoop.util.ExportException;
import java.io.IOException;

/** Exports the files of a job of Sqoop's. */
public final class ExportJob {
  /**
   * @param schema of the target; null for the first one of the session's search path
   */
  public ExportJob(SqoopOptions options, String schema) {}

  /** Runs the job to its end. */
  public void run() throws IOException, ExportException {
    throw new ExportException("the connector does not export yet");
  }
}
