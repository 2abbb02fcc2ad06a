package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

class ExportCommitterTest {
  /** A job without a plan, so that an undo fails. */
  private final JobContext job = new JobContextImpl(new Configuration(), new JobID());

  private final ExportCommitter committer = new ExportCommitter();

  /** A second application master may clean up so, and then runs the tasks again. */
  @Test
  void undoesNothingBeforeTheJobIsSetUp() throws IOException {
    assertThatCode(() -> committer.abortJob(job, State.FAILED)).doesNotThrowAnyException();

    committer.setupJob(job);
    assertThatThrownBy(() -> committer.abortJob(job, State.FAILED)).isInstanceOf(Exception.class);
  }
}
