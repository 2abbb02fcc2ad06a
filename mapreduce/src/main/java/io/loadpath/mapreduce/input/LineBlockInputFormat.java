package io.loadpath.mapreduce.input;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.SplittableCompressionCodec;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;

/**
 * Reads text in blocks of whole lines, which saves an object and a call per line. Splits and lines
 * are TextInputFormat's, but blocks of less than 128 MB are put together. The keys {@code
 * mapreduce.input.fileinputformat.split.minsize} and {@code maxsize} mean the same.
 */
public final class LineBlockInputFormat extends FileInputFormat<LongWritable, LineBlock> {
  /** The block size of HDFS. Local files report 32 MB, which one core sums in about 15 ms. */
  private static final long LEAST_SPLIT_BYTES = 128 << 20;

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    CompressionCodec codec = codec(context, file);
    return codec == null || codec instanceof SplittableCompressionCodec;
  }

  /** Combines small blocks: a task for each would cost more than its work. */
  @Override
  protected long computeSplitSize(long blockSize, long minSize, long maxSize) {
    long blocks = blockSize <= 0 ? 1 : (LEAST_SPLIT_BYTES + blockSize - 1) / blockSize;
    return super.computeSplitSize(blockSize * blocks, minSize, maxSize);
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
