package io.loadpath.mapreduce.input;

import io.loadpath.loads.files.CompressedText;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Blocks of lines of a plain file's split, or of a whole compressed file. */
final class LineBlockReader extends RecordReader<LongWritable, LineBlock> {
  private final LongWritable offset = new LongWritable();
  private final LineBlock block = new LineBlock();
  private FileSplit split;
  private FSDataInputStream file;
  private InputStream text;
  private LineBlocks blocks;

  @Override
  public void initialize(InputSplit inputSplit, TaskAttemptContext context) throws IOException {
    split = (FileSplit) inputSplit;
    Path path = split.getPath();
    CompressionCodec codec = new CompressionCodecFactory(context.getConfiguration()).getCodec(path);
    file = path.getFileSystem(context.getConfiguration()).open(path);
    text = file;
    if (codec == null) {
      file.seek(split.getStart());
      blocks = new LineBlocks(text, split.getStart(), split.getStart() + split.getLength());
    } else {
      text = CompressedText.of(codec, file);
      blocks = new LineBlocks(text, 0, Long.MAX_VALUE);
    }
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    if (!blocks.next(block)) {
      return false;
    }
    offset.set(block.offsetOf(block.start()));
    return true;
  }

  /** The block's place in the (uncompressed) text. */
  @Override
  public LongWritable getCurrentKey() {
    return offset;
  }

  @Override
  public LineBlock getCurrentValue() {
    return block;
  }

  @Override
  public float getProgress() throws IOException {
    float read = file.getPos() - split.getStart();
    return split.getLength() == 0 ? 0 : Math.min(1, read / split.getLength());
  }

  @Override
  public void close() throws IOException {
    if (text != null) {
      text.close();
    }
  }
}
