package io.loadpath.mapreduce.input;

import java.io.IOException;
import java.util.ArrayList;
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
 * Reads text in blocks of whole lines, which saves an object and a call per line. It has the lines
 * of TextInputFormat. A split is a block, or several blocks of less than 128 MiB. On a cluster,
 * adjacent blocks of a plain file on one node are one split, up to 4 GiB, because a container takes
 * seconds to start. In the client's JVM, a split is a quarter of the work of a map slot. The keys
 * {@code mapreduce.input.fileinputformat.split.minsize} and {@code maxsize} win.
 */
public final class LineBlockInputFormat extends FileInputFormat<LongWritable, LineBlock> {
  /** The block size of HDFS. Local files report 32 MB, which one core sums in about 15 ms. */
  private static final long LEAST_SPLIT_BYTES = 128 << 20;

  /** More tasks cost 40 ms each; with fewer, slots are idle at the end if one is slower. */
  private static final int LOCAL_TASKS_PER_SLOT = 4;

  /** One core sums it in about 2 s; on a busy machine a container takes 2 to 3 s to start. */
  private static final long MOST_JOINED_BYTES = 4L << 30;

  /** The node name of file systems that know no nodes. */
  private static final String NO_NODE = "localhost";

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
    if (isLocal(conf)) {
      long slots = Math.max(1, conf.getInt(LocalJobRunner.LOCAL_MAX_MAPS, 1));
      long bytes = files.stream().mapToLong(FileStatus::getLen).sum();
      localSplitBytes = bytes / (slots * LOCAL_TASKS_PER_SLOT) + 1;
    }
    return files;
  }

  /** Combines small blocks: a task for each would cost more than the work. */
  @Override
  protected long computeSplitSize(long blockSize, long minSize, long maxSize) {
    long blocks = blockSize <= 0 ? 1 : (LEAST_SPLIT_BYTES + blockSize - 1) / blockSize;
    return super.computeSplitSize(Math.max(localSplitBytes, blockSize * blocks), minSize, maxSize);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    List<InputSplit> splits = super.getSplits(context);
    Configuration conf = context.getConfiguration();
    boolean sized = conf.getLong(SPLIT_MINSIZE, 0) > 0 || conf.get(SPLIT_MAXSIZE) != null;
    if (isLocal(conf) || sized) {
      return splits;
    }
    List<InputSplit> joined = new ArrayList<>();
    FileSplit last = null;
    for (InputSplit split : splits) {
      FileSplit next = (FileSplit) split;
      FileSplit both =
          last == null || codec(context, next.getPath()) != null ? null : joined(last, next);
      if (both != null) {
        joined.remove(joined.size() - 1);
      }
      last = both == null ? next : both;
      joined.add(last);
    }
    return joined;
  }

  /** Returns both splits as one; null if they are not adjacent on a node, or too long. */
  private static FileSplit joined(FileSplit first, FileSplit next) throws IOException {
    long bytes = first.getLength() + next.getLength();
    List<String> nodes = new ArrayList<>(List.of(first.getLocations()));
    nodes.retainAll(List.of(next.getLocations()));
    nodes.remove(NO_NODE);
    boolean adjacent =
        first.getPath().equals(next.getPath())
            && first.getStart() + first.getLength() == next.getStart();
    return adjacent && !nodes.isEmpty() && bytes <= MOST_JOINED_BYTES
        ? new FileSplit(first.getPath(), first.getStart(), bytes, nodes.toArray(String[]::new))
        : null;
  }

  private static boolean isLocal(Configuration conf) {
    return conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME)
        .equals(MRConfig.LOCAL_FRAMEWORK_NAME);
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
