package io.loadpath.sqoop.imports;

import io.loadpath.loads.files.Compression;
import io.loadpath.loads.files.TaskFileCommitter;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ReflectionUtils;

/** Writes blocks of text to one file per task, compressed if the job requests it. */
public final class TextOutputFormat extends FileOutputFormat<NullWritable, CopyText> {
  /** Writes blocks in order, and counts their rows. */
  public static final class Writes extends Mapper<NullWritable, CopyText, NullWritable, CopyText> {
    @Override
    protected void map(NullWritable key, CopyText block, Context context)
        throws IOException, InterruptedException {
      // Hadoop counts the block as one record
      long others = block.rows() - 1L;
      context.getCounter(TaskCounter.MAP_INPUT_RECORDS).increment(others);
      context.write(key, block);
      context.getCounter(TaskCounter.MAP_OUTPUT_RECORDS).increment(others);
    }
  }

  private OutputCommitter committer;

  @Override
  public RecordWriter<NullWritable, CopyText> getRecordWriter(TaskAttemptContext task)
      throws IOException {
    if (!getCompressOutput(task)) {
      return new Writer(create(task, ""));
    }
    CompressionCodec codec =
        ReflectionUtils.newInstance(
            getOutputCompressorClass(task, GzipCodec.class), task.getConfiguration());
    return new Writer(Compression.output(codec, create(task, codec.getDefaultExtension())));
  }

  @Override
  public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext task)
      throws IOException {
    if (committer == null) {
      committer = super.getOutputCommitter(task);
      if (committer.getClass() == FileOutputCommitter.class) { // an object store may have its own
        committer = new TaskFileCommitter(getOutputPath(task), task, TaskType.MAP);
      }
    }
    return committer;
  }

  private OutputStream create(TaskAttemptContext task, String extension) throws IOException {
    Path file = getDefaultWorkFile(task, extension);
    return file.getFileSystem(task.getConfiguration()).create(file, false);
  }

  private static final class Writer extends RecordWriter<NullWritable, CopyText> {
    private final OutputStream out;

    Writer(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(NullWritable key, CopyText block) throws IOException {
      out.write(block.block(), 0, block.length());
    }

    @Override
    public void close(TaskAttemptContext task) throws IOException {
      out.close();
    }
  }
}
