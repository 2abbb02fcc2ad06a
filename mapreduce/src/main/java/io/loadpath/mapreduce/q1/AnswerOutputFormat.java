package io.loadpath.mapreduce.q1;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Writes the answer as text; {@link AnswerCommitter} commits it. */
final class AnswerOutputFormat extends TextOutputFormat<NullWritable, Text> {
  private OutputCommitter committer;

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext task)
      throws IOException {
    if (committer == null) {
      committer = super.getOutputCommitter(task);
      if (committer.getClass() == FileOutputCommitter.class) { // an object store may have its own
        committer = new AnswerCommitter(getOutputPath(task), task);
      }
    }
    return committer;
  }
}
