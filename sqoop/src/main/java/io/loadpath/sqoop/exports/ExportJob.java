package io.loadpath.sqoop.exports;

import java.io.IOException;
import org.apache.sqoop.SqoopOptions;

/** Exports the files of a job of Sqoop's. */
public final class ExportJob {
  /**
   * @param schema of the target; null for the first one of the session's search path
   */
  public ExportJob(SqoopOptions options, String schema) {}

  /** Runs the job to its end. */
  public void run() throws IOException {
    throw new IOException("the connector does not export yet");
  }
}
