package io.loadpath.mapreduce.input;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.SplittableCompressionCodec;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;

/**
 * Reads text in blocks of whole lines, which saves an object and a call per line. Lines are
 * TextInputFormat's. A split is a block on a cluster, or several blocks of less than 128 MB. Jobs
 * in the client's JVM get larger splits: a quarter of what each map slot has to do. The keys {@code
 * mapreduce.input.fileinputformat.split.minsize} and {@code maxsize} win.
 */
public final class LineBlockInputFormat extends FileInputFormat<LongWritable, LineBlock> {
  /** The block size of HDFS. Local files report 32 MB, which one core sums in about 15 ms. */
  private static final long LEAST_SPLIT_BYTES = 128 << 20;

  /** More tasks cost 40 ms each; fewer leave slots idle at the end, where one is slower. */
  private static final int LOCAL_TASKS_PER_SLOT = 4;

  private long localSplitBytes;

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    CompressionCodec codec = codec(context, file);
    return codec == null || codec instanceof SplittableCompressionCodec;
  }

  @Override
  protected List<FileStatus> listStatus(JobContext context) throws IOException {
    List<FileStatus> files = super.listStatus(context);
    Configuration conf = context.getConfiguration();
    localSplitBytes = 0;
    if (conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME)
        .equals(MRConfig.LOCAL_FRAMEWORK_NAME)) {
      long slots = Math.max(1, conf.getInt(LocalJobRunner.LOCAL_MAX_MAPS, 1));
      long bytes = files.stream().mapToLong(FileStatus::getLen).sum();
      localSplitBytes = bytes / (slots * LOCAL_TASKS_PER_SLOT) + 1;
    }
    return files;
  }

  /** Combines small blocks: a task for each would cost more than its work. */
  @Override
  protected long computeSplitSize(long blockSize, long minSize, long maxSize) {
    long blocks = blockSize <= 0 ? 1 : (LEAST_SPLIT_BYTES + blockSize - 1) / blockSize;
    return super.computeSplitSize(Math.max(localSplitBytes, blockSize * blocks), minSize, maxSize);
  }

  @Override
  public RecordReader<LongWritable, LineBlock> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    CompressionCodec codec = codec(context, ((FileSplit) split).getPath());
    return new FileNamingReader<>(
        codec instanceof SplittableCompressionCodec
            ? new LinesAsBlocks(new LineRecordReader())
            : new LineBlockReader());
  }

  private static CompressionCodec codec(JobContext context, Path file) {
    return new CompressionCodecFactory(context.getConfiguration()).getCodec(file);
  }
}
