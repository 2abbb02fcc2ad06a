package io.loadpath.mapreduce.offline;

import io.loadpath.loads.files.TaskFileCommitter;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Commits the files of the reducers, which write them by themselves. */
public final class FilesOutputFormat extends FileOutputFormat<NullWritable, NullWritable> {
  private OutputCommitter committer;

  @Override
  public RecordWriter<NullWritable, NullWritable> getRecordWriter(TaskAttemptContext task) {
    return new RecordWriter<>() {
      @Override
      public void write(NullWritable key, NullWritable value) {
        throw new UnsupportedOperationException("reducers write their files by themselves");
      }

      @Override
      public void close(TaskAttemptContext context) {}
    };
  }

  /** The folder may be there if it is empty, which the client has checked. */
  @Override
  public void checkOutputSpecs(JobContext job) throws IOException {
    FilesFolder.requireEmpty(getOutputPath(job), job.getConfiguration());
  }

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext task)
      throws IOException {
    if (committer == null) {
      committer = super.getOutputCommitter(task);
      if (committer.getClass() == FileOutputCommitter.class) { // an object store may have its own
        Path output = getOutputPath(task);
        committer = new TaskFileCommitter(output, task, TaskType.REDUCE);
      }
    }
    return committer;
  }
}
