package io.loadpath.mapreduce.input;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Wraps a reader of lines and makes each line a block. For files that are split inside (bzip2):
 * only Hadoop's reader knows the lines of such a split, and decompression costs more than any work
 * per line.
 */
final class LinesAsBlocks extends RecordReader<LongWritable, LineBlock> {
  private final RecordReader<LongWritable, Text> lines;
  private final LineBlock block = new LineBlock();
  private byte[] bytes = new byte[1024];

  LinesAsBlocks(RecordReader<LongWritable, Text> lines) {
    this.lines = lines;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context)
      throws IOException, InterruptedException {
    lines.initialize(split, context);
  }

  @Override
  public boolean nextKeyValue() throws IOException, InterruptedException {
    if (!lines.nextKeyValue()) {
      return false;
    }
    Text line = lines.getCurrentValue();
    int length = line.getLength();
    if (length > LineBlocks.MAX_LINE_BYTES) {
      throw LineBlocks.tooLong(lines.getCurrentKey().get(), LineBlocks.MAX_LINE_BYTES);
    }
    if (length + 1 + LineBlock.PADDING > bytes.length) {
      bytes = new byte[2 * length + 1 + LineBlock.PADDING];
    }
    System.arraycopy(line.getBytes(), 0, bytes, 0, length);
    bytes[length] = '\n';
    block.set(bytes, 0, length + 1, lines.getCurrentKey().get());
    return true;
  }

  @Override
  public LongWritable getCurrentKey() throws IOException, InterruptedException {
    return lines.getCurrentKey();
  }

  @Override
  public LineBlock getCurrentValue() {
    return block;
  }

  @Override
  public float getProgress() throws IOException, InterruptedException {
    return lines.getProgress();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
