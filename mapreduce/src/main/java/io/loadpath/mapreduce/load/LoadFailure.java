package io.loadpath.mapreduce.load;

import io.loadpath.loads.MachineFault;
import io.loadpath.loads.exports.FailureNote;
import io.loadpath.mapreduce.input.TaskFailure;
import java.io.IOException;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Tells the client why a task of a load failed. */
final class LoadFailure {
  private LoadFailure() {}

  /**
   * Notes a failure where the client looks: in the ledger, or in the folder of the files.
   *
   * @param forGood whether another attempt would fail, too
   */
  static void note(TaskAttemptContext task, Throwable failure, boolean forGood) {
    String message = MachineFault.describe(failure, task);
    FailureNote.write(task, message, forGood);
    TaskFailure.keep(task, new IOException(message, failure));
  }
}
