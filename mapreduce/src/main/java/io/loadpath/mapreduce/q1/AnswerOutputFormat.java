package io.loadpath.mapreduce.q1;

import io.loadpath.loads.files.TaskFileCommitter;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/** Writes the answer as text. */
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

  static final class AnswerCommitter extends TaskFileCommitter {
    AnswerCommitter(Path output, TaskAttemptContext context) throws IOException {
      super(output, context, TaskType.REDUCE);
    }

    /** A map has a file if it kept malformed rows. */
    @Override
    protected boolean hasFiles(TaskAttemptContext task) {
      return super.hasFiles(task) || task.getCounter(Q1Counter.ROWS_MALFORMED).getValue() > 0;
    }
  }
}
